package import TransitModel

/// The line on the ground that a run follows, with the distance of each call along it.
///
/// It is taken from the trip's shape, or consists of straight lines between stops if the feed has
/// no shape. It is a class because everything known about a vehicle on the run refers to it.
package final class RunPath: Sendable {
    /// The corners of the line, at least one.
    package let points: LineCorners
    /// Metres from the start for each corner, increasing.
    package let distances: LineDistances
    /// Metres from the start for each call of the pattern, never decreasing.
    package let callDistances: [Double]
    /// Whether the line is not the feed's but made from a map, from other trips or from the stops
    /// alone; false in a network without shapes.
    package let isInferred: Bool

    /// Creates the path of a trip on a pattern; nil if neither the shape nor the stops have
    /// locations.
    package init?(_ timetable: Timetable, trip: TripIndex, pattern: PatternIndex) {
        let path = timetable.trips.paths[trip]
        if path != TripColumns.noPath {
            let shapes = timetable.shapes
            let rows = shapes.pointOffsets[shapes.pathShapes[Int(path)]]
            points = LineCorners(rows, of: shapes)
            distances = LineDistances(rows, of: shapes)
            callDistances = shapes.pathDistances[shapes.pathDistanceOffsets[Int(path)]]
                .map(Double.init)
            isInferred = shapes.isInferred(shapes.pathShapes[Int(path)])
            guard !points.isEmpty else { return nil }
            return
        }
        let stops = timetable.patterns.stops(of: pattern)
        var corners: [Coordinate] = []
        var sums: [Double] = []
        var calls: [Double] = []
        // They get no room to grow, and one array serves for corners and calls where each stop has
        // a location.
        sums.reserveCapacity(stops.count)
        calls.reserveCapacity(stops.count)
        for stop in stops {
            if let place = timetable.stops.coordinate(stop) {
                let step = corners.last.map { $0.distanceMetres(to: place) } ?? 0
                sums.append((sums.last ?? 0) + step)
                corners.append(place)
            }
            calls.append(sums.last ?? 0)
        }
        guard !corners.isEmpty else { return nil }
        points = LineCorners(corners)
        distances = LineDistances(sums)
        callDistances = calls == sums ? sums : calls
        // Without any shape in the network nothing distinguishes this line from the others.
        isInferred = timetable.shapes.count > 0
    }

    /// Returns whether an inferred line has nothing but its ends between two calls, because nothing
    /// is known of the way.
    package func isStraight(from: Double, to: Double) -> Bool {
        guard isInferred, points.count > 1, from < to else { return false }
        return distances[firstCorner(beyond: from)] >= to
    }

    /// Creates a line without length, for a run of `calls` calls whose path does not matter.
    package init(at place: Coordinate, calls: Int) {
        points = LineCorners([place])
        distances = LineDistances([0])
        callDistances = [Double](repeating: 0, count: calls)
        isInferred = false
    }

    /// Creates the line of a loop driven `laps` times.
    ///
    /// The loop must end where it starts, and its first call must be repeated there.
    package init(loop: RunPath, laps: Int) {
        var corners = Array(loop.points)
        var sums = Array(loop.distances)
        var calls = loop.callDistances
        for lap in 1..<max(2, laps) {
            let start = loop.length * Double(lap)
            corners += loop.points.dropFirst()
            sums += loop.distances.dropFirst().map { $0 + start }
            calls += loop.callDistances.dropFirst().map { $0 + start }
        }
        points = LineCorners(corners)
        distances = LineDistances(sums)
        callDistances = calls
        isInferred = loop.isInferred
    }

    /// Returns the local minima of the distance to `place` along the line, at most `metres` away
    /// and before `end` metres along, in order along the line.
    /// - Complexity: linear in the corners.
    package func nearPlaces(
        of place: Coordinate, within metres: Double, before end: Double
    ) -> [(along: Double, off: Double)] {
        let plane = LocalPlane(around: place)
        var found: [(along: Double, off: Double)] = []
        var previous = (along: 0.0, off: Double.infinity)
        var isFalling = true
        var corner = 1
        var b = plane.point(points[0])
        while corner < points.count, distances[corner - 1] < end {
            let a = b
            b = plane.point(points[corner])
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let square = dx * dx + dy * dy
            let fraction = square > 0 ? min(1, max(0, -(a.x * dx + a.y * dy) / square)) : 0
            let (x, y) = (a.x + dx * fraction, a.y + dy * fraction)
            let length = distances[corner] - distances[corner - 1]
            let candidate = (
                along: min(end, distances[corner - 1] + length * fraction),
                off: (x * x + y * y).squareRoot()
            )
            if candidate.off > previous.off, isFalling, previous.off <= metres {
                found.append(previous)
            }
            if candidate.off != previous.off { isFalling = candidate.off < previous.off }
            previous = candidate
            corner += 1
        }
        if isFalling, previous.off <= metres { found.append(previous) }
        return found
    }

    /// The length of the line in metres.
    package var length: Double { distances.last ?? 0 }

    /// Returns the location at a distance from the start and the heading there in degrees (nil on a
    /// line without length).
    /// - Complexity: O(log n) in the number of corners.
    package func position(at distance: Double) -> (place: Coordinate, heading: Double?) {
        guard points.count > 1 else { return (points[0], nil) }
        let after = firstCorner(beyond: distance)
        let hasLength = distances[after] > distances[after - 1]
        return (
            place(at: distance, before: after),
            hasLength ? points[after - 1].bearingDegrees(to: points[after]) : nil
        )
    }

    /// Returns the location at a distance from the start, without the heading, which takes longer.
    /// - Complexity: O(log n) in the number of corners.
    package func place(at distance: Double) -> Coordinate {
        guard points.count > 1 else { return points[0] }
        return place(at: distance, before: firstCorner(beyond: distance))
    }

    /// Returns the location at a distance from the start of a line with length, given the
    /// ``firstCorner(beyond:)`` that distance.
    package func place(at distance: Double, before corner: Int) -> Coordinate {
        let length = distances[corner] - distances[corner - 1]
        let fraction = length > 0 ? (distance - distances[corner - 1]) / length : 0
        return points[corner - 1].interpolated(
            to: points[corner], fraction: min(1, max(0, fraction)))
    }

    /// Returns the line between two distances from the start, including both ends; `from` must not
    /// exceed `to`.
    /// - Complexity: linear in the corners between.
    package func part(from: Double, to: Double) -> [Coordinate] {
        let between = zip(points, distances).filter { from < $0.1 && $0.1 < to }.map { $0.0 }
        return [place(at: from)] + between + [place(at: to)]
    }

    /// Returns the first corner whose distance is greater than `distance`, within
    /// `1..<points.count`.
    package func firstCorner(beyond distance: Double) -> Int {
        (1..<max(1, points.count - 1)).partitioningIndex { distances[$0] > distance }
    }

    /// Projects a location onto the line: the distance along it and the distance from it, in
    /// metres.
    ///
    /// Considers only the part between `from` and `to` metres, so that positions on loops and
    /// out-and-back lines do not jump.
    /// - Complexity: linear in the corners of that part.
    package func projection(
        of place: Coordinate, from: Double = 0, to: Double = .infinity
    ) -> (along: Double, off: Double) {
        let plane = LocalPlane(around: place)
        guard points.count > 1 else { return (0, place.distanceMetres(to: points[0])) }
        var best = (along: max(0, from), off: Double.infinity)
        var corner = firstCorner(beyond: max(0, from))
        var b = plane.point(points[corner - 1])
        var end = distances[corner - 1]
        while corner < points.count, end <= to {
            let (a, start) = (b, end)
            b = plane.point(points[corner])
            end = distances[corner]
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let square = dx * dx + dy * dy
            let fraction = square > 0 ? min(1, max(0, -(a.x * dx + a.y * dy) / square)) : 0
            let (x, y) = (a.x + dx * fraction, a.y + dy * fraction)
            let off = (x * x + y * y).squareRoot()
            let along = min(max(start + (end - start) * fraction, from), to)
            if off < best.off { best = (along, off) }
            corner += 1
        }
        return best
    }
}
