import TransitModel

/// Arranges lines side by side where they share a street: cuts their paths into stretches, each
/// with its offset from the middle of the street.
///
/// Paths are followed in short steps, and a step near a point of another line takes over that point
/// (as in ``StreetPoints``). Lines have the same order everywhere, so they never change sides where
/// one joins or leaves; left and right are those of the first line on the street, or of the street
/// from which this line came. Neighbours over less than ``minimumMetres`` do not move a path.
/// Differs from Bast, Brosi and Storandt, "Efficient Generation of Geographically Accurate Transit
/// Maps" (2018), in that the order of lines is not optimized for few crossings.
struct ParallelLines: Sendable {
    /// What distinguishes the stretches of a line.
    struct Style: Hashable, Comparable, Sendable {
        /// The offset to the right of the middle, along the points, in line widths; negative to the
        /// left, and 0 for straight ones.
        let offset: Float
        /// Whether it is straight because nothing is known of the way.
        let isStraight: Bool

        static func < (left: Self, right: Self) -> Bool {
            left.offset == right.offset
                ? !left.isStraight && right.isStraight : left.offset < right.offset
        }
    }

    /// A part of a line's path with a constant style.
    ///
    /// A straight one is a single hop, and is the same for both directions, so that the dashes of
    /// equal hops coincide.
    struct Stretch: Hashable, Sendable {
        let style: Style
        /// The points, in millionths of a degree.
        let points: [SIMD2<Int32>]
    }

    /// The stretches of each line, in the order of the lines and along their paths.
    private(set) var stretches: [[Stretch]] = []

    /// The maximum distance between the outermost lines of a street, in line widths; beyond it
    /// lines overlap.
    private static let maximumWidths: Float = 6
    private static let minimumMetres = 60.0
    private static let stepMetres = 20.0
    /// The maximum number of steps between two corners; longer parts have longer steps.
    private static let maximumSteps = 100.0
    private static let toleranceMetres = 2.0

    /// A step of a path: its point on the streets, and the line's position there.
    private struct Step {
        let point: UInt32
        /// The number of lines to the left of this one on the street.
        let rank: Int32
        let isForwards: Bool
    }

    /// Finds the streets that lines share; each line has several paths, in any direction.
    ///
    /// Lines with the same number in `strokes` are drawn on one another and must be consecutive.
    /// Without `strokes`, each line has its own place.
    ///
    /// - Complexity: Linear in the length of all paths, with at most 100 steps between two corners.
    init(_ lines: [[LineWay]], strokes: [Int]? = nil) {
        var streets = StreetPoints()
        let walked = lines.enumerated().map { line, ways in
            let stroke = Int32(strokes?[line] ?? line)
            return ways.flatMap { $0.pieces }.map { piece in
                // Where nothing is known of the way, there is no street to share.
                (
                    hops: piece.isStraight ? Self.hops(along: piece.points) : [],
                    steps: piece.isStraight
                        ? [] : Self.steps(along: piece.points, line: stroke, &streets)
                )
            }
        }
        stretches = walked.map { pieces in
            var known = Set<Stretch>()
            return pieces.flatMap { hops, steps in
                hops.filter { known.insert($0).inserted }
                    + Self.runs(of: steps, streets).map {
                        Self.stretch(steps[$0.range], $0.offset, streets)
                    }
            }
        }
    }

    /// Returns the steps along a path, adding points where no line was before.
    private static func steps(
        along way: [Coordinate], line: Int32, _ streets: inout StreetPoints
    ) -> [Step] {
        let places = subdivided(GeoJSON.corners(way, toleranceMetres: toleranceMetres))
        guard places.count > 1 else { return [] }
        let directions = places.indices.map { index in
            let ahead = StreetPoints.metres(
                from: places[max(0, index - 1)], to: places[min(places.count - 1, index + 1)])
            let length = (ahead * ahead).sum().squareRoot()
            return length > 0 ? ahead / length : SIMD2(0, 1)
        }
        let known = places.indices.map { streets.nearest(to: places[$0], along: directions[$0]) }
        let isForwards = places.indices.map { index in
            known[index].map { (directions[index] * streets.directions[Int($0)]).sum() >= 0 }
        }
        // New points get the direction of the street from which the path comes, or otherwise to
        // which it leads.
        var goesForwards = isForwards.lazy.compactMap { $0 }.first ?? true
        return places.indices.map { index in
            goesForwards = isForwards[index] ?? goesForwards
            let (place, direction) = (places[index], directions[index])
            let point =
                known[index] ?? streets.nearest(to: place, along: direction)
                ?? streets.add(place, along: goesForwards ? direction : -direction)
            return Step(
                point: point, rank: streets.pass(point, line: line),
                isForwards: (direction * streets.directions[Int(point)]).sum() >= 0)
        }
    }

    /// Returns points at most a step apart, equally spaced between two corners.
    private static func subdivided(_ corners: [Coordinate]) -> [Coordinate] {
        guard var from = corners.first else { return [] }
        var places = [from]
        for corner in corners.dropFirst() {
            let metres = StreetPoints.distanceMetres(from, corner)
            guard metres > 0 else { continue }
            let steps = Int(min(maximumSteps, (metres / stepMetres).rounded(.up)))
            for step in 1...max(1, steps) {
                places.append(
                    from.interpolated(to: corner, fraction: Double(step) / Double(max(1, steps))))
            }
            from = corner
        }
        return places
    }

    /// Groups consecutive steps with the same offset; each group begins where the previous one
    /// ends.
    private static func runs(
        of steps: [Step], _ streets: StreetPoints
    ) -> [(range: ClosedRange<Int>, offset: Float)] {
        guard steps.count > 1 else { return [] }
        var found: [(range: ClosedRange<Int>, offset: Float)] = []
        var begin = 0
        var metres = 0.0
        for index in 1..<steps.count {
            let (last, next) = (steps[index - 1].point, steps[index].point)
            metres += streets.distanceMetres(last, next)
            let own = offset(of: steps[begin], streets)
            guard index == steps.count - 1 || offset(of: steps[index], streets) != own else {
                continue
            }
            if let before = found.last, before.offset == own || metres < minimumMetres {
                found[found.count - 1].range = before.range.lowerBound...index
            } else if found.count == 1, length(found[0].range, steps, streets) < minimumMetres {
                found[0] = (0...index, own)
            } else {
                found.append((begin...index, own))
            }
            begin = index
            metres = 0
        }
        return found
    }

    private static func length(
        _ range: ClosedRange<Int>, _ steps: [Step], _ streets: StreetPoints
    ) -> Double {
        zip(range, range.dropFirst()).reduce(0) { sum, pair in
            sum + streets.distanceMetres(steps[pair.0].point, steps[pair.1].point)
        }
    }

    /// Returns the offset of a line to the right of the middle, in line widths.
    private static func offset(of step: Step, _ streets: StreetPoints) -> Float {
        let others = Float(streets.lineCounts[Int(step.point)] - 1)
        guard others > 0 else { return 0 }
        let right = (Float(step.rank) - others / 2) * min(1, maximumWidths / others)
        return step.isForwards || right == 0 ? right : -right
    }

    private static func stretch(
        _ steps: ArraySlice<Step>, _ offset: Float, _ streets: StreetPoints
    ) -> Stretch {
        let places = steps.map { streets.places[Int($0.point)] }
        let corners = GeoJSON.corners(places, toleranceMetres: toleranceMetres)
        return Stretch(
            style: Style(offset: offset, isStraight: false), points: corners.map(millionths))
    }

    /// Returns each hop between stops from west to east, or from south to north.
    private static func hops(along stops: [Coordinate]) -> [Stretch] {
        let points = stops.map(millionths)
        return zip(points, points.dropFirst()).filter { $0 != $1 }.map { from, to in
            Stretch(
                style: Style(offset: 0, isStraight: true),
                points: (from.x, from.y) < (to.x, to.y) ? [from, to] : [to, from])
        }
    }

    private static func millionths(_ place: Coordinate) -> SIMD2<Int32> {
        SIMD2(Int32((place.longitude * 1e6).rounded()), Int32((place.latitude * 1e6).rounded()))
    }
}
