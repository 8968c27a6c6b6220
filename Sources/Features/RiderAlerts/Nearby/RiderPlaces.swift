import Synchronization
package import TransitModel

/// Where riders are whose app is open; kept in memory only, for two minutes.
package final class RiderPlaces: Sendable {
    /// A place counts for so long, in seconds.
    package static let memorySeconds = 120.0
    /// So many riders are known at once; others are not announced anything by where they are.
    private static let most = 100_000

    private struct Place {
        let coordinate: Coordinate
        let time: UnixTime
    }

    private let places = Mutex<[RiderID: Place]>([:])

    /// Nobody is anywhere.
    package init() {}

    /// A rider told where they are; says whether that is news after a while of silence.
    package func set(_ coordinate: Coordinate, of rider: RiderID, now: UnixTime) -> Bool {
        places.withLock { places in
            let isNew = places[rider].map { isOver($0, now) } ?? true
            if isNew, places.count >= Self.most {
                places = places.filter { !isOver($0.value, now) }
                guard places.count < Self.most else { return false }
            }
            places[rider] = Place(coordinate: coordinate, time: now)
            return isNew
        }
    }

    /// Where a rider is; nil if they did not tell lately.
    func place(of rider: RiderID, now: UnixTime) -> Coordinate? {
        places.withLock { places in
            guard let place = places[rider] else { return nil }
            if !isOver(place, now) { return place.coordinate }
            places[rider] = nil
            return nil
        }
    }

    private func isOver(_ place: Place, _ now: UnixTime) -> Bool {
        abs(now.seconds(since: place.time)) > Self.memorySeconds
    }
}
