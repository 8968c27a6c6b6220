import Realtime
import Timetables
import Transit
import TransitModel

/// Whom a message is for, and how they want it.
struct Listener: Sendable {
    let rider: RiderID
    let settings: RiderSettings

    var language: MessageLanguage { MessageLanguage(settings) }
}

/// A departure of a saved route on a day, as long as news about it matter.
struct RouteWatch: Sendable {
    let subject: RouteSubject
    var told: SentNote<NotifiedState>
    /// Live data was there when it was last looked at.
    var wasLive = false
}

/// What is watched of a saved route, and for whom.
///
/// It never changes. An object, since every pass takes tens of thousands of them into its hands.
final class RouteSubject: Sendable {
    /// What messages about it are called.
    let topic: String
    let listener: Listener
    let connection: SavedConnection
    let route: SavedRoute
    /// The runs that the timetable has for it.
    let plan: RouteDeparture
    let rule: DelayAlertRule
    /// When telling begins, and when it ends whatever happens.
    let span: ClosedRange<UnixTime>

    init(
        topic: String, listener: Listener, connection: SavedConnection, route: SavedRoute,
        plan: RouteDeparture, span: ClosedRange<UnixTime>
    ) {
        self.topic = topic
        self.listener = listener
        self.connection = connection
        self.route = route
        self.plan = plan
        self.span = span
        rule = DelayAlertRule(listener.settings.alerts)
    }

    /// How long it is watched after the last thing that could matter, because estimates move; in
    /// seconds.
    static let afterSeconds = 900.0
    /// How long a vehicle is waited for at most, in seconds.
    static let maximumSeconds = 43_200.0

    /// The runs whose changes matter.
    var runs: [DatedRun] {
        plan.rides.compactMap { found in
            found.run.runIndex.map { DatedRun(run: $0, day: found.ride.day) }
        }
    }

    /// Whether nothing that may still be told is left.
    func isOver(_ state: RouteState, now: UnixTime) -> Bool {
        let last = state.arrivals.dropLast().max() ?? state.departure
        let end = max(last, state.departure).advanced(bySeconds: Self.afterSeconds)
        return now > end || now > span.upperBound
    }
}

/// A planned trip on a day, until its rider was called.
struct TripWatch: Sendable {
    let topic: String
    let listener: Listener
    let trip: PlannedTrip
    let day: ServiceDay
    /// When the rider wants to be there.
    let deadline: UnixTime
    var told: SentNote<TripReminderState>
    /// The rides that the rider is to take; empty before they were looked for, and if there are
    /// none.
    var chosen: [Ride] = []
    /// No run is there in time: the chosen one is the first that goes.
    var isLate = false
    /// It could be made, or the timetable says so: the rider counts on it.
    var wasPossible = false
    /// The server has just started: the run may have left meanwhile.
    var mayHaveMissed = false
    /// Its vehicle has left, and nothing is told of it any more.
    var isSilent = false
    /// When the run is looked for again.
    var nextPoll = UnixTime(milliseconds: .min)

    /// So long after it was to be there, nobody waits for a vehicle, in seconds.
    static let lateSeconds = 3600.0
}
