import DiarySensing
import Timetables
import TransitModel

/// A person who stays, walks to their car, drives along a line, and stays.
///
/// They drive along the path of a vehicle of the line, on a part of it that begins and ends
/// anywhere, at the speed of cars, and stop at red lights rather than at stops.
struct SimulatedDriver {
    private(set) var fixes: [LocationFix] = []
    private var random: SeededRandom

    /// Creates a driver along a part of a run's path; nil where that is too short.
    init?(_ morning: SimulatedMorning, run: RunIndex, seed: UInt64, phone: SimulatedRider.Phone) {
        let network = morning.network
        let trip = network.patterns.runTrips[run]
        guard let vehicle = morning.byTrip[network.trips.id(trip)] else { return nil }
        random = SeededRandom(seed: seed)
        var way: [Coordinate] = []
        for fix in vehicle
        where way.last.map({ $0.distanceMetres(to: fix.coordinate) > 15 }) ?? true {
            way.append(fix.coordinate)
        }
        guard way.count > 20 else { return nil }
        let first = Int(random.unit() * Double(way.count) * 0.4)
        let last = way.count - 1 - Int(random.unit() * Double(way.count) * 0.4)
        let part = Array(way[first...last])
        let metres = zip(part, part.dropFirst()).reduce(0) { $0 + $1.0.distanceMetres(to: $1.1) }
        guard metres > 1500, let start = vehicle.first?.seconds else { return nil }
        draw(part, from: start + random.unit() * 1200, phone)
    }

    private mutating func draw(
        _ way: [Coordinate], from start: Double, _ phone: SimulatedRider.Phone
    ) {
        var places: [(time: Double, place: Coordinate)] = [(start, way[0])]
        var untilRed = 200 + random.unit() * 600
        for place in way.dropFirst() {
            guard let last = places.last else { continue }
            let metres = last.place.distanceMetres(to: place)
            let time = last.time + metres / (8 + 4 * random.unit())
            places.append((time, place))
            untilRed -= metres
            if untilRed < 0 {
                places.append((time + 10 + random.unit() * 30, place))
                untilRed = 200 + random.unit() * 600
            }
        }
        let end = places.last?.time ?? start
        let walk = 30 + random.unit() * 60
        var row = 0
        var time = start - walk - 2400
        while time < end + walk + 2400 {
            defer { time += phone.every }
            var place = way[0]
            if time >= end {
                place = away(way[way.count - 1], 1.3 * min(walk, time - end))
            } else if time < start {
                place = away(way[0], 1.3 * min(walk, start - time))
            } else {
                while row + 2 < places.count, places[row + 1].time <= time { row += 1 }
                let (a, b) = (places[row], places[row + 1])
                let share = min(1, max(0, (time - a.time) / max(1, b.time - a.time)))
                place = a.place.interpolated(to: b.place, fraction: share)
            }
            fixes.append(phone.fix(at: place, time: time, &random))
        }
    }

    private func away(_ place: Coordinate, _ metres: Double) -> Coordinate {
        Coordinate(
            latitude: place.latitude + metres / 111_195, longitude: place.longitude)
    }
}
