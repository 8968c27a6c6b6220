import FolderTesting
import Foundation
import Testing

@testable import TaktApp

/// Files that are replaced as a whole.
@Suite struct PrivateFileTests {
    private let folder = TemporaryFolder()

    @Test func `a file that cannot be written keeps its content, and the reason is given`() throws {
        let path = folder.path("ledger")
        try PrivateFile.replace(path, with: Data("old".utf8))
        // Writing there fails as on a full disk.
        try FileManager.default.createSymbolicLink(
            atPath: path + ".partial", withDestinationPath: "/dev/full")
        let failure = #expect(throws: PrivateFile.Failure.self) {
            try PrivateFile.replace(path, with: Data("new".utf8))
        }
        #expect(failure?.description == "'\(path)' cannot be written: No space left on device.")
        #expect(try folder.names() == ["ledger"])
        #expect(FileManager.default.contents(atPath: path) == Data("old".utf8))
    }
}
