/// Why a file of a phone's records could not be read at all.
package enum PhoneFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A table without columns that it needs.
    case missingColumns([String])
    /// None of the known formats.
    case unknownFormat
    /// Begins like a known format, but cannot be read as one.
    case malformed(format: String, detail: String)
    /// Longer than what is read at once, in bytes.
    case tooLong(limitBytes: Int)

    /// One sentence without the file's name.
    package var description: String {
        switch self {
        case .missingColumns(let names):
            "The header has no column \(names.map { "'\($0)'" }.joined(separator: ", "))."
        case .unknownFormat:
            "This is none of the formats that can be imported."
        case .malformed(let format, let detail):
            "This is no readable \(format): \(detail)"
        case .tooLong(let limitBytes):
            "The file is longer than \(limitBytes / 1_000_000) MB."
        }
    }
}
