/// The reason why a GTFS-Realtime feed cannot be decoded or encoded.
package enum GTFSRealtimeError: Error, Hashable, Sendable {
    /// The answer exceeds the limit of bytes.
    case tooLarge(byteCount: Int, limit: Int)
    /// The bytes end within the field that begins at `offset`.
    case truncated(offset: Int)
    /// The bytes at `offset` are no protocol-buffer field.
    case malformed(offset: Int)
    case empty
    /// The answer is text, such as an error page or another format.
    case text(TextKind)
    /// The header or its required version is missing.
    case headerMissing
    /// The feed's major version is neither 1 nor 2; `version` is truncated to 32 characters.
    case unsupportedVersion(String)
    /// The feed exceeds the limit of entities.
    case tooManyEntities(limit: Int)
    /// The feed exceeds the limit of stop time updates, selectors, translations and other elements.
    case tooManyElements(limit: Int)
    /// Encoding failed; this is a fault of Takt's.
    case notEncodable(String)
}

extension GTFSRealtimeError {
    /// A text format that servers answer in place of a feed.
    package enum TextKind: Sendable {
        case webPage
        case xml
        case json
    }

    /// Classifies bytes that cannot be decoded as a feed; nil if they are no known text.
    init?(insteadOfFeed bytes: [UInt8]) {
        guard !bytes.isEmpty else {
            self = .empty
            return
        }
        let text = String(decoding: bytes.prefix(Self.startBytes), as: UTF8.self).lowercased()
            .drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") {
            self = .text(.webPage)
        } else if text.hasPrefix("<"), text.dropFirst().first.map(Self.beginsTag) == true {
            self = .text(.xml)
        } else if text.hasPrefix("{"), text.dropFirst().drop(while: \.isWhitespace).first == "\"" {
            self = .text(.json)
        } else {
            return nil
        }
    }

    /// The number of bytes examined.
    private static let startBytes = 512

    private static func beginsTag(_ character: Character) -> Bool {
        character.isLetter || character == "!" || character == "?"
    }
}

extension GTFSRealtimeError: CustomStringConvertible {
    /// A sentence for operators.
    package var description: String {
        switch self {
        case .tooLarge(let byteCount, let limit):
            "The GTFS-Realtime feed has \(byteCount) bytes, more than the \(limit) we read."
        case .truncated(let offset):
            "The GTFS-Realtime feed ends in the middle of a field that begins at byte \(offset)."
        case .malformed(let offset):
            "The answer is not a GTFS-Realtime feed: byte \(offset) begins no valid field."
        case .empty:
            "The answer is empty; even without vehicles a GTFS-Realtime feed has a header."
        case .text(.webPage):
            "The answer is a web page, no GTFS-Realtime feed; look at its address in a browser."
        case .text(.xml):
            "The answer is XML, no GTFS-Realtime feed; ask its publisher for one in protocol buffers."
        case .text(.json):
            "The answer is JSON; ask its publisher for the GTFS-Realtime feed in protocol buffers."
        case .headerMissing:
            "The GTFS-Realtime feed has no header with a version."
        case .unsupportedVersion(let version):
            "The feed follows GTFS-Realtime '\(version)'; we read versions 1 and 2."
        case .tooManyEntities(let limit):
            "The GTFS-Realtime feed has more than \(limit) entities."
        case .tooManyElements(let limit):
            "The entities of the GTFS-Realtime feed hold more than \(limit) elements."
        case .notEncodable(let reason):
            "The GTFS-Realtime feed could not be written: \(reason)."
        }
    }
}
