import Realtime
import Synchronization

/// A state of a vehicle on the tracker socket, whose messages are encoded once.
final class TrackerVehicle: Sendable {
    /// The vehicle's number within the server while it is shown.
    let number: Int
    /// The observation at the last change.
    let live: LiveVehicle
    let trajectory: TrackerTrajectory
    let bounds: MercatorBox
    /// The sequence number of the snapshot of the last change.
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

    func message(_ level: GeneralisationLevel?) -> [UInt8] {
        // Two threads may rarely encode the same message, which is harmless.
        if let known = messages.withLock({ $0[level] }) { return known }
        let bytes = TrackerEnvelope.json(
            source: "trajectory", timestamp: trajectory.timestamp, content: content(level))
        messages.withLock { $0[level] = bytes }
        return bytes
    }

    /// Returns the trajectory at a level of generalisation.
    func content(_ level: GeneralisationLevel?) -> [UInt8] {
        (level.map { trajectory.generalised(to: $0) } ?? trajectory).json
    }
}
