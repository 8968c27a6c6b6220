/// Why bytes are not a usable GTFS-Realtime feed, or why a feed could not be written.
package enum GTFSRealtimeError: Error, Hashable, Sendable {
    /// The answer is longer than we are willing to read.
    case tooLarge(byteCount: Int, limit: Int)
    /// The bytes end in the middle of a field, at `offset` from the start.
    case truncated(offset: Int)
    /// The bytes are not a protocol-buffer message.
    case malformed(offset: Int)
    /// There are no bytes at all.
    case empty
    /// The answer is a text, as servers give where the feed is not, or in another form.
    case text(TextKind)
    /// There is no header, or it lacks the version that the specification demands.
    case headerMissing
    /// The feed follows another major version than 1 or 2; `version` is cut to 32 characters.
    case unsupportedVersion(String)
    /// The feed holds more entities than we are willing to keep.
    case tooManyEntities(limit: Int)
    /// The entities together hold more stop times, selectors, translations... than we would keep.
    case tooManyElements(limit: Int)
    /// The message could not be written; this is a fault of ours.
    case notEncodable(String)
}

extension GTFSRealtimeError {
    /// What servers answer with in place of a feed.
    package enum TextKind: Sendable {
        case webPage
        case xml
        case json
    }

    /// What bytes are that could not be read as a feed; nil if they are no text.
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

    /// So many bytes tell a text.
    private static let startBytes = 512

    private static func beginsTag(_ character: Character) -> Bool {
        character.isLetter || character == "!" || character == "?"
    }
}

extension GTFSRealtimeError: CustomStringConvertible {
    /// One plain sentence for operators.
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
            "The GTFS-Realtime feed holds more than \(limit) entities."
        case .tooManyElements(let limit):
            "The entities of the GTFS-Realtime feed hold more than \(limit) elements."
        case .notEncodable(let reason):
            "The GTFS-Realtime feed could not be written: \(reason)."
        }
    }
}
