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
        let program = folder.path("program")
        try Data("#!/bin/sh\necho '\(sentence)' >&2\nexit \(status)\n".utf8)
            .write(to: URL(fileURLWithPath: program))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let process = ImportProcess(program: program, memoryBytes: 1 << 30)
        let job = ImportJob(feeds: [], output: folder.path("network.takt"), feedBytes: 0)
        let failure = await #expect(throws: FeedRefresh.Failure.self) {
            try await process.run(job)
        }
        #expect(failure?.isNotWritten == (status == 74))
        #expect(
            failure?.description
                == (sentence.isEmpty
                    ? "The import cannot write its files; is the disk full?"
                    : String(sentence.dropFirst("takt: ".count))))
    }
}
