package import TransitModel

/// Which fixes to read.
package struct FixQuery: Sendable, Equatable {
    /// The vehicle's id; nil for all vehicles.
    package var vehicleID: String?
    /// GTFS `route_id` of the run that the fix was placed on, in every way in which it was written; nil for
    /// all, on runs or not.
    package var routeIDs: [String]?
    /// From this moment on, by the time of measuring.
    package var from: UnixTime
    /// Before this moment.
    package var to: UnixTime
    /// What the server had by then, as a replay of that moment may know; nil for all.
    package var receivedBy: UnixTime?

    /// Asks for the fixes of a span of time.
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

    /// The hours since 1970 that the span touches; nil for an empty one.
    var hours: ClosedRange<Int64>? {
        let first = max(from.milliseconds, PackedFix.times.lowerBound)
        let end = min(to.milliseconds, PackedFix.times.upperBound)
        return first < end ? (first / 3_600_000)...((end - 1) / 3_600_000) : nil
    }

    /// Whether the fix's time lies in the span, and the fix had come.
    func covers(_ fix: PackedFix) -> Bool {
        guard from.milliseconds <= fix.time, fix.time < to.milliseconds else { return false }
        return receivedBy.map { fix.time + Int64(fix.lag) * 1000 <= $0.milliseconds } ?? true
    }
}
