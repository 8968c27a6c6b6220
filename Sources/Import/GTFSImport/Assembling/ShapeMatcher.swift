import GTFS
import Timetables
import TransitModel

/// Gives trips without a shape one along the roads, railways and ferries of a map.
///
/// Trips with the same stops and mode share the shape. A hop without a way is a straight line; a
/// trip without any way keeps none. These shapes are derived from OpenStreetMap, whose contributors
/// the network's attributions name.
struct ShapeMatcher {
    private let draft: NetworkDraft
    private let router: VehicleRouter
    /// The path of each group; `TripColumns.noPath` where the map has none.
    private var paths: [UInt32: UInt32] = [:]
    private var matchedFeeds: Set<FeedIndex> = []

    /// The shape for a sequence of stops.
    private struct Shape {
        let shape: ShapeIndex
        let distances: [Float]
    }

    private struct Course: Hashable {
        let mode: TransitMode
        let stops: [UInt32]
    }

    private var shapes: [Course: Shape?] = [:]

    init(_ draft: NetworkDraft, _ router: VehicleRouter) {
        self.draft = draft
        self.router = router
    }

    /// Assigns a path to every trip that lacks one and whose stops fit the map.
    ///
    /// - Complexity: One search on the map for each hop of each stop sequence without a shape.
    mutating func match() {
        for row in draft.trips.indices
        where draft.trips[row].group != TripDraft.notAssembled
            && draft.trips[row].path == TripColumns.noPath
        {
            let group = draft.trips[row].group
            let path = paths[group] ?? path(of: group, draft.trips[row].route)
            paths[group] = path
            guard path != TripColumns.noPath else { continue }
            draft.trips[row].path = path
            draft.trips[row].shape = draft.paths[Int(path)].shape
        }
        for feed in matchedFeeds.sorted() { addAttribution(to: feed) }
    }

    private mutating func path(of group: UInt32, _ route: RouteIndex) -> UInt32 {
        let words = draft.patternKeys.words(Int(group))
        let stops = Array(words[2..<2 + (words.count - 2) / 2])
        guard let mode = TransitMode(routeType: Int(draft.routes[route.row].type)) else {
            return TripColumns.noPath
        }
        let course = Course(mode: mode, stops: stops)
        let shape = shapes[course] ?? shape(of: course, route)
        shapes[course] = .some(shape)
        guard let shape else { return TripColumns.noPath }
        matchedFeeds.insert(draft.routes[route.row].feed)
        draft.paths.append(
            PathDraft(group: group, shape: shape.shape, distances: shape.distances))
        return UInt32(draft.paths.count - 1)
    }

    private func shape(of course: Course, _ route: RouteIndex) -> Shape? {
        let places = course.stops.compactMap { draft.stops[Int($0)].coordinate }
        guard places.count == course.stops.count else { return nil }
        let hops = router.hops(course.mode, through: places)
        let id = draft.strings.string(draft.routes[route.row].id)
        guard hops.contains(where: { $0 != nil }) else {
            note(.shapeNotOnMap, route: id)
            return nil
        }
        note(.shapeFromMap, route: id)
        var line: [Coordinate] = []
        var calls: [Int] = []
        for (number, place) in places.enumerated() {
            let arrival = number > 0 ? hops[number - 1] : nil
            if let arrival { line += ShapesDraft.hop(arrival.dropFirst(), from: line.last) }
            let departure = number < hops.count ? hops[number]?.first : nil
            if arrival == nil { line.append(departure ?? place) }
            calls.append(line.count - 1)
        }
        let shape = draft.shapes.add(
            line, id: draft.strings.index("osm-\(draft.paths.count)"), isUsed: true)
        draft.shapes.inferred.insert(shape)
        let first = Int(draft.shapes.offsets[shape.row])
        return Shape(
            shape: shape, distances: calls.map { draft.shapes.distances[first + $0] })
    }

    private func note(_ code: NoticeCode, route: String) {
        draft.notices.add(
            Notice(code, file: GTFSFile.routes.name, field: "route_id", value: route))
    }

    /// Names the authors of the map, as its licence requires.
    private func addAttribution(to feed: FeedIndex) {
        let name = draft.strings.index("OpenStreetMap contributors")
        guard !draft.attributions.contains(where: { $0.name == name && $0.feed == feed }) else {
            return
        }
        draft.attributions.append(
            AttributionDraft(
                name: name, url: draft.strings.index("https://www.openstreetmap.org/copyright"),
                email: .none, roles: AttributionDraft.authority, feed: feed))
    }
}
