import Foundation
import Notifications
import Realtime
import Timetables
import Transit
import TransitModel

/// Something to tell one rider.
struct Finding: Sendable {
    /// What it is about.
    enum News: Sendable {
        /// A saved route's departure.
        case route(DelayAlert, RouteState, RouteWatch)
        /// A planned trip's vehicle.
        case trip(TripNews)
        /// A vehicle that comes near.
        case nearby(NearbyNews)
        /// A way without steps that is closed.
        case closure(ClosureNews)
        /// Nothing is told, only noted.
        case noted
        /// The rider's stop: the next one, or this one.
        case getOff(isNow: Bool, RunOnDay, RideWatch)
    }

    let listener: Listener
    let topic: String
    let news: News
    /// The message's id.
    let id: String
    /// What is noted if the message is kept; nil if nothing is.
    let note: OutboxNote?
    /// After so many seconds nobody needs it, by the network's clock.
    let lifeSeconds: Double
    let urgency: MessageUrgency

    /// Nothing is told.
    var isSilent: Bool { if case .noted = news { true } else { false } }

    /// Notes are kept a day longer than anything is watched, in seconds.
    private static let keepSeconds = 3 * 86_400

    static func note<State>(
        _ topic: String, _ told: SentNote<State>, keepSeconds: Int = Self.keepSeconds
    ) throws -> OutboxNote {
        OutboxNote(key: topic, body: try RiderStore.text(told), keepSeconds: keepSeconds)
    }
}

/// News of a place on a saved route where the way without steps is closed.
struct ClosureNews: Sendable {
    let subject: RouteSubject
    /// The planned runs as they are expected.
    let rides: [FoundRide]
    let place: StopIndex
    let alert: ServiceAlert
}

/// News of a planned trip.
struct TripNews: Sendable {
    let call: TripReminder
    /// The vehicles that it is about; nil if there are none.
    let way: RouteDeparture?
    /// What still goes first; nil if nothing does, and where the call is for `way`.
    ///
    /// After a change that does not work, what goes on from there.
    let instead: RouteDeparture?
    let watch: TripWatch
}
