import Synchronization
package import Timetables
import TransitModel

/// Where a network's stops and lines lie, so that a map's part costs what is in it.
package final class MapIndex: Sendable {
    /// The network.
    package let timetable: Timetable
    private let stops: PlaceGrid<StopIndex>
    /// Around the lines of each route, nil where it has none; made when somebody asks first.
    private let boxes = Mutex<[BoundingBox?]?>(nil)
    /// Of each route what ``ParallelLines`` makes of its ways; made when somebody asks first.
    private let parallel = Mutex<[[ParallelLines.Stretch]]?>(nil)

    /// Prepares for a network.
    /// - Complexity: that of sorting the stops.
    package init(_ timetable: Timetable) {
        self.timetable = timetable
        let stops = timetable.stops
        self.stops = PlaceGrid(
            stops.indices.compactMap { stop in stops.coordinate(stop).map { (stop, $0) } },
            cellDegrees: 0.02)
    }

    /// The stops with a place in a box, in order; all that have one without a box.
    func stops(in box: BoundingBox?) -> [StopIndex] {
        guard let box else {
            return timetable.stops.indices.filter { timetable.stops.coordinate($0) != nil }
        }
        var found: [StopIndex] = []
        stops.forEach(in: box) { stop, _ in found.append(stop) }
        return found.sorted()
    }

    /// The routes with lines around which a box meets the one that is asked for, in order.
    /// - Complexity: linear in the routes; in all their lines when asked first.
    func routes(in box: BoundingBox) -> [RouteIndex] {
        let boxes = boxes.withLock { known in
            let made = known ?? timetable.routes.indices.map(box(around:))
            known = made
            return made
        }
        return zip(timetable.routes.indices, boxes).compactMap { route, around in
            around?.intersects(box) ?? false ? route : nil
        }
    }

    /// The ways of a route in stretches that lie beside those of the other lines on the same street; none of a
    /// route that has no line of its own.
    /// - Complexity: constant; linear in the length of all lines when asked first.
    func stretches(of route: RouteIndex) -> [ParallelLines.Stretch] {
        parallel.withLock { known in
            let made = known ?? parallelLines()
            known = made
            return made[route.row]
        }
    }

    private func parallelLines() -> [[ParallelLines.Stretch]] {
        let routes = timetable.routes
        // As the network sorts its lines, so that neighbours in its lists are neighbours on the street.
        let order = routes.indices.filter { timetable.shownRoute($0) == nil }.sorted {
            (UInt32(bitPattern: routes.sortOrders[$0]), $0)
                < (UInt32(bitPattern: routes.sortOrders[$1]), $1)
        }
        let lines = ParallelLines(order.map { GeoJSON.lines(of: $0, timetable) })
        var stretches = [[ParallelLines.Stretch]](repeating: [], count: routes.count)
        for (route, found) in zip(order, lines.stretches) { stretches[route.row] = found }
        return stretches
    }

    private func box(around route: RouteIndex) -> BoundingBox? {
        var box: BoundingBox?
        for place in GeoJSON.lines(of: route, timetable).joined() {
            if box == nil { box = BoundingBox(around: place) } else { box?.include(place) }
        }
        return box
    }
}
