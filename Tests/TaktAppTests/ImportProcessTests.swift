import FolderTesting
import Foundation
import Testing

@testable import TaktApp

/// Imports in processes of their own.
@Suite struct ImportProcessTests {
    @Test(arguments: ["true", "false"]) func `an import leaves no open file behind`(
        ending: String
    ) async throws {
        let folder = TemporaryFolder()
        let process = ImportProcess(program: "/bin/\(ending)", memoryBytes: 1 << 30)
        let job = ImportJob(feeds: [], output: folder.path("network.takt"), feedBytes: 0)
        do {
            try await process.run(job)
            #expect(ending == "true")
        } catch {
            #expect(ending == "false")
        }
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }
        #expect(open.filter { $0.hasPrefix(folder.path) } == [])
    }

    @Test(arguments: [("takt: Full.", 74), ("", 74), ("takt: Bad.", 65)])
    func
        `an import that cannot write its file says so, even where no sentence of it can be written`(
            sentence: String, status: Int
        ) async throws
    {
        let folder = TemporaryFolder()
        let failure = try await failure(
            of: "echo '\(sentence)' >&2\nexit \(status)\n", in: folder)
        #expect(failure?.isNotWritten == (status == 74))
        #expect(
            failure?.description
                == (sentence.isEmpty
                    ? "The import cannot write its files; is the disk full?"
                    : String(sentence.dropFirst("takt: ".count))))
    }

    @Test(arguments: [("KILL", "MemoryMax"), ("SEGV", "limits.import-bytes")])
    func `an import that was ended says which limit may be too low`(
        signal: String, setting: String
    ) async throws {
        let failure = try await failure(of: "kill -\(signal) $$\n", in: TemporaryFolder())
        #expect(failure?.description.contains("'\(setting)'") == true)
    }

    /// Runs a shell's script as the import, and returns why it failed.
    private func failure(
        of script: String, in folder: TemporaryFolder
    ) async throws -> FeedRefresh.Failure? {
        let program = folder.path("program")
        try folder.write("#!/bin/sh\n\(script)", to: "program")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let process = ImportProcess(program: program, memoryBytes: 1 << 30)
        let job = ImportJob(feeds: [], output: folder.path("network.takt"), feedBytes: 0)
        return await #expect(throws: FeedRefresh.Failure.self) { try await process.run(job) }
    }
}
