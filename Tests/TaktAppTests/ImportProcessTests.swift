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
}
