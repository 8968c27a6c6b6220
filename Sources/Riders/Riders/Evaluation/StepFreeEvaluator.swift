import Foundation
import Notifications
import Realtime
import Timetables
import Transit
import TransitModel

/// The departures of riders who need step-free access, and where it is closed.
///
/// A rider is notified once about a place, whatever the id and text of the operator's alert: the
/// note is kept by place, for all connections of the rider, and renewed only if the place was open
/// in between.
struct StepFreeEvaluator {
    private let network: SavedNetwork
    private var subjects: [RiderID: [RouteSubject]] = [:]
    /// The last evaluated minute, counted from 1970.
    private var minute: Int64?

    /// Notes are kept for two weeks, so that a weekly trip is not announced again.
    private static let keepSeconds = 14 * 86_400

    struct EvaluationContext {
        let now: UnixTime
        /// Minutes of the day, in the network's time zone.
        let minute: Int
        /// Whether all sources have reported.
        let isSettled: Bool
    }

    init(_ network: SavedNetwork) {
        self.network = network
    }

    /// Replaces all departures of a rider.
    mutating func replace(_ rider: RiderID, _ new: [RouteSubject]) {
        subjects[rider] = new.isEmpty ? nil : new
        if !new.isEmpty { minute = nil }
    }

    /// Returns the alerts to send and the notes to store silently, once a minute.
    ///
    /// `notes` are the notes of sent messages, by topic.
    ///
    /// - Complexity: O(n · m) for n watched departures and m alerts about step-free access.
    mutating func run(
        _ overlay: RealtimeOverlay, at context: EvaluationContext, notes: [String: String]
    ) throws -> [Finding] {
        guard !subjects.isEmpty, minute != context.now.seconds / 60 else { return [] }
        minute = context.now.seconds / 60
        let stops = network.timetable.stops
        let known = Known(
            overlay: overlay,
            closures: overlay.alerts.filter(\.closesStepFreeWays).map {
                Closure(alert: $0, places: $0.namedPlaces(stops))
            }, notes: notes)
        var findings: [String: Finding] = [:]
        for (rider, watched) in subjects {
            let left = watched.filter { context.now <= $0.span.upperBound }
            subjects[rider] = left.isEmpty ? nil : left
            for subject in left where subject.span.contains(context.now) {
                for finding in try evaluate(at: subject, known, context)
                where findings[finding.topic].map(\.isSilent) ?? true {
                    findings[finding.topic] = finding
                }
            }
        }
        return findings.values.sorted { $0.topic < $1.topic }
    }

    private struct Closure {
        let alert: ServiceAlert
        let places: Set<StopIndex>
    }

    private struct Known {
        let overlay: RealtimeOverlay
        let closures: [Closure]
        let notes: [String: String]
    }

    private func evaluate(
        at subject: RouteSubject, _ known: Known, _ context: EvaluationContext
    ) throws -> [Finding] {
        let rides = subject.plan.current(known.overlay, in: network.timetable)
        guard let first = rides.first, let last = rides.last,
            rides.count == subject.plan.rides.count, context.now.seconds <= last.arrival
        else { return [] }
        let places = Dictionary(grouping: Set(rides.flatMap(\.places)), by: key)
        return try places.sorted { $0.key < $1.key }.compactMap { key, places in
            let topic = AlertTopic.other(subject.listener.rider, ["step-free", key])
            let sent: SentNote<ClosureState>? = known.notes[topic].flatMap {
                try? JSONDecoder().decode(SentNote<ClosureState>.self, from: Data($0.utf8))
            }
            let naming = known.closures.filter { !$0.places.isDisjoint(with: places) }
            let closing = naming.first {
                $0.alert.holds(
                    from: UnixTime(seconds: first.departure), to: UnixTime(seconds: last.arrival))
            }
            guard let closing else {
                guard naming.isEmpty, context.isSettled, var sent, sent.state.openSince == nil
                else { return nil }
                sent.state.openSince = context.now
                return try finding(subject, topic, sent, .noted)
            }
            if var sent, !sent.state.isOver(context.now) {
                guard let renewed = sent.state.renewed(context.now) else { return nil }
                sent.state = renewed
                return try finding(subject, topic, sent, .noted)
            }
            guard !subject.listener.settings.isQuiet(atMinute: context.minute),
                let place = places.min()
            else { return nil }
            let now = SentNote(
                count: (sent?.count ?? 0) + 1, state: ClosureState(closedAt: context.now))
            let closure = ClosureAlert(
                subject: subject, rides: rides, place: place, alert: closing.alert)
            return try finding(subject, topic, now, .closure(closure))
        }
    }

    /// A name for a place that survives another import: its name, and its location to some ten
    /// kilometres.
    private func key(_ place: StopIndex) -> String {
        let stops = network.timetable.stops
        guard let coordinate = stops.coordinate(place) else { return stops.name(place) }
        func tenths(_ degrees: Double) -> Int { Int((degrees * 10).rounded()) }
        return
            "\(stops.name(place)) \(tenths(coordinate.latitude)) \(tenths(coordinate.longitude))"
    }

    private func finding(
        _ subject: RouteSubject, _ topic: String, _ sent: SentNote<ClosureState>,
        _ content: Finding.Content
    ) throws -> Finding {
        Finding(
            listener: subject.listener, topic: topic, content: content, id: sent.messageID(topic),
            note: try Finding.note(topic, sent, keepSeconds: Self.keepSeconds),
            lifeSeconds: 3600, urgency: .high)
    }
}
