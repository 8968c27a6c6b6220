import Realtime
import Transit
import TransitModel

/// The rider of a message, and the settings for messages.
struct Listener: Sendable {
    let rider: RiderID
    let settings: RiderSettings

    var language: MessageLanguage { MessageLanguage(settings) }
}

/// A departure of a saved route on a day, while news about it matters.
struct RouteWatch: Sendable {
    let subject: RouteSubject
    var sent: SentNote<NotifiedState>
    /// Whether live data was there at the previous evaluation.
    var wasLive = false
}

/// What is watched of a saved route, and for whom.
///
/// It never changes. It is an object because every evaluation handles tens of thousands of them.
final class RouteSubject: Sendable {
    /// The topic of messages about it.
    let topic: String
    let listener: Listener
    let connection: SavedConnection
    let route: SavedRoute
    /// The runs of the timetable.
    let plan: RouteDeparture
    let rule: DelayAlertRule
    /// From the first message to the end, whatever happens.
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

    /// The time that it is watched after the last relevant event, because estimates move; in
    /// seconds.
    static let afterSeconds = 900.0
    /// The longest wait for a vehicle, in seconds.
    static let maximumSeconds = 43_200.0

    /// The runs whose changes matter.
    var runs: [DatedRun] {
        plan.rides.compactMap { found in
            found.run.runIndex.map { DatedRun(run: $0, day: found.ride.day) }
        }
    }

    /// Returns whether nothing is left to announce.
    func isOver(_ state: RouteState, now: UnixTime) -> Bool {
        let last = state.arrivals.dropLast().max() ?? state.departure
        let end = max(last, state.departure).advanced(bySeconds: Self.afterSeconds)
        return now > end || now > span.upperBound
    }
}

/// A planned trip on a day, until its rider was reminded.
struct TripWatch: Sendable {
    let topic: String
    let listener: Listener
    let trip: PlannedTrip
    let day: ServiceDay
    /// When the rider wants to arrive.
    let deadline: UnixTime
    var sent: SentNote<TripReminderState>
    /// The rides that the rider is to take; empty before they are searched, and if there are none.
    var chosen: [Ride] = []
    /// Whether no run arrives in time: the chosen one is the first that runs.
    var isLate = false
    /// Why the timetable has no run for it; nil if it has one, or that was not searched.
    var loss: TripLoss?
    /// Whether it could be made, or the timetable says so: the rider counts on it.
    var wasPossible = false
    /// Whether the server has just started, so that the run may have left meanwhile.
    var mayHaveMissed = false
    /// Whether its vehicle has left, and nothing more is announced.
    var isSilent = false
    /// When the run is searched again.
    var nextPoll = UnixTime(milliseconds: .min)

    /// The topic of the note that the rider knows of a loss.
    func topic(of loss: TripLoss) -> String {
        AlertTopic.other(listener.rider, ["trip", trip.id, loss.word])
    }

    /// The time after the arrival in which a late vehicle is still waited for, in seconds.
    static let lateSeconds = 3600.0
}
