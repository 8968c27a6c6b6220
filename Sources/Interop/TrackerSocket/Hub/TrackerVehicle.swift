import Realtime
import Synchronization

/// A vehicle as the tracker socket shows it until it changes; its messages are written once each.
final class TrackerVehicle: Sendable {
    /// Stands for the vehicle inside the server, as long as it is shown.
    let number: Int
    /// As it was last seen when it changed last.
    let live: LiveVehicle
    let trajectory: TrackerTrajectory
    let bounds: MercatorBox
    /// The snapshot in which it changed last.
    let changedAt: UInt64
    private let messages = Mutex<[GeneralisationLevel?: [UInt8]]>([:])

    init(
        number: Int, live: LiveVehicle, trajectory: TrackerTrajectory, changedAt: UInt64
    ) {
        self.number = number
        self.live = live
        self.trajectory = trajectory
        self.changedAt = changedAt
        bounds = trajectory.bounds
    }

    /// The message that tells of it, at a level.
    func message(_ level: GeneralisationLevel?) -> [UInt8] {
        // Two may write the same message at the same time; that is rare and does no harm.
        if let known = messages.withLock({ $0[level] }) { return known }
        let bytes = TrackerEnvelope.json(
            source: "trajectory", timestamp: trajectory.timestamp, content: content(level))
        messages.withLock { $0[level] = bytes }
        return bytes
    }

    /// The trajectory alone, at a level.
    func content(_ level: GeneralisationLevel?) -> [UInt8] {
        (level.map { trajectory.generalised(to: $0) } ?? trajectory).json
    }
}
