import Realtime
import Synchronization
package import Timetables
import Transit
import TransitModel

/// Finds what riders saved in today's network: stops and lines by what they were called.
///
/// A stop whose id is gone is looked for by its name, near where it was; a line is its name and
/// kind of vehicle, because feeds often renumber their routes.
package final class SavedNetwork: Sendable {
    /// The network.
    package let timetable: Timetable
    let rides: RideFinder
    private let lines: [LineName: Set<RouteIndex>]
    /// Stops by name, made when the first saved stop is gone.
    private let names = Mutex<[String: [StopIndex]]?>(nil)
    /// Where saved rides go; most riders save what others did.
    private let ways = Mutex<[WayKey: RideWay]>([:])

    /// So many ways are kept; then they are looked up anew.
    private static let maximumWays = 50_000
    /// Stops that moved further are others.
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

    /// Prepares for a network.
    /// - Complexity: linear in the routes.
    package init(_ timetable: Timetable) {
        self.timetable = timetable
        rides = RideFinder(timetable)
        var lines: [LineName: Set<RouteIndex>] = [:]
        for route in timetable.routes.indices {
            let name = LineName(
                name: timetable.routes.lineName(route), mode: timetable.routes.mode(route))
            lines[name, default: []].insert(route)
        }
        self.lines = lines
    }

    /// Where a saved ride goes in this network; nowhere if its line or a stop is gone.
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

    /// Where vehicles may call that a saved stop stands for: its station's platforms; empty if it
    /// is gone.
    func stops(_ saved: SavedStop) -> [StopIndex] {
        let stops = timetable.stops
        if let known = timetable.keptStop(saved.id) {
            return stops.parent(known) == nil
                ? stops.platforms(of: known) : stops.siblings(of: known)
        }
        let called = names.withLock { names in
            if names == nil {
                var made: [String: [StopIndex]] = [:]
                for stop in stops.indices where stops.parent(stop) == nil {
                    made[stops.name(stop), default: []].append(stop)
                }
                names = made
            }
            return names?[saved.name] ?? []
        }
        guard let place = saved.coordinate else {
            // Without a place only a name that one stop has is sure.
            return called.count == 1 ? stops.platforms(of: called[0]) : []
        }
        return called.filter {
            (stops.coordinate($0)?.distanceMetres(to: place) ?? .infinity) <= Self.movedMetres
        }.flatMap(stops.platforms)
    }
}
