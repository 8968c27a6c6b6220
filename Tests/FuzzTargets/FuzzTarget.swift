import Foundation

/// A parser of what strangers send, as those that look for its weak places drive it.
///
/// The same targets are read with seeded, spoiled input by the tests, and by a fuzzer that watches which
/// lines are reached (`scripts/fuzz`).
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// Questions to the Transport API.
    case transportQuery = "transport-query"
    /// Answers of another Transport API.
    case transportAnswer = "transport-answer"
    /// Commands of clients of the tracker socket.
    case trackerCommand = "tracker-command"
    /// Messages of another tracker socket.
    case trackerMessage = "tracker-message"
    /// Messages of the shuttle tracker's socket.
    case fusion
    /// Lists of another shuttle tracker.
    case shuttle
    /// GTFS-Realtime feeds.
    case realtime
    /// A GTFS feed; lines of `=== name` lie between its files.
    case feed
    /// ZIP files.
    case zip
    /// OpenStreetMap extracts.
    case extract
    /// Graphs of streets, as sections without checksums.
    case graph
    /// Network files.
    case network
    /// Indices of places.
    case places
    /// Messages of phones.
    case phone
    /// Files of phones' apps.
    case phoneFile = "phone-file"
    /// Sealed files.
    case age
    /// Thresholds of a diary's sensing.
    case thresholds
    /// Times with their distance from UTC.
    case time

    /// What a parser promises of what it lets through was not so.
    package struct BrokenPromise: Error, CustomStringConvertible {
        /// What should have been so.
        package let description: String
    }

    /// Reads an input; tells whether it was let through.
    ///
    /// Throws ``BrokenPromise`` where what was let through is not as it should be.
    package func read(_ bytes: [UInt8]) throws -> Bool {
        switch self {
        case .transportQuery: try Self.transportQuery(bytes)
        case .transportAnswer: try Self.transportAnswer(bytes)
        case .trackerCommand: try Self.trackerCommand(bytes)
        case .trackerMessage: Self.trackerMessage(bytes)
        case .fusion: try Self.fusion(bytes)
        case .shuttle: try Self.shuttle(bytes)
        case .realtime: try Self.realtime(bytes)
        case .feed: try Self.feed(bytes)
        case .zip: try Self.zip(bytes)
        case .extract: try Self.extract(bytes)
        case .graph: try Self.graph(bytes)
        case .network: try Self.network(bytes)
        case .places: try Self.places(bytes)
        case .phone: try Self.phone(bytes)
        case .phoneFile: try Self.phoneFile(bytes)
        case .age: try Self.age(bytes)
        case .thresholds: try Self.thresholds(bytes)
        case .time: try Self.time(bytes)
        }
    }

    static func promise(_ holds: Bool, _ sentence: String) throws(BrokenPromise) {
        guard holds else { throw BrokenPromise(description: sentence) }
    }

    static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
