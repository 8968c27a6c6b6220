import DiarySensing
import Foundation
import Timetables
import TransitModel

/// A rider whose phone's record is generated from a run of a timetable.
struct DrawnRider {
    let route: RouteIndex
    let run: RunIndex
    let boarding: StopIndex
    let alighting: StopIndex
    private(set) var fixes: [LocationFix] = []
    private let network: Timetable

    /// Creates a rider by number, which determines the run, the distance and the delay; nil where
    /// no ride results.
    init?(_ network: Timetable, number: Int, day: ServiceDay) {
        self.network = network
        let patterns = network.patterns
        let pattern = PatternIndex(number * 7 % patterns.count)
        let all = patterns.runs(of: pattern)
        guard let first = all.first, let last = all.last else { return nil }
        let count = Int(last.rawValue - first.rawValue) + 1
        run = RunIndex(Int(first.rawValue) + (number * 31 + 5) % count)
        guard network.services.isActive(patterns.runServices[run], on: day) else { return nil }
        let stops = patterns.stops(of: pattern)
        let board = number % max(1, stops.count / 3)
        let alight = min(stops.count - 1, board + 4 + number % 6)
        guard alight - board >= 3,
            let path = RunPath(network, trip: patterns.runTrips[run], pattern: pattern)
        else { return nil }
        route = patterns.routes[pattern]
        boarding = stops[board]
        alighting = stops[alight]
        let midnight = Double(network.timeZone(of: pattern).start(of: day).seconds)
        let late = Double(number * 13 % 5) * 60
        // The vehicle's position over time.
        var points: [(time: Double, along: Double)] = []
        for call in board...alight {
            let times = patterns.times(of: run, in: pattern, at: call)
            let arrival = midnight + Double(times.arrival.seconds) + late
            let departure = max(arrival + 18, midnight + Double(times.departure.seconds) + late)
            points.append((max(arrival, (points.last?.time ?? 0) + 20), path.callDistances[call]))
            points.append((departure, path.callDistances[call]))
        }
        draw(
            points, path, waiting: 120 + Double(number * 17 % 300), every: [3, 10, 25][number % 3])
    }

    private mutating func draw(
        _ points: [(time: Double, along: Double)], _ path: RunPath, waiting: Double, every: Double
    ) {
        guard let start = points.first, let end = points.last else { return }
        let from = path.position(at: start.along).place
        let to = path.position(at: end.along).place
        let walk = 300.0
        var time = start.time - waiting - walk - 2400
        var row = 0
        var wobble = 7
        while time < end.time + walk + 2400 {
            var place: Coordinate
            let toStop = start.time - waiting - time
            let fromStop = time - end.time
            if toStop > 0 {
                place = offset(from, metres: 1.3 * min(walk, toStop))
            } else if fromStop > 0 {
                place = offset(to, metres: 1.3 * min(walk, fromStop))
            } else if time < start.time {
                place = from
            } else {
                while row + 2 < points.count, points[row + 1].time < time { row += 1 }
                let (a, b) = (points[row], points[row + 1])
                let fraction = b.time > a.time ? (time - a.time) / (b.time - a.time) : 0
                place = path.position(at: a.along + fraction * (b.along - a.along)).place
            }
            wobble = (wobble &* 73 &+ 41) % 101
            place = offset(place, metres: Double(wobble - 50) / 5)
            fixes.append(
                LocationFix(
                    time: Date(timeIntervalSince1970: time), latitude: place.latitude,
                    longitude: place.longitude, horizontalAccuracyMetres: 10))
            time += every
        }
    }

    private func offset(_ place: Coordinate, metres: Double) -> Coordinate {
        Coordinate(latitude: place.latitude + metres / 111_195, longitude: place.longitude)
    }

    /// Returns whether two stops are the same place for a rider.
    func isNear(_ stop: StopIndex, _ other: StopIndex) -> Bool {
        guard let a = network.stops.coordinate(stop), let b = network.stops.coordinate(other)
        else { return false }
        return a.distanceMetres(to: b) <= 150
    }
}
