import Timetables
import TransitModel

/// Gives trips without a shape the paths of other trips on the same route, their siblings.
///
/// Trips with the same stops share the whole shape. For others a path is assembled hop by hop from
/// the shapes of siblings that travel between the two stops; a hop without a sibling is a straight
/// line.
struct ShapeBorrower {
    /// A path that others may borrow from.
    private struct Lender {
        let stops: [UInt32]
        let path: Int
        /// The positions of each stop in `stops`, ascending.
        let positions: [UInt32: [Int]]
    }

    /// The part of a lender's shape between two of its calls.
    private struct Section {
        let lender: Int
        let from: Int
        let to: Int
    }

    private let draft: NetworkDraft
    private var lenders: [RouteIndex: [Lender]] = [:]
    private var borrowed: [UInt32: UInt32] = [:]

    /// The maximum number of hops of the sibling in one section.
    private static let maximumPassed = 20
    /// The maximum ratio of a section's length, less ``shortMetres``, to the straight line.
    private static let maximumDetour = 4.0
    private static let shortMetres = 500.0

    init(_ draft: NetworkDraft) {
        self.draft = draft
    }

    /// Assigns a path to every trip that lacks a shape and has a sibling with one.
    ///
    /// - Complexity: Linear in trips; for each stop pattern without a shape, its calls times the
    ///   stop patterns of its route.
    mutating func borrow() {
        let needy = draft.trips.indices.filter {
            draft.trips[$0].group != TripDraft.notAssembled
                && draft.trips[$0].path == TripColumns.noPath
        }
        guard !needy.isEmpty, !draft.paths.isEmpty else { return }
        findLenders()
        for row in needy {
            let group = draft.trips[row].group
            let path = borrowed[group] ?? path(of: group, route: draft.trips[row].route)
            borrowed[group] = path
            guard path != TripColumns.noPath else { continue }
            draft.trips[row].path = path
            draft.trips[row].shape = draft.paths[Int(path)].shape
        }
    }

    // MARK: - Siblings

    /// Finds one lender per stop pattern and shape, ordered by descending number of trips.
    private mutating func findLenders() {
        var trips = [Int](repeating: 0, count: draft.paths.count)
        var routes = [RouteIndex](repeating: .none, count: draft.paths.count)
        for trip in draft.trips where trip.path != TripColumns.noPath {
            trips[Int(trip.path)] += 1
            routes[Int(trip.path)] = trip.route
        }
        let used = draft.paths.indices.filter { trips[$0] > 0 }
            .sorted { (trips[$1], $0) < (trips[$0], $1) }
        for path in used {
            let group = draft.paths[path].group
            if borrowed[group] == nil { borrowed[group] = UInt32(path) }
            let stops = stops(of: group)
            var positions: [UInt32: [Int]] = [:]
            for (position, stop) in stops.enumerated() {
                positions[stop, default: []].append(position)
            }
            lenders[routes[path], default: []].append(
                Lender(stops: stops, path: path, positions: positions))
        }
    }

    private func stops(of group: UInt32) -> [UInt32] {
        let words = draft.patternKeys.words(Int(group))
        return Array(words[2..<2 + (words.count - 2) / 2])
    }

    // MARK: - A way of one's own

    /// The index of a new path, or `noPath` if no sibling covers any hop.
    private mutating func path(of group: UInt32, route: RouteIndex) -> UInt32 {
        guard let siblings = lenders[route] else { return TripColumns.noPath }
        let stops = stops(of: group)
        var sections: [Section?] = []
        for (from, to) in zip(stops, stops.dropFirst()) {
            sections.append(section(from, to, siblings, after: sections.last ?? nil))
        }
        guard sections.contains(where: { $0 != nil }) else { return TripColumns.noPath }
        let places = stops.compactMap { draft.stops[Int($0)].coordinate }
        guard places.count == stops.count else { return TripColumns.noPath }
        var line = [start(of: sections[0], siblings) ?? places[0]]
        var calls = [0]
        for (hop, section) in sections.enumerated() {
            let next = hop + 1 < sections.count ? sections[hop + 1] : nil
            line +=
                section.map { ShapesDraft.hop(cut($0, siblings)[...], from: line.last) }
                ?? [start(of: next, siblings) ?? places[hop + 1]]
            calls.append(line.count - 1)
        }
        let shape = draft.shapes.add(
            line, id: draft.strings.index("borrowed-\(draft.paths.count)"), isUsed: true)
        draft.shapes.inferred.insert(shape)
        let first = Int(draft.shapes.offsets[shape.row])
        draft.paths.append(
            PathDraft(
                group: group, shape: shape,
                distances: calls.map { draft.shapes.distances[first + $0] }))
        return UInt32(draft.paths.count - 1)
    }

    /// The section of a sibling from one stop to another.
    ///
    /// The previous section's lender is preferred, then the sibling with the fewest calls in
    /// between.
    private func section(
        _ from: UInt32, _ to: UInt32, _ siblings: [Lender], after last: Section?
    ) -> Section? {
        if let last {
            let lender = siblings[last.lender]
            if lender.stops.indices.contains(last.to + 1), lender.stops[last.to] == from,
                lender.stops[last.to + 1] == to
            {
                return Section(lender: last.lender, from: last.to, to: last.to + 1)
            }
        }
        var best: Section?
        for (number, lender) in siblings.enumerated() {
            guard let starts = lender.positions[from], let ends = lender.positions[to] else {
                continue
            }
            for start in starts {
                guard let end = ends.first(where: { $0 > start }),
                    end - start <= (best.map { $0.to - $0.from - 1 } ?? Self.maximumPassed)
                else { continue }
                let section = Section(lender: number, from: start, to: end)
                if isDirect(section, siblings, from, to) { best = section }
            }
            if let best, best.to == best.from + 1 { return best }
        }
        return best
    }

    /// Whether a section leads to the stop without a large detour.
    private func isDirect(
        _ section: Section, _ siblings: [Lender], _ from: UInt32, _ to: UInt32
    ) -> Bool {
        if section.to == section.from + 1 { return true }
        guard let start = draft.stops[Int(from)].coordinate,
            let end = draft.stops[Int(to)].coordinate
        else { return false }
        let distances = draft.paths[siblings[section.lender].path].distances
        let metres = Double(distances[section.to] - distances[section.from])
        return metres <= Self.shortMetres + Self.maximumDetour * start.distanceMetres(to: end)
    }

    // MARK: - Points

    /// The points of a section without its first one.
    private func cut(_ section: Section, _ siblings: [Lender]) -> [Coordinate] {
        let path = draft.paths[siblings[section.lender].path]
        let (begin, end) = (path.distances[section.from], path.distances[section.to])
        let points = points(of: path.shape)
        let inner = points.filter {
            draft.shapes.distances[$0] > begin && draft.shapes.distances[$0] < end
        }
        return inner.map(coordinate) + [place(at: end, on: points)]
    }

    private func start(of section: Section?, _ siblings: [Lender]) -> Coordinate? {
        guard let section else { return nil }
        let path = draft.paths[siblings[section.lender].path]
        return place(at: path.distances[section.from], on: points(of: path.shape))
    }

    private func points(of shape: ShapeIndex) -> Range<Int> {
        Int(draft.shapes.offsets[shape.row])..<Int(draft.shapes.offsets[shape.row + 1])
    }

    private func coordinate(_ point: Int) -> Coordinate {
        Coordinate(
            latitude: Double(draft.shapes.latitudes[point]) / 1e7,
            longitude: Double(draft.shapes.longitudes[point]) / 1e7)
    }

    private func place(at metres: Float, on points: Range<Int>) -> Coordinate {
        let distances = draft.shapes.distances
        let next = points.first { distances[$0] >= metres } ?? points.upperBound - 1
        guard next > points.lowerBound else { return coordinate(next) }
        let step = distances[next] - distances[next - 1]
        let share = step > 0 ? min(1, max(0, (metres - distances[next - 1]) / step)) : 1
        return coordinate(next - 1).interpolated(to: coordinate(next), fraction: Double(share))
    }
}
