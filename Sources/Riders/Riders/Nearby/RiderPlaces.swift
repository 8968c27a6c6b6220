import Synchronization
package import TransitModel

/// Where riders are whose app is open or whose phone's logger tells; kept in memory only, for
/// minutes.
package final class RiderPlaces: Sendable {
    /// What the open app tells counts for so long, in seconds.
    package static let memorySeconds = 120.0
    /// So many riders are known at once; others are not announced anything by where they are.
    private static let most = 100_000

    private struct Place {
        let coordinate: Coordinate
        let time: UnixTime
        let seconds: Double

        func isOver(_ now: UnixTime) -> Bool { abs(now.seconds(since: time)) > seconds }
    }

    private let places = Mutex<[RiderID: Place]>([:])

    /// Nobody is anywhere.
    package init() {}

    /// A rider told where they are; says whether that is news after a while of silence.
    package func set(_ coordinate: Coordinate, of rider: RiderID, now: UnixTime) -> Bool {
        set(coordinate, of: rider, at: now, for: Self.memorySeconds, now: now)
    }

    /// The same of a place where they were at a time, which counts for so many seconds; nothing if
    /// a later one is known.
    package func set(
        _ coordinate: Coordinate, of rider: RiderID, at time: UnixTime, for seconds: Double,
        now: UnixTime
    ) -> Bool {
        places.withLock { places in
            let known = places[rider].flatMap { $0.isOver(now) ? nil : $0 }
            if let known, known.time > time { return false }
            if known == nil, places.count >= Self.most {
                places = places.filter { !$0.value.isOver(now) }
                guard places.count < Self.most else { return false }
            }
            places[rider] = Place(coordinate: coordinate, time: time, seconds: seconds)
            return known == nil
        }
    }

    /// Whether a rider's place is known.
    package func isKnown(_ rider: RiderID, now: UnixTime) -> Bool {
        place(of: rider, now: now) != nil
    }

    /// Where a rider is; nil if they did not tell lately.
    func place(of rider: RiderID, now: UnixTime) -> Coordinate? {
        places.withLock { places in
            guard let place = places[rider] else { return nil }
            if !place.isOver(now) { return place.coordinate }
            places[rider] = nil
            return nil
        }
    }
}
