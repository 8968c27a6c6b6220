private import GTFS
package import Timetables
package import TransitModel

/// A route that vehicles drive in a loop, without a timetable.
package struct LoopRoute: Sendable {
    package let id: Int64
    package let name: String
    /// A description for riders; may be empty.
    package let summary: String
    /// For example `#E1501B`.
    package let colour: String
    /// The stops in order of travel; a stop may appear more than once.
    package let stopIDs: [Int64]
    /// The line of the route; the last point connects to the first.
    package let points: [Coordinate]

    package init(
        id: Int64, name: String, summary: String, colour: String, course: Course
    ) {
        self.id = id
        self.name = name
        self.summary = summary
        self.colour = colour
        stopIDs = course.stopIDs
        points = course.points
    }

    /// The stops and the line of a lap.
    package typealias Course = (stopIDs: [Int64], points: [Coordinate])
}

/// A stop of loop routes.
package struct LoopStop: Sendable {
    package let id: Int64
    package let coordinate: Coordinate
    /// nil if the stop has no name.
    package let name: String?
    package let summary: String?

    package init(id: Int64, coordinate: Coordinate, name: String?, summary: String?) {
        self.id = id
        self.coordinate = coordinate
        self.name = name
        self.summary = summary
    }
}

/// Builds a network of loop routes without a timetable.
///
/// Each route becomes one trip, marked by `TripColumns.isLoop(_:)`, on a service whose only day
/// is irrelevant. Its times follow from the length of a lap, and live vehicles are matched to it. A
/// route with a ``LoopPlan`` also has estimated runs at a headway, which riders can search.
package struct LoopNetwork {
    /// The assumed speed in metres per second.
    private static let nominalSpeed = 6.0
    /// The assumed dwell time in seconds.
    private static let nominalStop = 10.0
    /// The tolerance in metres within which the loop's approaches to its first stop count as
    /// passing it.
    private static let startMetres = 25.0

    private let routes: [LoopRoute]
    private let stops: [LoopStop]
    private let timeZone: String
    private let plans: LoopPlans?

    /// Prepares a network.
    ///
    /// `timeZone`: The zone of all times, a name of the tz database.
    ///
    /// `plans`: Plans of the estimated runs; without them no journey can be planned.
    package init(
        routes: [LoopRoute], stops: [LoopStop], timeZone: String = "UTC",
        plans: LoopPlans? = nil
    ) {
        self.routes = routes
        self.stops = stops
        self.timeZone = timeZone
        self.plans = plans
    }

    /// The network in memory; see ``file(allowingNoRoute:)``.
    ///
    /// - Throws: ``ImportError/noUsableTrip(feeds:reason:)`` as there, ``ImportError/network(_:)``
    ///   if the columns are inconsistent.
    package func timetable(allowingNoRoute: Bool = false) throws(ImportError) -> Timetable {
        let file = try file(allowingNoRoute: allowingNoRoute)
        do {
            let bytes = NetworkBytes(copying: file.bytes())
            return try Timetable(file: NetworkFile(bytes: bytes, name: "shuttle"))
        } catch {
            throw .network(error)
        }
    }

    /// The columns of the network.
    ///
    /// Routes with fewer than two known stops or without a line are left out.
    ///
    /// `allowingNoRoute`: Whether a network without any trip is returned instead of an
    /// error.
    ///
    /// - Throws: ``ImportError/noUsableTrip(feeds:reason:)`` if no route is usable.
    package func file(allowingNoRoute: Bool = false) throws(ImportError) -> NetworkFileWriter {
        let draft = NetworkDraft(notices: NoticeCollector())
        let feed = FeedIndex(0)
        draft.feeds.append(
            FeedDraft(id: draft.strings.index("shuttle"), name: draft.strings.index("shuttle")))
        draft.agencies.append(
            AgencyDraft(
                id: draft.strings.index("shuttle"), name: draft.strings.index("Shuttle"),
                url: .none, timeZone: draft.strings.index(timeZone), language: .none, phone: .none,
                feed: feed))
        // Its only day is before any fix of interest.
        draft.services.append(
            ServiceDraft(
                id: draft.strings.index("loops"),
                exceptions: [(plans?.days.lowerBound ?? ServiceDay(daysSince1970: 0), true)],
                line: 0))
        let rows = addStops(to: draft, feed)
        let offered = routes.filter { route in
            route.points.count > 2
                && route.stopIDs.filter { rows[$0] != nil }.count > 1
        }
        for route in offered { addRoute(route, to: draft, feed) }
        var estimates = LoopEstimates(draft, plans)
        for (number, route) in offered.enumerated() { estimates.addTrips(route, number) }
        var assembler = TripAssembler(draft: draft, notices: draft.notices)
        for (number, route) in offered.enumerated() {
            let calls = route.stopIDs.compactMap { rows[$0] }
            if let loop = addLoop(route, calls, TripIndex(number), to: draft, &assembler) {
                estimates.finishTrips(of: route, along: loop, &assembler)
            }
        }
        let network = NetworkAssembler(
            draft, walking: WalkingAssumptions(), vehicles: nil)
        guard network.tripCount > 0 || allowingNoRoute else {
            throw .noUsableTrip(feeds: ["shuttle"], reason: "No route has a line and two stops.")
        }
        var file = NetworkFileWriter()
        network.write(to: &file)
        return file
    }

    private func addStops(to draft: NetworkDraft, _ feed: FeedIndex) -> [Int64: StopIndex] {
        var rows: [Int64: StopIndex] = [:]
        for stop in stops where rows[stop.id] == nil && stop.coordinate.isPlausible {
            rows[stop.id] = StopIndex(draft.stops.count)
            draft.stops.append(
                StopDraft(
                    id: draft.strings.index("\(stop.id)"), code: .none,
                    name: draft.strings.index(stop.name ?? "Stop \(stop.id)"),
                    description: draft.strings.index(stop.summary ?? ""),
                    coordinate: stop.coordinate, locationType: .stop, wheelchair: 0,
                    platform: .none, timeZone: .none, zone: .none, url: .none, level: .max,
                    feed: feed))
        }
        return rows
    }

    private func addRoute(_ route: LoopRoute, to draft: NetworkDraft, _ feed: FeedIndex) {
        let colour = RGBColour(hex: route.colour)?.value ?? 0xffffff
        let number = RouteIndex(draft.routes.count)
        draft.routes.append(
            RouteDraft(
                id: draft.strings.index("\(route.id)"), agency: AgencyIndex(0),
                shortName: .none, longName: draft.strings.index(route.name),
                description: draft.strings.index(route.summary), type: 3, colour: colour,
                textColour: 0x000000, url: .none, sortOrder: 0, feed: feed))
        draft.trips.append(
            TripDraft(
                id: draft.strings.index("loop-\(route.id)"), route: number,
                service: ServiceIndex(0), headsign: .none, shortName: .none, block: .none,
                shape: .none, direction: PatternColumns.noDirection, flags: TripColumns.loopFlag,
                line: 0))
    }

    // MARK: - Loops

    /// Adds the line, starting and ending at the first stop, and locates the stops along it.
    private func addLoop(
        _ route: LoopRoute, _ stops: [StopIndex], _ trip: TripIndex, to draft: NetworkDraft,
        _ assembler: inout TripAssembler
    ) -> LoopEstimates.Loop? {
        guard let first = draft.stops[stops[0].row].coordinate else { return nil }
        let calls = (stops + [stops[0]]).enumerated().map { position, stop in
            TripAssembler.Call(
                stop: stop, sequence: UInt32(position + 1), arrival: 0, departure: 0, line: 0)
        }
        var best: (shape: ShapeIndex, loop: LoopEstimates.Loop)?
        var leastSquares = Double.infinity
        for line in Self.lines(route.points, through: first) {
            let shape = draft.shapes.add(
                line, id: draft.strings.index("loop-\(route.id)"), isUsed: false)
            let distances = PathLocator(draft).distances(of: calls, along: shape)
            var squares = 0.0
            for (call, distance) in zip(calls, distances) {
                guard let place = draft.stops[call.stop.row].coordinate else { continue }
                let off = place.distanceMetres(to: Self.place(on: line, at: Double(distance)))
                squares += off * off
            }
            guard squares < leastSquares else { continue }
            leastSquares = squares
            best = (shape, LoopEstimates.Loop(stops: stops, line: line, distances: distances))
        }
        guard let best else { return nil }
        draft.shapes.isUsed[best.shape.row] = true
        draft.trips[trip.row].shape = best.shape
        assembler.calls = calls
        for position in calls.indices.dropFirst() {
            let distances = best.loop.distances
            let metres = Double(distances[position] - distances[position - 1])
            let seconds = metres / Self.nominalSpeed + Self.nominalStop
            let time = assembler.calls[position - 1].departure + Int32(seconds.rounded(.up))
            assembler.calls[position].arrival = time
            assembler.calls[position].departure = time
        }
        assembler.finish(trip)
        return best.loop
    }

    /// The closed line, rotated to start at each pass of the stop; at most four.
    private static func lines(
        _ points: [Coordinate], through stop: Coordinate
    ) -> [[Coordinate]] {
        let closed = points + [points[0]]
        let plane = LocalPlane(around: stop)
        var places: [(corner: Int, place: Coordinate, off: Double)] = []
        for corner in closed.indices.dropFirst() {
            let a = plane.point(closed[corner - 1])
            let b = plane.point(closed[corner])
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let square = dx * dx + dy * dy
            let share = square > 0 ? min(1, max(0, -(a.x * dx + a.y * dy) / square)) : 0
            let place = closed[corner - 1].interpolated(to: closed[corner], fraction: share)
            places.append((corner, place, stop.distanceMetres(to: place)))
        }
        let nearest = places.map(\.off).min() ?? 0
        var last = -10
        var lines: [[Coordinate]] = []
        for (corner, place, off) in places where off <= nearest + startMetres {
            // Adjacent segments belong to one pass.
            if corner > last + 1, lines.count < 4 {
                lines.append([place] + closed[corner...] + closed[1..<corner] + [place])
            }
            last = corner
        }
        return lines
    }

    private static func place(on line: [Coordinate], at distance: Double) -> Coordinate {
        var along = 0.0
        for (from, to) in zip(line, line.dropFirst()) {
            let step = from.distanceMetres(to: to)
            if along + step >= distance, step > 0 {
                return from.interpolated(to: to, fraction: max(0, (distance - along) / step))
            }
            along += step
        }
        return line[line.count - 1]
    }
}
