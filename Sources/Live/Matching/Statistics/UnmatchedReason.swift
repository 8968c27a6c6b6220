/// The reason why a vehicle is on no run.
package enum UnmatchedReason: String, Hashable, Sendable, CaseIterable {
    /// It names a trip, run or loop that the network does not have.
    case unknownTrip = "unknown_trip"
    /// It names a route that the network does not have.
    case unknownRoute = "unknown_route"
    /// It is too far from the path of the run that it names.
    case offRoute = "off_route"
    /// It names a run that it clearly does not serve, and no other run fits.
    case wrongTrip = "wrong_trip"
    /// It names no run, and no run under way fits its position and time.
    case noRunFits = "no_run_fits"
    /// It names no run, and several fit equally well.
    case ambiguous
    /// It names no run, and was not seen long enough to decide.
    case undecided
}
