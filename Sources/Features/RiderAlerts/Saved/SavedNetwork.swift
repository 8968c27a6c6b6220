import Realtime
import Rides
import Synchronization
package import Timetables
import TransitModel

/// Finds what riders saved in today's network: stops and lines by what they were called.
///
/// A stop whose id is gone is looked for by its name, near where it was; a line is its name and kind of
/// vehicle, because feeds often renumber their routes.
package final class SavedNetwork: Sendable {
    /// The network.
    package let timetable: Timetable
    let rides: RideFinder
    private let lines: [LineName: Set<RouteIndex>]
    /// Stops by name, made when the first saved stop is gone.
    private let names = Mutex<[String: [StopIndex]]?>(nil)

    /// Stops that moved further are others.
    private static let movedMetres = 500.0

    private struct LineName: Hashable {
        let name: String
        let mode: TransitMode
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

    /// The routes of a line; empty if it is gone.
    func routes(_ ride: SavedRide) -> Set<RouteIndex> {
        lines[LineName(name: ride.line, mode: ride.mode)] ?? []
    }

    /// Where vehicles may call that a saved stop stands for: its station's platforms; empty if it is gone.
    func stops(_ saved: SavedStop) -> [StopIndex] {
        let stops = timetable.stops
        if let known = stops.find(id: saved.id) {
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
