package import Timetables
import TransitModel

#if !hasFeature(Embedded)
import Synchronization
#endif

/// A spatial index of a network's stops and lines, so that the cost of a map section depends on its
/// content only.
package final class MapIndex: Sendable {
    package let timetable: Timetable
    /// The stops with a coordinate.
    private let grid = OnFirstUse<PlaceGrid<StopIndex>>()
    /// The number of lines at each stop.
    private let lineCounts = OnFirstUse<[Int]>()
    /// The bounding box of each route's lines, nil where it has none.
    private let boxes = OnFirstUse<[BoundingBox?]>()
    /// The stretches of each route as ``ParallelLines`` arranges them.
    private let parallel = OnFirstUse<[[ParallelLines.Stretch]]>()

    /// Indexes a network, each part when it is first asked for.
    package init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    /// Returns the stops in a box, in order; all stops with a coordinate if there is no box.
    ///
    /// - Complexity: Linear in the stops found; that of sorting all stops at the first call.
    func stops(in box: BoundingBox?) -> [StopIndex] {
        guard let box else {
            return timetable.stops.indices.filter { timetable.stops.coordinate($0) != nil }
        }
        var found: [StopIndex] = []
        grid.value(stopGrid).forEach(in: box) { stop, _ in found.append(stop) }
        return found.sorted()
    }

    /// Returns the stops in a box, the ones with the most lines first.
    ///
    /// - Complexity: That of sorting them; linear in all stops' patterns at the first call.
    func mainStops(in box: BoundingBox) -> [StopIndex] {
        let counts = lineCounts.value {
            timetable.stops.indices.map { StopAnswer.routes(at: $0, timetable).count }
        }
        return stops(in: box).sorted { (-counts[$0.row], $0) < (-counts[$1.row], $1) }
    }

    private func stopGrid() -> PlaceGrid<StopIndex> {
        let stops = timetable.stops
        return PlaceGrid(
            stops.indices.compactMap { stop in stops.coordinate(stop).map { (stop, $0) } },
            cellDegrees: 0.02)
    }

    /// Returns the routes whose lines' bounding box intersects the given one, in order.
    ///
    /// - Complexity: Linear in the routes; in all their lines at the first call.
    func routes(in box: BoundingBox) -> [RouteIndex] {
        let boxes = boxes.value {
            timetable.routes.indices.map { route in
                BoundingBox(around: GeoJSON.lines(of: route, timetable).joined())
            }
        }
        return zip(timetable.routes.indices, boxes).compactMap { route, around in
            around?.intersects(box) ?? false ? route : nil
        }
    }

    /// Returns the paths of a route in stretches that lie beside those of other lines on the same
    /// street; empty for a route without its own line.
    ///
    /// - Complexity: Constant; linear in the length of all lines at the first call.
    func stretches(of route: RouteIndex) -> [ParallelLines.Stretch] {
        parallel.value(parallelLines)[route.row]
    }

    private func parallelLines() -> [[ParallelLines.Stretch]] {
        let routes = timetable.routes
        // In the network's order, so that neighbours in its lists are neighbours on the street.
        let order = routes.indices.filter { timetable.shownRoute($0) == nil }.sorted {
            (UInt32(bitPattern: routes.sortOrders[$0]), $0)
                < (UInt32(bitPattern: routes.sortOrders[$1]), $1)
        }
        let (sorted, strokes) = alike(order)
        let lines = ParallelLines(sorted.map { GeoJSON.ways(of: $0, timetable) }, strokes: strokes)
        var stretches = [[ParallelLines.Stretch]](repeating: [], count: routes.count)
        for (route, found) in zip(sorted, lines.stretches) { stretches[route.row] = found }
        return stretches
    }

    /// Sorts routes so that routes of one stroke are consecutive, and returns each stroke's number.
    ///
    /// Side by side, lines of one colour cannot be distinguished and only widen the street.
    private func alike(_ order: [RouteIndex]) -> (routes: [RouteIndex], strokes: [Int]) {
        let routes = timetable.routes
        var numbers: [String: Int] = [:]
        let looks = order.map { route in
            let stroke = routes.colour(route).hex + " " + routes.mode(route).rawValue
            let number = numbers[stroke] ?? numbers.count
            numbers[stroke] = number
            return (number, route)
        }
        let sorted = looks.enumerated().sorted {
            ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
        }
        return (sorted.map { $0.element.1 }, sorted.map { $0.element.0 })
    }
}

/// A value that is computed on first use and kept.
private struct OnFirstUse<Value: Sendable>: ~Copyable, Sendable {
    private let known = Mutex<Value?>(nil)

    func value(_ make: () -> Value) -> Value {
        known.withLock { known in
            let value = known ?? make()
            known = value
            return value
        }
    }
}
