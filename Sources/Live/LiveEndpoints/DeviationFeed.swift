package import LiveMap
package import Realtime
import ServiceLifecycle
import Synchronization
package import Timetables
import TransitModel

/// Writes what differs from the timetable for devices that keep the network, a frame every
/// `DeviationWriter.intervalSeconds` of the server's clock, or half as often for a large network;
/// all devices get the same ones.
///
/// While no device reads them, none is written.
package final class DeviationFeed: Service {
    /// The frames that devices may still ask for, and later ones.
    let tails: Broadcast<DeviationTail>
    private let frames: Broadcast<MapFrame>

    /// Reads the map's frames from the current one on.
    package init(_ timetable: Timetable, frames: Broadcast<MapFrame>) {
        self.frames = frames
        // Sequences of map frames begin with the time, and these are fewer: a device that comes
        // back after a restart never names one of the new server's.
        let first = DeviationWriter(timetable, sequence: frames.current.sequence)
        tails = Broadcast(DeviationTail(writer: first, frames: [], newest: nil))
    }

    /// Runs until the server stops.
    package func run() async {
        for await frame in frames.updates().cancelOnGracefulShutdown() {
            advance(to: frame.snapshot)
        }
        tails.finish()
    }

    /// Writes the frame of a snapshot if it is due and a device reads it; call it from one task.
    package func advance(to snapshot: NetworkSnapshot) {
        let tail = tails.current
        guard tail.isDue(at: snapshot) else { return }
        if tails.hasSubscribers {
            tails.publish(tail.next(snapshot))
        } else if tail.sequence != nil {
            tails.publish(tail.resting)
        }
    }
}

/// The newest frames, immutable.
final class DeviationTail: Sendable {
    private let writer: DeviationWriter
    /// The newest last.
    private let frames: [[UInt8]]
    /// The snapshot of the newest frame, without its content; nil before the first one and at
    /// rest.
    private let newest: (asOf: UnixTime, changedRuns: Int)?
    private let made = Mutex<[UInt8]?>(nil)

    /// How many frames back a device can go on: five minutes, after which what it knows is too old
    /// to be shown.
    private static let remembered = 300 / DeviationWriter.intervalSeconds

    init(
        writer: DeviationWriter, frames: [[UInt8]], newest: (asOf: UnixTime, changedRuns: Int)?
    ) {
        self.writer = writer
        self.frames = frames
        self.newest = newest
    }

    /// The same frames, of which none is sent before the next one.
    var resting: DeviationTail { DeviationTail(writer: writer, frames: frames, newest: nil) }

    /// The number of the newest frame; nil before the first one, and at rest.
    var sequence: UInt64? { newest == nil ? nil : writer.sequence }

    func isDue(at snapshot: NetworkSnapshot) -> Bool {
        guard let newest else { return true }
        // An overlay of another snapshot may be no newer; one of another clock is.
        let seconds = snapshot.asOf.seconds(since: newest.asOf)
        let interval = DeviationWriter.intervalSeconds(changedRuns: newest.changedRuns)
        return seconds < 0 || seconds >= Double(interval)
    }

    func next(_ snapshot: NetworkSnapshot) -> DeviationTail {
        var writer = writer
        let frame = writer.next(snapshot)
        return DeviationTail(
            writer: writer, frames: frames.suffix(Self.remembered - 1) + [frame],
            newest: (snapshot.asOf, snapshot.overlay.changes.count))
    }

    /// Returns the frames with which a device goes on after the one that it has: a snapshot if it
    /// has none, or one that is not remembered.
    func frames(after last: UInt64?) -> [[UInt8]] {
        guard let sequence else { return [] }
        if let last, last <= sequence, sequence - last <= UInt64(frames.count) {
            return frames.suffix(Int(sequence - last))
        }
        return [snapshot()]
    }

    private func snapshot() -> [UInt8] {
        made.withLock { made in
            let snapshot = made ?? writer.snapshot()
            made = snapshot
            return snapshot
        }
    }
}
