import Foundation
import History
import Persistence
import PostgresTesting
import Testing
import TransitModel

@testable import history_load

/// Kills a storing program at random times and checks the stored data.
@Suite struct CrashTests {
    @Test(arguments: StoreKind.here)
    func `What was acknowledged is there after kill -9, whenever it came`(kind: StoreKind)
        async throws
    {
        let program = try #require(Self.program, "history-load is not built")
        let scratch = try Scratch(kind)
        var random = SeededRandom(seed: 20_260_504)
        var next = 0
        let server = kind == .server ? try scratch.store() : nil
        // In PostgreSQL each round waits for the end of the killed program's lease.
        for round in 0..<(kind == .file ? 8 : 3) {
            // Some 300 batches in all, so hours end while it runs.
            let batches = Int.random(in: 27...48, using: &random)
            let others = if let server { try await sessions(server) } else { Set<String>() }
            let acknowledged = try run(
                program, scratch.address, first: next, batches: batches)
            if let server { try await endOfSessions(server, beside: others) }
            let reader =
                kind == .file
                ? try FixReader(path: scratch.path) : try scratch.archive(node: "reader").reader
            let read = try await reader.all(.everything)
            let stored = Set(read)
            #expect(stored.count == read.count, "round \(round): a fix came twice")
            // All acknowledged batches, at most one more, and no part of a batch.
            let last = max(acknowledged ?? next - 1, next - 1)
            let expected = (0...(last + 1)).map { LoadBatch(number: $0).fixes }
            let missing = Set(expected.dropLast().joined()).subtracting(stored)
            #expect(missing.isEmpty, "round \(round): \(missing.count) acknowledged fixes are lost")
            let more = stored.subtracting(expected.dropLast().joined())
            #expect(more.isEmpty || more == Set(expected[last + 1]), "round \(round)")
            next = last + (more.isEmpty ? 1 : 2)
        }
        #expect(next > 200 || kind == .server, "hours ended while it ran")
        let archive = try scratch.archive()
        #expect(try await archive.reader.all(.everything).count == next * 10)
    }

    /// Returns the sessions of the database other than the store's own.
    private func sessions(_ server: RecordStore) async throws -> Set<String> {
        let pids = try await server.read { database in
            try database.texts(
                """
                SELECT pid::text FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """)
        }
        return Set(pids)
    }

    /// Waits until the server has noticed the kill: the last data may be written until then.
    private func endOfSessions(_ server: RecordStore, beside others: Set<String>) async throws {
        let killed = try await sessions(server).subtracting(others)
        for _ in 0..<6000 {
            if try await sessions(server).isDisjoint(with: killed) { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("the sessions of a killed program do not end")
    }

    /// Kills the program while it stores what follows a number of acknowledged batches, and returns
    /// the last batch that it acknowledged; nil for none.
    func run(_ program: String, _ path: String, first: Int, batches: Int) throws -> Int? {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["store", path, String(first)]
        process.standardOutput = output
        try process.run()
        var text = Data()
        while text.count(where: { $0 == UInt8(ascii: "\n") }) < batches {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { break }
            text += more
        }
        kill(process.processIdentifier, SIGKILL)
        text += output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal, "it stored until it was killed")
        // A number without its line ending was cut off.
        let lines = String(decoding: text, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        return lines.dropLast().last.flatMap { Int($0) }
    }

    /// The program next to the tests, where SwiftPM builds their dependencies.
    static var program: String? {
        let tests = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let folders = [tests, Bundle.main.bundleURL, tests.deletingLastPathComponent()]
        return folders.map { $0.appendingPathComponent("history-load").path }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
