import Notifications
import Realtime
import Transit
import TransitModel

/// A watched ride, until the rider gets off.
struct RideWatch: Sendable {
    let topic: String
    let listener: Listener
    let ride: CurrentRide
    var sent: SentNote<GetOffState>
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
            var sent = watch.sent
            guard let isNow = sent.state.next(run, watch.ride, now: now),
                now.seconds - run.expected(watch.ride.alight).arrival <= tooLateSeconds
            else { return nil }
            sent.count += 1
            var updated = watch
            updated.sent = sent
            return Finding(
                listener: watch.listener, topic: watch.topic,
                content: .getOff(isNow: isNow, run, updated), id: sent.messageID(watch.topic),
                note: try Finding.note(watch.topic, sent), lifeSeconds: 300, urgency: .high)
        }
    }

    /// Records that these were announced.
    mutating func commit(_ findings: [Finding]) {
        for finding in findings {
            guard case .getOff(_, _, let watch) = finding.content else { continue }
            watches[finding.topic]?.sent = watch.sent
            if watch.sent.state.now { watches[finding.topic] = nil }
        }
    }
}
