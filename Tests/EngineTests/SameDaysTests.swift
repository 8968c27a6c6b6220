import DiaryEngine
import FolderTesting
import Foundation
import PhoneRecords
import Testing
import Timetables
import TransitModel
import TransitTesting

/// The diary of files as WebAssembly beside the native one.
@Suite struct SameDaysTests {
    static let isPresent =
        BuiltEngine.isPresent
        && FileManager.default.fileExists(atPath: BuiltEngine.folder + "/takt-diary.wasm")

    @Test(
        .enabled(if: isPresent, "`make engine` has not run, or there is no node"),
        arguments: 1...3)
    func `WebAssembly reads drawn files as the native program does`(seed: Int) throws {
        let traces = DrawnTraces(seed: UInt64(seed), days: 4)
        let folder = TemporaryFolder()
        for (name, text) in traces.files {
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path(name)))
            // Motions alone make no days.
            try compare(
                [folder.path(name)], zone: "Europe/Zurich", needsDays: !name.contains("motion"))
        }
        try compare(
            [folder.path("locations.csv"), folder.path("motion.csv")], zone: "America/New_York")
    }

    @Test(
        .enabled(if: isPresent, "`make engine` has not run, or there is no node"),
        .enabled(if: SharedData.folder != nil, "no ../shared/data beside the project"))
    func `WebAssembly finds the same days in recorded traces as the native program`() throws {
        let corpus = "\(SharedData.folder ?? "")/traces/mobilitynet"
        let traces = try FileManager.default.contentsOfDirectory(atPath: corpus).sorted()
            .map { "\(corpus)/\($0)" }
            .filter { FileManager.default.fileExists(atPath: $0 + "/locations.csv") }
        try #require(traces.count > 40)
        for trace in traces {
            let files = ["\(trace)/locations.csv", "\(trace)/motion.csv"]
                .filter { FileManager.default.fileExists(atPath: $0) }
            try compare(files, zone: "America/Los_Angeles")
        }
    }

    @Test(
        .enabled(if: isPresent, "`make engine` has not run, or there is no node"),
        .enabled(if: SharedData.folder != nil, "no ../shared/data beside the project"))
    func `WebAssembly reads files of real apps as the native program does`() throws {
        let folder = "\(SharedData.folder ?? "")/traces/formats"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            .map { "\(folder)/\($0)" }
        for file in files { try compare([file], zone: "Europe/Berlin", needsDays: false) }
    }

    @Test(.enabled(if: isPresent, "`make engine` has not run, or there is no node"))
    func `WebAssembly names lines of a network as the native program does`() throws {
        let folder = TemporaryFolder()
        let day = try #require(ServiceDay("2026-05-04"))
        let network = try DrawnRide.network(folder, from: day)
        let rides = try DrawnRide.locations(on: day, in: Timetable(path: network))
        try folder.write(rides, to: "rides.csv")
        let native = try compare([folder.path("rides.csv")], network: network, zone: "UTC")
        #expect(native.contains { $0.contains("\"line\":") }, "no ride has a line")
    }

    @Test func `a file that is refused says what was expected, and where`() throws {
        let diary = FileDiary()
        func problem(_ text: String) -> String {
            do {
                return String(decoding: try diary.add(Array(text.utf8)).jsonBytes, as: UTF8.self)
            } catch {
                return String(decoding: FileProblem(error).jsonBytes, as: UTF8.self)
            }
        }
        #expect(problem("hello").contains("\"kind\":\"unknown-format\""))
        #expect(problem("<gpx>\n<trk>\n</gpx>").contains("\"line\":3"))
        #expect(problem("[{\"lat\":1,\n\"timestamp\":").contains("\"line\":2"))
        #expect(problem("{\"features\":7}").contains("\"kind\":\"malformed\""))
        #expect(problem("ts,lat,lon\n5,1,2\n").contains("\"no usable time\":1"))
    }

    @Test func `a record in parts gives the days of the whole`() throws {
        let traces = DrawnTraces(seed: 9, days: 30)
        let file = Array(TraceTable.csv(traces.fixes).utf8)
        let bodies = try [200, 100_000].map { chunk in
            let diary = FileDiary(chunk: chunk)
            _ = try diary.add(file)
            diary.infer()
            return diary.answer(.csv, in: .utc)
        }
        #expect(bodies[0] == bodies[1])
        #expect(bodies[0].count > 5000)
    }

    /// Compares reports and all answers about the files; returns the native ones.
    @discardableResult
    private func compare(
        _ files: [String], network: String? = nil, zone zoneName: String, needsDays: Bool = true
    ) throws -> [String] {
        let diary = FileDiary(try network.map { try Timetable(path: $0) })
        var expected: [String] = []
        for file in files {
            do throws(PhoneFormatError) {
                let bytes = FileManager.default.contents(atPath: file) ?? Data()
                expected.append(text(try diary.add([UInt8](bytes)).jsonBytes))
            } catch {
                expected.append(text(FileProblem(error).jsonBytes))
            }
        }
        diary.infer()
        let zone = try #require(TransitTimeZone(identifier: zoneName))
        let days = text(diary.answer(.days, in: zone))
        let dates = days.matches(of: /"date":"([0-9-]+)"/).map { String($0.1) }
        #expect(!needsDays || !dates.isEmpty)
        let questions = ["days", "csv", "gpx", "geojson"] + dates
        for question in questions {
            expected.append(
                text(diary.answer(try #require(FileDiary.Question(question)), in: zone)))
        }
        let targets = questions.map { "\($0) \(zoneName)" }
        let found = try BuiltEngine.node("days.mjs", network ?? "", files, targets)
        try #require(found.count == expected.count)
        for (found, expected) in zip(found, expected) where found != expected {
            Issue.record("\(files)\n\(expected.prefix(2000))\n\(found.prefix(2000))")
        }
        return expected
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
