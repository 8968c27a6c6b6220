import FolderTesting
import Foundation
import Testing
import TransitModel

@testable import TaktApp

/// Whether the clock may be trusted when old data is deleted, across restarts.
@Suite struct RetentionFileTests {
    private let folder = TemporaryFolder()

    /// Restarts a server at each of some minutes, and returns those at which it trusts the clock.
    private func trusted(_ minutes: Double...) throws -> [Double] {
        try minutes.filter { minute in
            try RetentionFile(path: folder.path("riders.retention")).trusts(
                UnixTime(seconds: 1_800_000_000).advanced(bySeconds: minute * 60))
        }
    }

    @Test func `a server that restarts every twenty minutes deletes after an hour`() throws {
        #expect(try trusted(0, 20, 40, 60, 80) == [60, 80])
    }

    @Test func `a server that starts again within a day deletes at once`() throws {
        #expect(try trusted(0, 60, 24 * 60) == [60, 24 * 60])
    }

    @Test func `after a leap, or days without the server, another hour has to pass`() throws {
        #expect(try trusted(0, 60, 40 * 1440, 40 * 1440 + 59, 40 * 1440 + 60) == [60, 57_660])
    }

    @Test func `a damaged file restarts the hour, and a missing folder is an error`() throws {
        #expect(try trusted(0, 60) == [60])
        try Data("{".utf8).write(to: URL(fileURLWithPath: folder.path("riders.retention")))
        #expect(try trusted(70, 130) == [130])
        let nowhere = RetentionFile(path: folder.path("missing/riders.retention"))
        #expect(throws: (any Error).self) { try nowhere.trusts(UnixTime(seconds: 0)) }
    }
}
