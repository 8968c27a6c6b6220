/// Why a file of phone records could not be read at all.
package enum PhoneFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A table lacks required columns.
    case missingColumns([String])
    case unknownFormat
    /// The file is compressed by gzip.
    case compressed
    /// The file begins like a known format, but is invalid from a line on, counted from 1; nil if
    /// it is the file as a whole.
    case malformed(format: String, detail: String, line: Int? = nil)
    /// The file is longer than the limit, in bytes.
    case tooLong(limitBytes: Int)

    /// One sentence without the file's name.
    package var description: String {
        switch self {
        case .missingColumns(let names):
            "The header has no column \(names.map { "'\($0)'" }.joined(separator: ", "))."
        case .unknownFormat:
            "Files of this format cannot be imported."
        case .compressed:
            "The file is compressed; unpack it with gunzip."
        case .malformed(let format, let detail, _):
            "The file cannot be read as \(format): \(detail)"
        case .tooLong(let limitBytes):
            "The file is longer than \(limitBytes / 1_000_000) MB."
        }
    }

    /// The error of a file that is no JSON from some line on.
    static func damaged(_ format: String, _ damage: JSONScanner.Damage) -> PhoneFormatError {
        .malformed(
            format: format,
            detail: "the JSON breaks off or has another shape in line \(damage.line).",
            line: damage.line)
    }
}
