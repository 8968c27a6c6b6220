import JSONWriting
import NetworkAPI
package import Realtime
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
        /// The instant of its deviations; nil for an answer by the timetable alone.
        package var liveAsOf: UnixTime?
    }

    package let timetable: Timetable
    private let profile: NetworkProfile
    /// Made with the first request, as it takes longer than opening a network.
    private lazy var api = NetworkAPI(
        JourneyPlanner(timetable, days: 2, searches: 1),
        PlaceResolver(StopSearchIndex(timetable, isPrepared: false)), profile: profile)
    private let plain: NetworkSnapshot
    private var deviations: DeviationReader

    /// Prepares answers about a network.
    ///
    /// - Throws: `NetworkFileError` if the file lacks a column.
    package init(_ timetable: Timetable) throws(NetworkFileError) {
        self.timetable = timetable
        profile = try NetworkProfile(timetable)
        deviations = DeviationReader(timetable)
        plain = NetworkSnapshot(
            timetable: timetable, sequence: 0, asOf: UnixTime(seconds: 0), vehicles: [],
            source: LiveSourceState(kind: "none", updatedAt: nil))
    }

    /// Opens a network from bytes that may come from anywhere, and checks all of them.
    ///
    /// - Throws: `NetworkFileError` if they are not an intact network file.
    package convenience init(_ bytes: NetworkBytes) throws(NetworkFileError) {
        try self.init(Timetable(checking: NetworkFile(bytes: bytes, name: "network")))
    }

    /// Takes in the next frame of what differs from the timetable, from the server's stream.
    ///
    /// - Throws: `DeviationError`; answers are then of the timetable alone until a snapshot
    ///   comes.
    package func apply(_ frame: [UInt8]) throws(DeviationError) {
        try deviations.read(frame)
    }

    /// The number of the last frame, after which the stream goes on; nil if a snapshot must come
    /// first.
    package var deviationSequence: UInt64? { deviations.sequence }

    /// Returns the answer to `GET target`, a path and query, as of an instant.
    ///
    /// Deviations that are too old to be true are left out.
    package func get(_ target: String, now: UnixTime) -> Answer {
        let live = deviations.snapshot.flatMap {
            now.seconds(since: $0.asOf) <= LiveSourceState.downSeconds ? $0 : nil
        }
        var answer = get(target, AnswerContext(live ?? plain, now: now))
        answer.liveAsOf = live?.asOf
        return answer
    }

    private func get(_ target: String, _ context: AnswerContext) -> Answer {
        do throws(NetworkProblem) {
            guard target.utf8.count <= Self.maximumRequest else { throw .tooLong }
            let request = try NetworkRequest(target)
            return Answer(status: 200, body: try api.answer(request, context))
        } catch {
            return Answer(status: error.status.rawValue, body: error.body.jsonBytes)
        }
    }
}
