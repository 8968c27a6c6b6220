/// Why a vehicle is on no run.
package enum UnmatchedReason: String, Hashable, Sendable, CaseIterable {
    /// It names a trip, a run or a loop that the network does not have.
    case unknownTrip = "unknown_trip"
    /// It names a route that the network does not have.
    case unknownRoute = "unknown_route"
    /// It is too far from the way of the run that it names.
    case offRoute = "off_route"
    /// It names a run that it clearly does not serve, and no other fits.
    case wrongTrip = "wrong_trip"
    /// It names no run, and where it was and when fits none under way.
    case noRunFits = "no_run_fits"
    /// It names no run, and several fit it alike.
    case ambiguous
    /// It names no run, and was not yet seen long enough to tell.
    case undecided
}
