import Notifications
import Realtime
import Timetables
import Transit

/// A message for one rider, before it is worded.
struct Finding: Sendable {
    /// The content of a finding.
    enum Content: Sendable {
        case route(DelayAlert, RouteState, RouteWatch)
        case trip(TripAlert)
        /// A vehicle that comes near.
        case nearby(NearbyAlert)
        /// Closed step-free access.
        case closure(ClosureAlert)
        /// A reminder that finds no departure any more.
        case lostReminder(LostReminder)
        /// No message, only a note.
        case noted
        /// The rider's stop is the next one, or this one.
        case getOff(isNow: Bool, RunOnDay, RideWatch)
    }

    let listener: Listener
    let topic: String
    let content: Content
    let id: String
    /// The note that is stored with the message; nil for none.
    let note: OutboxNote?
    /// The time after which the message is useless, in seconds of the network's clock.
    let lifeSeconds: Double
    let urgency: MessageUrgency

    /// Whether no message is sent.
    var isSilent: Bool { if case .noted = content { true } else { false } }

    /// Notes are kept for a day longer than anything is watched, in seconds.
    private static let keepSeconds = 3 * 86_400

    static func note<State>(
        _ topic: String, _ sent: SentNote<State>, keepSeconds: Int = Self.keepSeconds
    ) throws -> OutboxNote {
        OutboxNote(key: topic, body: try RiderStore.text(sent), keepSeconds: keepSeconds)
    }
}

/// Closed step-free access at a place on a saved route.
struct ClosureAlert: Sendable {
    let subject: RouteSubject
    /// The planned runs as expected.
    let rides: [FoundRide]
    let place: StopIndex
    let alert: ServiceAlert
}

/// An alert about a planned trip.
struct TripAlert: Sendable {
    let call: TripReminder
    /// The rides that the alert is about; nil if there are none.
    let way: RouteDeparture?
    /// The first alternative that still runs; nil if there is none, or for a reminder about `way`.
    ///
    /// After a broken transfer, the continuation from there.
    let instead: RouteDeparture?
    let watch: TripWatch
}
