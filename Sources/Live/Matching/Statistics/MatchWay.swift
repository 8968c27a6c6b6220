package import Realtime
import TransitModel

/// How the run of a vehicle or an update was found.
package enum MatchWay: String, Hashable, Sendable, CaseIterable {
    /// By the trip's id.
    case tripID = "trip_id"
    /// By route, direction and start time, because the trip id is unknown or missing.
    case startTime = "start_time"
    /// By the times of an update, compared with the runs of its route or stops.
    case stopTimes = "stop_times"
    /// By the route, whose vehicles serve one loop.
    case route
    /// By the position and time of a vehicle.
    case place
}

/// A run, and how it was found.
package struct FoundRun: Sendable {
    package let run: DatedRun
    package let way: MatchWay
}

/// The runs found for trip ids that the network does not have.
///
/// What a source's updates reveal about such an id helps to match the vehicle that names it, and
/// vice versa.
package struct RunAliases: Sendable {
    /// How long an alias remains valid after its last confirmation, in seconds.
    private static let validSeconds = 3600.0
    private static let maximumAliases = 100_000

    private struct Alias {
        let run: DatedRun
        let way: MatchWay
        let confirmed: UnixTime
    }

    private var runs = ExpiringTable<String, Alias>(
        maximum: maximumAliases, seconds: validSeconds
    ) { $0.confirmed }

    package init() {}

    /// Returns the run last found for a trip id; nil if none was found recently.
    func find(_ tripID: String, at time: UnixTime) -> FoundRun? {
        guard let alias = runs[tripID], time.seconds(since: alias.confirmed) < Self.validSeconds
        else { return nil }
        return FoundRun(run: alias.run, way: alias.way)
    }

    /// Stores the run found for a trip id.
    mutating func keep(_ found: FoundRun, as tripID: String, at time: UnixTime) {
        runs.set(
            Alias(run: found.run, way: found.way, confirmed: time), for: tripID, at: time)
    }

    /// Removes a trip id that proved to be another run's.
    mutating func forget(_ tripID: String) { runs.remove(tripID) }
}
