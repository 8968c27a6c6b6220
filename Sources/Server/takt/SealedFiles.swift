import ArgumentParser
import Diary
import Foundation
import Glibc
import HTTPFetching

/// Converts one file into another in chunks; the result appears only when it is complete.
enum SealedFiles {
    private static let pieceBytes = 1024 * 1024

    /// Converts a file with `body`, which reads and writes chunks.
    ///
    /// - Throws: An exit code, after a printed sentence, if a file cannot be read or written, or
    ///   `body` fails.
    static func convert(
        _ path: String, to target: String,
        _ body: (_ read: () throws -> Data?, _ write: (Data) throws -> Void) throws -> Void
    ) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
            !isFolder.boolValue
        else { throw fail("\(path): there is no such file.", .noInput) }
        guard let input = FileHandle(forReadingAtPath: path) else {
            throw fail("\(path): the file cannot be read.", .inputOutput)
        }
        defer { try? input.close() }
        let partial = target + ".partial"
        let descriptor = Glibc.open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw notWritten(target) }
        let output = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var isReading = false
        do {
            try body(
                {
                    isReading = true
                    let piece = try input.read(upToCount: pieceBytes) ?? Data()
                    isReading = false
                    return piece.isEmpty ? nil : piece
                }, { try output.write(contentsOf: $0) })
            try output.synchronize()
            try output.close()
        } catch {
            try? output.close()
            try? FileManager.default.removeItem(atPath: partial)
            guard let error = error as? AgeError else {
                let problem =
                    isReading
                    ? "\(path): the file cannot be read" : "\(target): the file cannot be written"
                throw fail("\(problem): \(SystemReason.text(of: error)).", .inputOutput)
            }
            throw fail("\(path): \(error.description)", .badData)
        }
        guard rename(partial, target) == 0 else {
            let failure = notWritten(target)
            try? FileManager.default.removeItem(atPath: partial)
            throw failure
        }
    }

    /// Prints the reason of the system's last error, and returns the exit code.
    private static func notWritten(_ target: String) -> ExitCode {
        let reason = String(cString: strerror(errno))
        return fail("\(target): the file cannot be written: \(reason).", .inputOutput)
    }
}
