import Notifications
import Realtime
import Timetables
import Transit
import TransitModel

/// A watched ride, until the rider gets off.
struct RideWatch: Sendable {
    let topic: String
    let listener: Listener
    let ride: CurrentRide
    var told: SentNote<GetOffState>
}

/// Finds riders who have to get off soon.
struct RideEvaluator {
    let network: SavedNetwork
    private var watches: [String: RideWatch] = [:]
    private var ofRider: [RiderID: [String]] = [:]

    /// How long after the arrival a message to get off is still sent, in seconds; a fast clock
    /// makes evaluations further apart.
    private let tooLateSeconds: Int64

    init(_ network: SavedNetwork, speed: Double = 1) {
        self.network = network
        tooLateSeconds = max(300, Int64(20 * speed))
    }

    var count: Int { watches.count }

    /// Replaces all watched rides of a rider.
    mutating func replace(_ rider: RiderID, _ new: [RideWatch]) {
        for topic in ofRider.removeValue(forKey: rider) ?? [] { watches[topic] = nil }
        guard !new.isEmpty else { return }
        ofRider[rider] = new.map(\.topic)
        for watch in new { watches[watch.topic] = watch }
    }

    /// Returns what to announce now.
    func run(_ overlay: RealtimeOverlay, now: UnixTime) throws -> [Finding] {
        try watches.values.sorted { $0.topic < $1.topic }.compactMap { watch in
            guard let run = network.run(watch.ride, overlay: overlay) else { return nil }
            var told = watch.told
            guard let isNow = told.state.next(run, watch.ride, now: now),
                now.seconds - run.expected(watch.ride.alight).arrival <= tooLateSeconds
            else { return nil }
            told.count += 1
            var telling = watch
            telling.told = told
            return Finding(
                listener: watch.listener, topic: watch.topic,
                news: .getOff(isNow: isNow, run, telling), id: told.messageID(watch.topic),
                note: try Finding.note(watch.topic, told), lifeSeconds: 300, urgency: .high)
        }
    }

    /// Records that these were announced.
    mutating func commit(_ findings: [Finding]) {
        for finding in findings {
            guard case .getOff(_, _, let watch) = finding.news else { continue }
            watches[finding.topic]?.told = watch.told
            if watch.told.state.now { watches[finding.topic] = nil }
        }
    }
}
