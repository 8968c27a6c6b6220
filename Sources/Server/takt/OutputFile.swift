import Foundation
import Glibc
import HTTPFetching

/// The file that an option such as `--output` names.
enum OutputFile {
    /// Checks that a finished file may take the place of what is there: a device such as
    /// `/dev/null` or a pipe would be gone for all other programs.
    ///
    /// - Throws: An exit code, after a printed sentence, if something else than a file is there.
    static func checkReplaceable(_ path: String) throws {
        guard isSpecial(path) else { return }
        throw fail("'\(path)' is not a file, so it is not replaced.", .inputOutput)
    }

    /// Writes a text: atomically in the place of a file, and through to a device or a pipe.
    ///
    /// - Throws: An exit code, after a printed sentence, if it cannot be written.
    static func write(_ text: String, to path: String) throws {
        do {
            let options: Data.WritingOptions = isSpecial(path) ? [] : .atomic
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: options)
        } catch {
            throw fail(
                "'\(path)' cannot be written: \(SystemReason.text(of: error)).", .inputOutput)
        }
    }

    /// Whether a device, a pipe, a socket or a folder is there, also by a link.
    private static func isSpecial(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }
}
