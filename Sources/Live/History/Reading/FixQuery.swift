package import TransitModel

/// A selection of fixes.
package struct FixQuery: Sendable, Equatable {
    /// The vehicle's id; nil for all vehicles.
    package var vehicleID: String?
    /// The GTFS `route_id` of the matched run, in all spellings in which it was stored; nil for all
    /// fixes, matched or not.
    package var routeIDs: [String]?
    /// The first time of measurement.
    package var from: UnixTime
    /// The end of the times of measurement, exclusive.
    package var to: UnixTime
    /// Limits the result to fixes received by this instant, for replays; nil for no limit.
    package var receivedBy: UnixTime?

    package init(
        vehicleID: String? = nil, routeIDs: [String]? = nil, from: UnixTime, to: UnixTime,
        receivedBy: UnixTime? = nil
    ) {
        self.vehicleID = vehicleID
        self.routeIDs = routeIDs
        self.from = from
        self.to = to
        self.receivedBy = receivedBy
    }

    /// The hours since 1970 that the period touches; nil if it is empty.
    var hours: ClosedRange<Int64>? {
        let first = max(from.milliseconds, PackedFix.times.lowerBound)
        let end = min(to.milliseconds, PackedFix.times.upperBound)
        return first < end ? (first / 3_600_000)...((end - 1) / 3_600_000) : nil
    }

    /// Returns whether the fix was measured within the period and received by ``receivedBy``.
    func covers(_ fix: PackedFix) -> Bool {
        guard from.milliseconds <= fix.time, fix.time < to.milliseconds else { return false }
        return receivedBy.map { fix.time + Int64(fix.lag) * 1000 <= $0.milliseconds } ?? true
    }
}
