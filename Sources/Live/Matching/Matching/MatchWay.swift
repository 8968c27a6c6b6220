package import Realtime
import TransitModel

/// How the run of a vehicle or an update was found.
package enum MatchWay: String, Hashable, Sendable, CaseIterable {
    /// By its trip's id.
    case tripID = "trip_id"
    /// By route, direction and start time, because the trip's id is unknown or missing.
    case startTime = "start_time"
    /// By the times that an update tells, compared with the runs of its route or stops.
    case stopTimes = "stop_times"
    /// By its route, whose vehicles drive one loop.
    case route
    /// By where a vehicle was seen and when.
    case place
}

/// A run, and how it was found.
package struct FoundRun: Sendable {
    /// The run.
    package let run: DatedRun
    /// How it was found.
    package let way: MatchWay
}

/// Runs that were found for trip ids that the network does not have.
///
/// What a source's updates reveal of such an id helps to place the vehicle that names it, and the other
/// way round.
package struct RunAliases: Sendable {
    /// An alias holds for so long after it was last confirmed, in seconds.
    private static let validSeconds = 3600.0
    /// More aliases than this are not kept.
    private static let maximumAliases = 100_000

    private struct Alias {
        let run: DatedRun
        let way: MatchWay
        let confirmed: UnixTime
    }

    private var runs: [String: Alias] = [:]

    /// Knows nothing yet.
    package init() {}

    /// The run that a trip id was last found to stand for; nil if none was lately.
    func find(_ tripID: String, at time: UnixTime) -> FoundRun? {
        guard let alias = runs[tripID], time.seconds(since: alias.confirmed) < Self.validSeconds
        else { return nil }
        return FoundRun(run: alias.run, way: alias.way)
    }

    /// Keeps what a trip id stands for.
    mutating func keep(_ found: FoundRun, as tripID: String, at time: UnixTime) {
        if runs[tripID] == nil, runs.count >= Self.maximumAliases {
            runs = runs.filter { time.seconds(since: $0.value.confirmed) < Self.validSeconds }
            guard runs.count < Self.maximumAliases else { return }
        }
        runs[tripID] = Alias(run: found.run, way: found.way, confirmed: time)
    }

    /// Forgets a trip id that proved to stand for another run.
    mutating func forget(_ tripID: String) { runs[tripID] = nil }
}
