import FolderTesting
import Foundation
import GTFSImport
import Realtime
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Engine

/// The engine as WebAssembly, as far as it was built.
enum BuiltEngine {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    static let folder = root.appending(path: ".build/engine").path
    static let node = ["/usr/bin/node", "/usr/local/bin/node"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
    static let isPresent =
        node != nil && FileManager.default.fileExists(atPath: folder + "/takt-engine.wasm")

    /// Returns status and body of the answers to requests about the network in a file.
    static func answers(
        _ requests: [DrawnRequests.Request], network: String, frames: [[UInt8]] = []
    ) throws -> [String] {
        try run("answers.mjs", network, requests, frames: frames)
    }

    /// Returns for each file "refused", "stopped", or the answers, a line each.
    static func outcomes(
        _ requests: [DrawnRequests.Request], files: [String]
    ) throws -> [String] {
        let folder = TemporaryFolder()
        let list = folder.path("files")
        try JSONEncoder().encode(files).write(to: URL(fileURLWithPath: list))
        return try run("opens.mjs", list, requests)
    }

    private static func run(
        _ script: String, _ subject: String, _ requests: [DrawnRequests.Request],
        frames: [[UInt8]] = []
    ) throws -> [String] {
        let asked = requests.map { [$0.target, "\($0.now.milliseconds)"] }
        return try node(
            script, subject, asked, frames.map { Data($0).base64EncodedString() })
    }

    /// Returns the texts that a script of this folder writes; it gets the engine's folder, a
    /// subject, and the paths of three files: what is asked, the texts, and more about it.
    static func node(
        _ script: String, _ subject: String, _ asked: some Encodable, _ more: some Encodable
    ) throws -> [String] {
        let folder = TemporaryFolder()
        try JSONEncoder().encode(more).write(to: URL(fileURLWithPath: folder.path("more")))
        try JSONEncoder().encode(asked).write(to: URL(fileURLWithPath: folder.path("asked")))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: node ?? "")
        // Each process answers for a second or less: optimising WebAssembly takes longer than that.
        process.arguments = [
            "--liftoff-only", root.appending(path: "Tests/EngineTests/" + script).path, Self.folder,
            subject,
            folder.path("asked"), folder.path("answered"), folder.path("more"),
        ]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let data = try Data(contentsOf: URL(fileURLWithPath: folder.path("answered")))
        return try JSONDecoder().decode([String].self, from: data)
    }
}

@Suite struct SameAnswersTests {
    @Test(
        .enabled(if: BuiltEngine.isPresent, "`make engine` has not run, or there is no node"),
        arguments: 1...8)
    func `WebAssembly answers about drawn networks as the native program does`(
        seed: Int
    ) throws {
        var random = SeededRandom(seed: UInt64(seed))
        for _ in 0..<4 {
            try compare(
                EngineNetworks.feed(&random).withFolder { try network($0) }, count: 250, &random)
        }
    }

    @Test(.enabled(if: BuiltEngine.isPresent, "`make engine` has not run, or there is no node"))
    func `WebAssembly finds runs of the service day before after midnight`() throws {
        // The third stop is too far away for a walk.
        let feed = TextFeed("night-1: A 24:43  B 25:10  C 25:12\nday-1: A 5:30  B 6:00  C 6:02")
        let folder = try feed.withFolder { try network($0) }
        let found = try BuiltEngine.answers(
            [
                DrawnRequests.Request(
                    target: "/api/v1/connections?from=A&to=C&at=2026-05-06T00:10:00%2B02:00",
                    now: UnixTime(seconds: 1_778_018_400))
            ], network: folder.path("network"))
        #expect(found.first?.contains(#""2026-05-06T00:43:00"#) == true)
    }

    @Test(
        .enabled(if: BuiltEngine.isPresent, "`make engine` has not run, or there is no node"),
        .enabled(if: SharedData.folder != nil, "no ../shared/data beside the project"),
        arguments: ["small/caltrain_2023.zip", "medium/swiss_canton_zug_2021.zip"])
    func `WebAssembly answers about recorded networks as the native program does`(
        feed: String
    ) throws {
        var random = SeededRandom(seed: 7)
        let path = "\(SharedData.folder ?? "")/gtfs/\(feed)"
        try compare(network(path), count: 400, &random)
    }

    @Test(
        .enabled(if: BuiltEngine.isPresent, "`make engine` has not run, or there is no node"),
        arguments: 1...4)
    func `WebAssembly reads deviations as the native program does`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let folder = try EngineNetworks.feed(&random).withFolder { try network($0) }
        let timetable = try Timetable(path: folder.path("network"))
        let day = ServiceDay(daysSince1970: 20_546)
        let now = timetable.timeZone.start(of: day).advanced(bySeconds: 25_000)
        var drawn = DrawnDeviations(timetable, on: day, seed: random.next())
        var writer = DeviationWriter(timetable, sequence: 0)
        _ = writer.next(drawn.next(at: now))
        let frames = [writer.snapshot()] + (0..<9).map { _ in writer.next(drawn.next(at: now)) }
        let engine = try NetworkEngine(timetable)
        for frame in frames { try engine.apply(frame) }
        var questions = DrawnRequests(
            about: timetable, seed: random.next(), days: day...day.advanced(by: 1))
        let requests = questions.draw(300).map {
            DrawnRequests.Request(target: $0.target, now: now)
        }
        let found = try BuiltEngine.answers(
            requests, network: folder.path("network"), frames: frames)
        try #require(found.count == requests.count)
        var live = 0
        for (request, found) in zip(requests, found) {
            let answer = engine.get(request.target, now: request.now)
            let expected = "\(answer.status) \(String(decoding: answer.body, as: UTF8.self))"
            if expected.contains("\"delaySeconds\"") { live += 1 }
            #expect(found == expected, "\(request.target)")
        }
        #expect(live > 10)
    }

    private func network(_ path: String) throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        _ = try NetworkImport([.init(path: path, name: "test")]).write(to: folder.path("network"))
        return folder
    }

    /// Asks both builds, then for the pages and the saved connections that the answers name.
    private func compare(
        _ folder: TemporaryFolder, count: Int, _ random: inout SeededRandom
    ) throws {
        let timetable = try Timetable(path: folder.path("network"))
        var drawn = DrawnRequests(about: timetable, seed: random.next())
        let engine = try NetworkEngine(timetable)
        var requests = drawn.draw(count)
        var answers = requests.map { engine.get($0.target, now: $0.now) }
        let further = zip(requests, answers).flatMap(Self.following)
        requests += further
        answers += further.map { engine.get($0.target, now: $0.now) }
        let found = try BuiltEngine.answers(requests, network: folder.path("network"))
        try #require(found.count == requests.count)
        var answered = 0
        var different = 0
        for ((request, answer), found) in zip(zip(requests, answers), found) {
            let expected = "\(answer.status) \(String(decoding: answer.body, as: UTF8.self))"
            if answer.status == 200 { answered += 1 }
            guard found != expected else { continue }
            different += 1
            if different <= 3 { Issue.record("\(request.target)\n\(expected)\n\(found)") }
        }
        #expect(different == 0)
        #expect(answered > count / 4, "most requests have no answer, which compares little")
    }

    /// Returns the requests for the pages beside an answer, and for its first connection by id.
    private static func following(
        _ request: DrawnRequests.Request, _ answer: NetworkEngine.Answer
    ) -> [DrawnRequests.Request] {
        guard answer.status == 200, request.target.hasPrefix("/api/v1/connections?"),
            let object = try? JSONSerialization.jsonObject(with: Data(answer.body)),
            let page = object as? [String: Any]
        else { return [] }
        var targets: [String] = []
        for name in ["earlier", "later"] {
            guard let cursor = page[name] as? String else { continue }
            targets.append(request.target + "&cursor=" + cursor)
        }
        if let id = (page["connections"] as? [[String: Any]])?.first?["id"] as? String {
            targets.append("/api/v1/connections/\(id)?passed=true")
        }
        return targets.map { DrawnRequests.Request(target: $0, now: request.now) }
    }
}
