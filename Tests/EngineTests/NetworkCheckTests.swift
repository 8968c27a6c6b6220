import FolderTesting
import Foundation
import FuzzTargets
import GTFSImport
import Testing
import TransitModel
import TransitTesting

@testable import Engine
@testable import Timetables

/// Files that came over a network and are not what a server wrote.
@Suite struct NetworkCheckTests {
    private func file() throws -> [UInt8] {
        let whole = try TextFeed("red-1: A 8:00  B 8:10  C 8:20\nblue-1: C 9:00  A 9:30").compiled()
        let day = whole.services.firstDay
        return try NetworkCut(whole, days: day...day.advanced(by: 15)).bytes()
    }

    @Test func `a whole file is opened`() throws {
        let engine = try NetworkEngine(NetworkBytes(copying: file()))
        let answer = engine.get("/api/v1/stops/A", now: UnixTime(seconds: 1_767_250_000))
        #expect(answer.status == 200)
    }

    @Test func `a cut file is refused wherever it ends`() throws {
        let whole = try file()
        for end in Array(stride(from: 0, to: whole.count, by: 97)) + [whole.count - 1] {
            #expect(throws: NetworkFileError.self) {
                try NetworkEngine(NetworkBytes(copying: Array(whole[..<end])))
            }
        }
    }

    @Test func `a file of another version is refused by its version`() throws {
        var bytes = try file()
        bytes[8] += 1
        let found = UInt32(bytes[8])
        #expect(throws: NetworkFileError.otherVersion(path: "network", found: found)) {
            try NetworkEngine(NetworkBytes(copying: bytes))
        }
    }

    @Test func `a file on disk with right checksums and wrong values is refused by its name`()
        throws
    {
        var random = SeededRandom(seed: 7)
        let (whole, folder) = (try file(), TemporaryFolder())
        let path = folder.path("network.takt")
        var refused = 0
        for number in 0..<150 {
            var bytes = whole
            let start = Int.random(in: 0..<bytes.count - 4, using: &random)
            bytes.replaceSubrange(start..<start + 4, with: [255, 255, 255, 127])
            bytes = FuzzTarget.withChecksums(bytes)
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let timetable: Timetable
            do {
                timetable = try Timetable(path: path)
            } catch {
                refused += 1
                #expect("\(error)".contains(path), "mutation \(number)")
                continue
            }
            // What is opened can be asked, and does not stop the program.
            _ = (try? NetworkEngine(timetable))?.get(
                "/api/v1/stops/A/departures", now: UnixTime(seconds: 1_767_250_000))
        }
        #expect((10...140).contains(refused), "\(refused) of 150 are refused")
    }

    @Test func `each column is checked, or read by the join of feeds alone`() {
        let known = NetworkLayout.columns.union(NetworkLayout.joined)
        #expect(
            ColumnID.allCases.filter { !known.contains($0) } == [], "NetworkLayout lacks these")
        #expect(NetworkLayout.columns.intersection(NetworkLayout.joined) == [])
    }

    @Test func `a text that is not there is refused in every column of texts`() throws {
        let folder = TemporaryFolder()
        for (name, contents) in TextFeed.withEveryField.files {
            try folder.write(contents, to: "feed/\(name)")
        }
        let path = folder.path("network.takt")
        _ = try NetworkImport([.init(path: folder.path("feed"))]).write(to: path)
        let whole = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        func number(_ place: Int) -> Int {
            whole[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        var mutated: Set<ColumnID> = []
        for entry in stride(from: 32, to: 32 + number(12) * 32, by: 32) {
            guard let id = ColumnID(rawValue: UInt32(number(entry))),
                NetworkLayout.strings.contains(id), number(entry + 16) > 0
            else { continue }
            var bytes = whole
            let start = number(entry + 8)
            bytes.replaceSubrange(start..<start + 4, with: [255, 255, 255, 127])
            try Data(FuzzTarget.withChecksums(bytes)).write(to: URL(fileURLWithPath: path))
            #expect(throws: NetworkFileError.damaged(path: path, part: "\(id)")) {
                try Timetable(path: path)
            }
            mutated.insert(id)
        }
        #expect(mutated == Set(NetworkLayout.strings))
    }

    /// The checksums of what was changed are right, as those of a server that means harm.
    @Test(
        .enabled(if: BuiltEngine.isPresent, "`make engine` has not run, or there is no node"),
        arguments: 1...60)
    func `WebAssembly refuses the hostile files that the native program refuses`(
        seed: Int
    ) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let (whole, folder) = (try file(), TemporaryFolder())
        let requests = [
            "/api/v1/network", "/api/v1/stops/A/departures", "/api/v1/connections?from=A&to=C",
        ].map { DrawnRequests.Request(target: $0, now: UnixTime(seconds: 1_767_250_000)) }
        var (files, expected): ([String], [String]) = ([], [])
        for number in 0..<150 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let start = Int.random(in: 0..<bytes.count - 4, using: &random)
                let values: [UInt8] = Bool.random(using: &random) ? [255, 255, 255, 255] : [64, 1]
                bytes.replaceSubrange(start..<start + values.count, with: values)
            }
            bytes = FuzzTarget.withChecksums(bytes)
            files.append(folder.path("\(number)"))
            try Data(bytes).write(to: URL(fileURLWithPath: files[number]))
            let engine = try? NetworkEngine(NetworkBytes(copying: bytes))
            expected.append(
                engine.map { engine in
                    requests.map {
                        let answer = engine.get($0.target, now: $0.now)
                        return "\(answer.status) \(String(decoding: answer.body, as: UTF8.self))"
                    }.joined(separator: "\n")
                } ?? "refused")
        }
        let refused = expected.count { $0 == "refused" }
        #expect((10...140).contains(refused), "\(refused) of 150 are refused")
        for (number, found) in try BuiltEngine.outcomes(requests, files: files).enumerated() {
            #expect(found == expected[number], "file \(number)")
        }
    }

    @Test func `a changed byte never leads to another answer`() throws {
        let whole = try file()
        let now = UnixTime(seconds: 1_767_250_000)
        let target = "/api/v1/stops/A/departures"
        let expected = try NetworkEngine(NetworkBytes(copying: whole)).get(target, now: now).body
        var random = SeededRandom(seed: 5)
        var refused = 0
        for _ in 0..<500 {
            var bytes = whole
            bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 0x41
            do {
                let engine = try NetworkEngine(NetworkBytes(copying: bytes))
                // The padding between columns is never read.
                #expect(engine.get(target, now: now).body == expected)
            } catch {
                refused += 1
            }
        }
        #expect(refused > 250)
    }
}
