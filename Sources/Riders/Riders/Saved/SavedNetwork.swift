import Synchronization
package import Timetables
import Transit
package import TransitModel

/// Finds saved stops and lines in the current network.
///
/// A stop whose id no longer exists is searched by its name near its old position. A line is
/// identified by name and mode, because feeds often renumber their routes.
package final class SavedNetwork: Sendable {
    package let timetable: Timetable
    /// When its file was made; nil if it has none.
    let modified: UnixTime?
    let rides: RideFinder
    private let lines: [LineName: Set<RouteIndex>]
    /// Stops by name, built when a saved stop is first missing.
    private let names = Mutex<[String: [StopIndex]]?>(nil)
    /// Cached ways of saved rides; most riders save the same rides as others.
    private let ways = Mutex<[WayKey: RideWay]>([:])

    /// The largest number of cached ways; the cache is then emptied.
    private static let maximumWays = 50_000
    /// Stops that moved further than this are different stops, in metres.
    private static let movedMetres = 500.0

    private struct LineName: Hashable {
        let name: String
        let mode: TransitMode
    }

    private struct WayKey: Hashable {
        let line: LineName
        let from: SavedStop
        let to: SavedStop
    }

    /// Prepares the lookup for a network.
    ///
    /// - Complexity: O(n) in the routes.
    package init(_ timetable: Timetable, modified: UnixTime? = nil) {
        self.timetable = timetable
        self.modified = modified
        rides = RideFinder(timetable)
        var lines: [LineName: Set<RouteIndex>] = [:]
        for route in timetable.routes.indices {
            let name = LineName(
                name: timetable.routes.lineName(route), mode: timetable.routes.mode(route))
            lines[name, default: []].insert(route)
        }
        self.lines = lines
    }

    /// Whether another network's file was made later; false if either has none.
    func isOlder(than other: Int64?) -> Bool {
        guard let own = modified?.seconds, let other else { return false }
        return own < other
    }

    /// The way of a saved ride in this network; empty if its line or a stop no longer exists.
    func way(_ ride: SavedRide) -> RideWay {
        let line = LineName(name: ride.line, mode: ride.mode)
        let key = WayKey(line: line, from: ride.from, to: ride.to)
        if let known = ways.withLock({ $0[key] }) { return known }
        let way = rides.way(from: stops(ride.from), to: stops(ride.to), routes: lines[line] ?? [])
        ways.withLock { ways in
            if ways.count >= Self.maximumWays { ways.removeAll(keepingCapacity: true) }
            ways[key] = way
        }
        return way
    }

    /// The minute of the day that clocks show, in the network's time zone.
    func minuteOfDay(_ time: UnixTime) -> Int {
        let seconds = time.seconds + Int64(timetable.timeZone.offsetSeconds(at: time))
        return Int((seconds % 86_400 + 86_400) % 86_400) / 60
    }

    /// Whether all lines and stops of a route are in this network.
    func has(_ route: SavedRoute) -> Bool { route.rides.allSatisfy { !way($0).isEmpty } }

    /// The platforms of a saved stop's station; empty if it no longer exists.
    func stops(_ saved: SavedStop) -> [StopIndex] {
        let stops = timetable.stops
        if let known = timetable.keptStop(saved.id) {
            return stops.parent(known) == nil
                ? stops.platforms(of: known) : stops.siblings(of: known)
        }
        return self.stops(named: saved.name, at: saved.coordinate)
    }

    /// The same with the platforms of places of its name beside it, as the stop across the road,
    /// which riders regard as the same stop.
    func stopsAround(_ saved: SavedStop) -> [StopIndex] {
        let (stops, own) = (timetable.stops, stops(saved))
        guard let stop = own.first.map({ stops.parent($0) ?? $0 }),
            let place = stops.coordinate(stop)
        else { return own }
        return own + self.stops(named: stops.name(stop), at: place).filter { !own.contains($0) }
    }

    /// The platforms of stations and stops with a name; only near `place`, or all of the only one
    /// of that name if it is nil.
    private func stops(named name: String, at place: Coordinate?) -> [StopIndex] {
        let stops = timetable.stops
        let called = names.withLock { names in
            if names == nil {
                var made: [String: [StopIndex]] = [:]
                for stop in stops.indices where stops.parent(stop) == nil {
                    made[stops.name(stop), default: []].append(stop)
                }
                names = made
            }
            return names?[name] ?? []
        }
        guard let place else {
            // Without a position only a unique name is certain.
            return called.count == 1 ? stops.platforms(of: called[0]) : []
        }
        return called.filter {
            (stops.coordinate($0)?.distanceMetres(to: place) ?? .infinity) <= Self.movedMetres
        }.flatMap(stops.platforms)
    }
}
