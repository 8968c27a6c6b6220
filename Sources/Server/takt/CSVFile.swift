import Archives
import Foundation
import GTFS

/// The CSV files that commands read.
enum CSVFile {
    /// Calls `body` with each row of a file, plain or gzip, and the places of the columns in it:
    /// the required ones, then the optional ones, -1 for one that the file lacks.
    ///
    /// - Returns: Whether the file has a header.
    /// - Throws: An exit code, after a printed sentence, if the file is missing, damaged or lacks a
    ///   required column; the errors of `body`.
    static func read(
        _ path: String, required: [String], optional: [String] = [],
        _ body: (CSVRow, [Int]) throws -> Void
    ) throws -> Bool {
        guard var reader = GzipReader(path: path) else { throw missing(path) }
        var columns: [Int]?
        var scanner = CSVScanner()
        let outcome = try scanner.scan(
            fill: { buffer in
                guard let count = reader.read(into: buffer) else {
                    throw fail(
                        "'\(path)' is a folder, or damaged: it cannot be unpacked.", .badData)
                }
                return count
            },
            onBlank: { _ in },
            onRow: { row in
                if let columns { return try body(row, columns) }
                let header = (0..<row.fieldCount).map { row.field($0).string }
                columns = try (required + optional).map { name in
                    let place = header.firstIndex(of: name)
                    guard place != nil || optional.contains(name) else {
                        throw fail("'\(path)' has no column '\(name)'.", .badData)
                    }
                    return place ?? -1
                }
            })
        if case .unreadable(let line) = outcome {
            throw fail("'\(path)' cannot be read from line \(line) on.", .badData)
        }
        return columns != nil
    }

    /// Returns the lines of a small file that are not empty, the header first.
    ///
    /// - Throws: An exit code, after a printed sentence, if the file cannot be read.
    static func lines(of path: String) throws -> [Substring] {
        guard var text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw missing(path)
        }
        // Spreadsheets begin files with a byte order mark.
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        // \r\n is one Character, so lines are split by `isNewline`.
        return text.split(whereSeparator: \.isNewline)
    }

    private static func missing(_ path: String) -> any Error {
        fail("There is no file '\(path)' that can be read.", .noInput)
    }
}
