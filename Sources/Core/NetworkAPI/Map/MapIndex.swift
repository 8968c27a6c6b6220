package import Timetables
import TransitModel

#if !hasFeature(Embedded)
import Synchronization
#endif

/// A spatial index of a network's stops and lines, so that the cost of a map section depends on its
/// content only.
package final class MapIndex: Sendable {
    package let timetable: Timetable
    /// The stops with a coordinate; computed at the first request.
    private let grid = Mutex<PlaceGrid<StopIndex>?>(nil)
    /// The number of lines at each stop; computed at the first request.
    private let lineCounts = Mutex<[Int]?>(nil)
    /// The bounding box of each route's lines, nil where it has none; computed at the first
    /// request.
    private let boxes = Mutex<[BoundingBox?]?>(nil)
    /// The stretches of each route as ``ParallelLines`` arranges them; computed at the first
    /// request.
    private let parallel = Mutex<[[ParallelLines.Stretch]]?>(nil)

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
        let grid = grid.withLock { known in
            let made = known ?? stopGrid()
            known = made
            return made
        }
        var found: [StopIndex] = []
        grid.forEach(in: box) { stop, _ in found.append(stop) }
        return found.sorted()
    }

    /// Returns the stops in a box, the ones with the most lines first.
    ///
    /// - Complexity: That of sorting them; linear in all stops' patterns at the first call.
    func mainStops(in box: BoundingBox) -> [StopIndex] {
        let counts = lineCounts.withLock { known in
            let made =
                known
                ?? timetable.stops.indices.map {
                    StopAnswer.routes(at: $0, timetable).count
                }
            known = made
            return made
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
        let boxes = boxes.withLock { known in
            let made = known ?? timetable.routes.indices.map(box(around:))
            known = made
            return made
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
        parallel.withLock { known in
            let made = known ?? parallelLines()
            known = made
            return made[route.row]
        }
    }

    private func parallelLines() -> [[ParallelLines.Stretch]] {
        let routes = timetable.routes
        // In the network's order, so that neighbours in its lists are neighbours on the street.
        let order = routes.indices.filter { timetable.shownRoute($0) == nil }.sorted {
            (UInt32(bitPattern: routes.sortOrders[$0]), $0)
                < (UInt32(bitPattern: routes.sortOrders[$1]), $1)
        }
        let (sorted, strokes) = alike(order)
        let lines = ParallelLines(sorted.map { GeoJSON.lines(of: $0, timetable) }, strokes: strokes)
        var stretches = [[ParallelLines.Stretch]](repeating: [], count: routes.count)
        for (route, found) in zip(sorted, lines.stretches) { stretches[route.row] = found }
        return stretches
    }

    /// Sorts routes so that routes of one look are consecutive, and returns a number for each look.
    ///
    /// Side by side, lines of one colour cannot be distinguished and only widen the street.
    private func alike(_ order: [RouteIndex]) -> (routes: [RouteIndex], strokes: [Int]) {
        var numbers: [String: Int] = [:]
        let looks = order.map { route in
            let look = "\(timetable.routes.colour(route).hex) \(timetable.routes.mode(route))"
            let number = numbers[look] ?? numbers.count
            numbers[look] = number
            return (number, route)
        }
        let sorted = looks.enumerated().sorted {
            ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
        }
        return (sorted.map { $0.element.1 }, sorted.map { $0.element.0 })
    }

    private func box(around route: RouteIndex) -> BoundingBox? {
        var box: BoundingBox?
        for place in GeoJSON.lines(of: route, timetable).joined() {
            if box == nil { box = BoundingBox(around: place) } else { box?.include(place) }
        }
        return box
    }
}
