import ArgumentParser
import Diary
import Foundation
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
        guard
            FileManager.default.createFile(
                atPath: partial, contents: nil, attributes: [.posixPermissions: 0o600]),
            let output = FileHandle(forWritingAtPath: partial)
        else { throw fail("\(target): the file cannot be written.", .inputOutput) }
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
            try? FileManager.default.removeItem(atPath: partial)
            throw fail("\(target): the file cannot be written.", .inputOutput)
        }
    }
}
