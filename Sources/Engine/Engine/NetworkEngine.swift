import JSONWriting
import NetworkAPI
import Realtime
package import Timetables
import Transit
package import TransitModel

/// Answers requests of the HTTP API about one network, natively and as WebAssembly.
///
/// Both builds and the server write the same bytes for the same request at the same instant, which
/// `Tests/EngineTests` compares.
public final class NetworkEngine {
    /// The longest path and query in bytes.
    package static let maximumRequest = 16_384

    /// An answer as HTTP has it.
    public struct Answer {
        /// HTTP's status: 200, or that of a problem; 501 if only a server can answer.
        public let status: Int
        /// JSON text: the answer, or a problem object (RFC 9457).
        public let body: [UInt8]
    }

    package let timetable: Timetable
    private let profile: NetworkProfile
    /// Made with the first request, as it takes longer than opening a network.
    private lazy var api = NetworkAPI(
        JourneyPlanner(timetable, days: 2, searches: 1),
        PlaceResolver(StopSearchIndex(timetable)), profile: profile)
    private var snapshot: NetworkSnapshot

    /// Prepares answers about a network.
    ///
    /// - Throws: ``NetworkFileError`` if the file lacks a column.
    package init(_ timetable: Timetable) throws(NetworkFileError) {
        self.timetable = timetable
        profile = try NetworkProfile(timetable)
        snapshot = NetworkSnapshot(
            timetable: timetable, sequence: 0, asOf: UnixTime(seconds: 0), vehicles: [],
            source: LiveSourceState(kind: "none", updatedAt: nil))
    }

    /// Opens a network from bytes that may come from anywhere, and checks all of them.
    ///
    /// - Throws: ``NetworkFileError`` if they are not an intact network file.
    package convenience init(_ bytes: NetworkBytes) throws(NetworkFileError) {
        try self.init(Timetable(checking: NetworkFile(bytes: bytes, name: "network")))
    }

    /// Returns the answer to `GET target`, a path and query, as of an instant.
    package func get(_ target: String, now: UnixTime) -> Answer {
        do throws(NetworkProblem) {
            guard target.utf8.count <= Self.maximumRequest else { throw .tooLong }
            let request = try NetworkRequest(target)
            return Answer(
                status: 200, body: try api.answer(request, AnswerContext(snapshot, now: now)))
        } catch {
            return Answer(status: error.status.rawValue, body: error.body.jsonBytes)
        }
    }
}
