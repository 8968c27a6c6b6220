/// A parser of untrusted input, in the form that fuzzing needs.
///
/// The tests run the same targets with seeded, mutated input, and a coverage-guided fuzzer runs
/// them too (`scripts/fuzz`).
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// Queries of the Transport API.
    case transportQuery = "transport-query"
    /// Answers of a remote Transport API.
    case transportAnswer = "transport-answer"
    /// Commands of the tracker socket's clients.
    case trackerCommand = "tracker-command"
    /// Messages of a remote tracker socket.
    case trackerMessage = "tracker-message"
    /// Messages of the shuttle tracker's socket.
    case fusion
    /// Lists of a remote shuttle tracker.
    case shuttle
    /// GTFS-Realtime feeds.
    case realtime
    /// A GTFS feed whose files are separated by lines of `=== name`.
    case feed
    /// ZIP files.
    case zip
    /// OpenStreetMap extracts.
    case extract
    /// Graphs of streets, as sections without checksums.
    case graph
    /// Graphs of vehicles' ways, as sections without checksums.
    case vehicles
    /// Archives of map tiles.
    case tiles
    /// Network files.
    case network
    /// Network files with right checksums, and questions about them.
    case networkContent = "network-content"
    /// Frames of deviations from the timetable with right checksums.
    case deviations
    /// Indices of places.
    case places
    /// Messages of phones.
    case phone
    /// Files of phone apps.
    case phoneFile = "phone-file"
    /// Sealed files.
    case age
    /// Thresholds of a diary's sensing.
    case thresholds
    /// Times with UTC offsets.
    case time

    /// The error of a parser that accepted input but did not keep a promise.
    package struct BrokenPromise: Error, CustomStringConvertible {
        /// The promise.
        package let description: String
    }

    /// Parses an input; returns whether it was accepted.
    ///
    /// - Throws: ``BrokenPromise`` if an accepted input is not as it should be.
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
        case .vehicles: try Self.vehicleGraph(bytes)
        case .tiles: try Self.tiles(bytes)
        case .network: try Self.network(bytes)
        case .networkContent: try Self.networkContent(bytes)
        case .deviations: try Self.deviations(bytes)
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
