import Foundation

/// Why a file could not be written, in the system's words; Foundation wraps them.
package enum SystemReason {
    /// Returns the system's code of an error; that of a failing disk if it has none.
    package static func code(of error: any Error) -> Int32 {
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? error
        if let system = cause as? POSIXError { return system.code.rawValue }
        let plain = cause as NSError
        if plain.domain == NSPOSIXErrorDomain { return Int32(clamping: plain.code) }
        return plain.code == CocoaError.fileWriteOutOfSpace.rawValue ? ENOSPC : EIO
    }

    /// Returns the reason, as in `No space left on device`.
    package static func text(of error: any Error) -> String {
        String(cString: strerror(code(of: error)))
    }
}
