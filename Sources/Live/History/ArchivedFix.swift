package import TransitModel

/// A fix as the history keeps it: what was measured, the route it was found on, when it came.
package struct ArchivedFix: Hashable, Sendable {
    /// What was measured.
    ///
    /// Kept to 1e-6 degrees, whole degrees of heading, 0.1 m/s and the millisecond. Empty ids come
    /// back as nil, and so does a trip reference that says nothing.
    package let fix: VehicleFix
    /// GTFS `route_id` of the run that the fix was placed on; nil if on none.
    package let routeID: String?
    /// When the server received it, to the second after ``fix``'s time.
    package let received: UnixTime

    /// Puts down a fix.
    package init(_ fix: VehicleFix, routeID: String?, received: UnixTime) {
        self.fix = fix
        self.routeID = routeID
        self.received = received
    }
}
