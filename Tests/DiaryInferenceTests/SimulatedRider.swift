import DiarySensing
import Foundation
import Timetables
import TransitModel

@testable import DiaryInference

/// The fixes of the simulator's vehicles on a morning, by trip.
struct SimulatedMorning {
    let network: Timetable
    /// The fixes of each trip in order of time.
    private(set) var byTrip: [String: [VehicleFix]] = [:]
    private var byRoute: [String: [VehicleFix]] = [:]

    /// Groups the fixes, which must be in order of time.
    init(_ network: Timetable, fixes: [VehicleFix]) {
        self.network = network
        var routes: [String: String] = [:]
        for fix in fixes {
            guard let trip = fix.trip?.tripID else { continue }
            if routes[trip] == nil, let index = network.trips.find(id: trip) {
                routes[trip] = network.routes.id(network.trips.routes[index])
            }
            byTrip[trip, default: []].append(fix)
            if let route = routes[trip] { byRoute[route, default: []].append(fix) }
        }
    }

    /// Returns the positions of some routes' vehicles, as a history does.
    func sightings(of routes: Set<String>, from start: Double, to end: Double) -> VehicleSightings {
        var sightings = VehicleSightings()
        for route in routes {
            let all = byRoute[route] ?? []
            for fix in all.drop(while: { $0.seconds < start }) {
                guard fix.seconds <= end else { break }
                sightings.add(
                    fix.vehicleID,
                    VehicleSightings.Sighting(
                        time: fix.seconds, place: fix.coordinate, route: route,
                        trip: fix.trip?.tripID))
            }
        }
        return sightings
    }
}

extension VehicleFix {
    var seconds: Double { Double(time.milliseconds) / 1000 }
}

/// A person who stays, walks to a stop, waits, rides a simulated vehicle, walks and stays.
///
/// During the ride their position is the vehicle's, wherever it went; their phone is some metres
/// off, and silent for minutes at a time.
struct SimulatedRider {
    let route: RouteIndex
    let run: RunIndex
    let boarding: StopIndex
    let alighting: StopIndex
    private(set) var fixes: [LocationFix] = []
    private var random: SeededRandom

    /// The properties of a phone: its noise in metres, the interval of its fixes in seconds, and
    /// its silence on the way in seconds.
    struct Phone {
        var noise = 8.0
        var every = 10.0
        var gap = 0.0

        /// Returns a fix some metres off the place.
        func fix(at place: Coordinate, time: Double, _ random: inout SeededRandom) -> LocationFix {
            LocationFix(
                time: Date(timeIntervalSince1970: time),
                latitude: place.latitude + random.gaussian() * noise / 111_195,
                longitude: place.longitude + random.gaussian() * noise / (111_195 * 0.684),
                horizontalAccuracyMetres: noise * 1.5)
        }
    }

    /// Creates a rider of a run; the seed determines the stops.
    ///
    /// Nil where the vehicle was not seen between the stops, or for a run at a headway, whose trip
    /// does not identify it.
    init?(_ morning: SimulatedMorning, run: RunIndex, seed: UInt64, phone: Phone) {
        let network = morning.network
        let patterns = network.patterns
        let trip = patterns.runTrips[run]
        guard !network.trips.isHeadwayBased(trip), network.trips.runs(of: trip).count == 1,
            let vehicle = morning.byTrip[network.trips.id(trip)]
        else { return nil }
        random = SeededRandom(seed: seed)
        let pattern = patterns.pattern(of: run)
        let stops = patterns.stops(of: pattern)
        guard stops.count >= 5 else { return nil }
        let board = Int(random.unit() * Double(stops.count - 4))
        let alight = min(stops.count - 1, board + 3 + Int(random.unit() * 8))
        self.run = run
        route = patterns.routes[pattern]
        boarding = stops[board]
        alighting = stops[alight]
        guard let from = network.stops.coordinate(boarding),
            let to = network.stops.coordinate(alighting),
            let left = Self.passing(from, vehicle, after: 0, last: true),
            let arrived = Self.passing(to, vehicle, after: left, last: false), arrived > left + 60
        else { return nil }
        draw(vehicle, from: from, to: to, left: left, arrived: arrived, phone)
    }

    /// Returns when a vehicle was nearest to a stop: its last fix there, or the first one.
    private static func passing(
        _ stop: Coordinate, _ vehicle: [VehicleFix], after time: Double, last: Bool
    ) -> Double? {
        let near = vehicle.filter {
            $0.seconds > time && $0.coordinate.distanceMetres(to: stop) < 60
        }
        guard let first = near.first else { return nil }
        // The first visit, if a loop passes twice.
        let visit = near.prefix { $0.seconds - first.seconds < 240 }
        return (last ? visit.last : visit.first)?.seconds
    }

    private mutating func draw(
        _ vehicle: [VehicleFix], from: Coordinate, to: Coordinate, left: Double, arrived: Double,
        _ phone: Phone
    ) {
        let waited = 90 + random.unit() * 360
        let walk = 180 + random.unit() * 240
        let (north, east) = (random.gaussian(), random.gaussian())
        let length = max(0.1, (north * north + east * east).squareRoot())
        func away(_ place: Coordinate, metres: Double) -> Coordinate {
            Coordinate(
                latitude: place.latitude + metres * north / length / 111_195,
                longitude: place.longitude + metres * east / length / (111_195 * 0.684))
        }
        let silence = left + (arrived - left) * (0.2 + 0.3 * random.unit())
        var time = left - waited - walk - 2400
        var row = 0
        while time < arrived + walk + 2400 {
            defer { time += phone.every }
            if time >= silence, time < silence + min(phone.gap, (arrived - left) * 0.4) { continue }
            let place: Coordinate
            if time < left {
                place = away(from, metres: 1.3 * min(walk, max(0, left - waited - time)))
            } else if time > arrived {
                place = away(to, metres: 1.3 * min(walk, time - arrived))
            } else {
                while row + 2 < vehicle.count, vehicle[row + 1].seconds <= time { row += 1 }
                let (a, b) = (vehicle[row], vehicle[row + 1])
                let share = min(1, max(0, (time - a.seconds) / max(1, b.seconds - a.seconds)))
                place = a.coordinate.interpolated(to: b.coordinate, fraction: share)
            }
            fixes.append(phone.fix(at: place, time: time, &random))
        }
    }
}
