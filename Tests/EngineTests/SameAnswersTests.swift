import FolderTesting
import Foundation
import GTFSImport
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Engine

/// The engine as WebAssembly, as far as it was built.
private enum BuiltEngine {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    static let folder = root.appending(path: ".build/engine").path
    static let node = ["/usr/bin/node", "/usr/local/bin/node"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
    static let isPresent =
        node != nil && FileManager.default.fileExists(atPath: folder + "/takt-engine.wasm")

    /// Returns the answers to questions about the network in a file.
    static func answers(_ questions: [String], network: String) throws -> [String] {
        let folder = TemporaryFolder()
        try JSONEncoder().encode(questions).write(to: URL(fileURLWithPath: folder.path("asked")))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: node ?? "")
        process.arguments = [
            root.appending(path: "Tests/EngineTests/answers.mjs").path, Self.folder, network,
            folder.path("asked"), folder.path("answered"),
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

    private func network(_ path: String) throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        _ = try NetworkImport([.init(path: path, name: "test")]).write(to: folder.path("network"))
        return folder
    }

    private func compare(
        _ folder: TemporaryFolder, count: Int, _ random: inout SeededRandom
    ) throws {
        let timetable = try Timetable(path: folder.path("network"))
        let questions = EngineNetworks.questions(count, about: timetable, &random)
        let engine = NetworkEngine(timetable)
        let found = try BuiltEngine.answers(questions, network: folder.path("network"))
        try #require(found.count == questions.count)
        var different = 0
        for (question, found) in zip(questions, found) {
            let expected = engine.answer(question)
            guard found != expected else { continue }
            different += 1
            if different <= 3 { Issue.record("\(question)\n\(expected)\n\(found)") }
        }
        #expect(different == 0)
    }
}
