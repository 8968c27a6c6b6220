/// Why bytes are not a usable GTFS-Realtime feed, or why a feed could not be written.
package enum GTFSRealtimeError: Error, Hashable, Sendable {
    /// The answer is longer than we are willing to read.
    case tooLarge(byteCount: Int, limit: Int)
    /// The bytes end in the middle of a field, at `offset` from the start.
    case truncated(offset: Int)
    /// The bytes are not a protocol-buffer message, as when a server answers with a web page.
    case malformed(offset: Int)
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
