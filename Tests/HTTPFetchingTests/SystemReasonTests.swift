import Foundation
import HTTPFetching
import Testing

@Suite struct SystemReasonTests {
    @Test func `what Foundation wraps is said in the system's words`() {
        let full = POSIXError(.ENOSPC)
        let wrapped = CocoaError(.fileWriteUnknown, userInfo: [NSUnderlyingErrorKey: full])
        for error in [full, wrapped, CocoaError(.fileWriteOutOfSpace)] as [any Error] {
            #expect(SystemReason.text(of: error) == "No space left on device")
        }
        #expect(SystemReason.code(of: CocoaError(.fileWriteUnknown)) == EIO)
    }

    @Test func `a folder that cannot be created names the reason`() {
        let error = #expect(throws: (any Error).self) {
            try FileManager.default.createDirectory(
                atPath: "/dev/null/x", withIntermediateDirectories: true)
        }
        #expect(error.map(SystemReason.text) == "Not a directory")
    }
}
