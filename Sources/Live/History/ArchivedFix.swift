package import TransitModel

/// A fix as stored in the history: the measurement, the matched route and the time of receipt.
package struct ArchivedFix: Hashable, Sendable {
    /// The measurement.
    ///
    /// Stored to 1e-6 degrees, whole degrees of heading, 0.1 m/s and the millisecond. Empty ids and
    /// empty trip references are read back as nil.
    package let fix: VehicleFix
    /// The GTFS `route_id` of the run that the fix was matched to; nil if none.
    package let routeID: String?
    /// When the server received it, rounded up to whole seconds after ``fix``'s time.
    package let received: UnixTime

    package init(_ fix: VehicleFix, routeID: String?, received: UnixTime) {
        self.fix = fix
        self.routeID = routeID
        self.received = received
    }
}
