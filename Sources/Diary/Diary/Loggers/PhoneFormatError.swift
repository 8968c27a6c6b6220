/// Why a file of phone records could not be read at all.
package enum PhoneFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A table lacks required columns.
    case missingColumns([String])
    /// The format is unknown.
    case unknownFormat
    /// The file begins like a known format, but is invalid.
    case malformed(format: String, detail: String)
    /// The file is longer than the limit, in bytes.
    case tooLong(limitBytes: Int)

    /// One sentence without the file's name.
    package var description: String {
        switch self {
        case .missingColumns(let names):
            "The header has no column \(names.map { "'\($0)'" }.joined(separator: ", "))."
        case .unknownFormat:
            "Files of this format cannot be imported."
        case .malformed(let format, let detail):
            "The file cannot be read as \(format): \(detail)"
        case .tooLong(let limitBytes):
            "The file is longer than \(limitBytes / 1_000_000) MB."
        }
    }
}
