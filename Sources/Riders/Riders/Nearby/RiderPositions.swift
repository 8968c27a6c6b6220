import Synchronization
package import TransitModel

/// The recent positions of riders whose app is open or whose phone's logger reports; kept in memory
/// only, for minutes.
package final class RiderPositions: Sendable {
    /// How long a position from the open app is valid, in seconds.
    package static let memorySeconds = 120.0
    /// The largest number of remembered riders; others get no announcements by their position.
    private let maximum: Int

    private struct Position {
        let coordinate: Coordinate
        let time: UnixTime
        let seconds: Double

        func isOver(_ now: UnixTime) -> Bool { abs(now.seconds(since: time)) > seconds }
    }

    /// The interval in seconds at which positions that are over are deleted.
    private static let sweepSeconds = 60.0
    /// The shortest time between two looks for them when new riders find no room, in seconds: each
    /// look passes through all positions while other requests wait.
    private static let fullSweepSeconds = 1.0

    private struct Positions {
        var byRider: [RiderID: Position] = [:]
        /// When positions that are over were last deleted.
        var swept = UnixTime(milliseconds: 0)

        mutating func deleteOver(_ now: UnixTime) {
            swept = now
            byRider = byRider.filter { !$0.value.isOver(now) }
        }
    }

    private let positions = Mutex(Positions())

    package init(maximum: Int = 100_000) {
        self.maximum = maximum
    }

    /// Stores a rider's position; returns whether it is the first after a while of silence.
    package func set(_ coordinate: Coordinate, of rider: RiderID, now: UnixTime) -> Bool {
        set(coordinate, of: rider, at: now, for: Self.memorySeconds, now: now)
    }

    /// Stores a position from a given time that is valid for this many seconds, unless a later one
    /// is known.
    package func set(
        _ coordinate: Coordinate, of rider: RiderID, at time: UnixTime, for seconds: Double,
        now: UnixTime
    ) -> Bool {
        positions.withLock { positions in
            let known = positions.byRider[rider].flatMap { $0.isOver(now) ? nil : $0 }
            if let known, known.time > time { return false }
            if positions.byRider[rider] == nil, positions.byRider.count >= maximum {
                if abs(now.seconds(since: positions.swept)) >= Self.fullSweepSeconds {
                    positions.deleteOver(now)
                }
                guard positions.byRider.count < maximum else { return false }
            }
            positions.byRider[rider] = Position(
                coordinate: coordinate, time: time, seconds: seconds)
            return known == nil
        }
    }

    package func isKnown(_ rider: RiderID, now: UnixTime) -> Bool {
        place(of: rider, now: now) != nil
    }

    /// The rider's position; nil if they reported none lately.
    func place(of rider: RiderID, now: UnixTime) -> Coordinate? {
        positions.withLock { positions in
            guard let place = positions.byRider[rider], !place.isOver(now) else { return nil }
            return place.coordinate
        }
    }

    /// Deletes the positions that are over, once a minute.
    func deleteOver(now: UnixTime) {
        positions.withLock { positions in
            if abs(now.seconds(since: positions.swept)) >= Self.sweepSeconds {
                positions.deleteOver(now)
            }
        }
    }

    /// The number of stored positions.
    var count: Int { positions.withLock(\.byRider.count) }
}
