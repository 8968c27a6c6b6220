/// Converts control points to lines that look like streets.
enum Curve {
    /// The curve through `controls`, one piece for each pair of neighbours.
    ///
    /// A piece excludes its first point and ends exactly on the control point. Points are about
    /// `spacing` metres apart. The curve is a centripetal Catmull-Rom spline (Yuksel, Schaefer,
    /// Keyser: "On the parameterization of Catmull-Rom curves", 2009), which has no loops between
    /// two control points.
    static func pieces(through controls: [Point], spacing: Double) -> [[Point]] {
        guard controls.count > 2 else {
            return zip(controls, controls.dropFirst()).map { [$1] }
        }
        return (0..<controls.count - 1).map { index in
            let start = controls[index]
            let end = controls[index + 1]
            let before = index > 0 ? controls[index - 1] : start * 2 - end
            let after = index + 2 < controls.count ? controls[index + 2] : end * 2 - start
            let steps = max(1, Int((start.distance(to: end) / spacing).rounded()))
            return (1...steps).map { step in
                step == steps
                    ? end
                    : point(
                        on: (before, start, end, after), at: Double(step) / Double(steps))
            }
        }
    }

    /// The corners of a line of straight pieces, with points between them at most `spacing` metres
    /// apart.
    static func dense(_ corners: [Point], spacing: Double) -> [Point] {
        zip(corners, corners.dropFirst()).flatMap { start, end in
            let steps = max(1, Int((start.distance(to: end) / spacing).rounded(.up)))
            return (0..<steps).map { start + (end - start) * (Double($0) / Double(steps)) }
        } + corners.suffix(1)
    }

    /// Evaluates the centripetal spline with Barry and Goldman's pyramid; `share` is from 0 to 1.
    private static func point(
        on controls: (Point, Point, Point, Point), at share: Double
    ) -> Point {
        let (p0, p1, p2, p3) = controls
        let t0 = 0.0
        let t1 = t0 + p0.distance(to: p1).squareRoot()
        let t2 = t1 + p1.distance(to: p2).squareRoot()
        let t3 = t2 + p2.distance(to: p3).squareRoot()
        let t = t1 + (t2 - t1) * share
        func mix(_ a: Point, _ b: Point, _ from: Double, _ to: Double) -> Point {
            a * ((to - t) / (to - from)) + b * ((t - from) / (to - from))
        }
        let a1 = mix(p0, p1, t0, t1)
        let a2 = mix(p1, p2, t1, t2)
        let a3 = mix(p2, p3, t2, t3)
        return mix(mix(a1, a2, t0, t2), mix(a2, a3, t1, t3), t1, t2)
    }
}

/// A line on the ground with the positions of a vehicle's calls.
struct Path {
    /// At least two points.
    var points: [Point]
    /// The index of the point of each call, in order.
    var callIndices: [Int]

    /// The same line in the opposite direction.
    var reversed: Path {
        Path(
            points: points.reversed(),
            callIndices: callIndices.reversed().map { points.count - 1 - $0 })
    }

    /// Metres from the start to each point.
    var distances: [Double] {
        var total = 0.0
        var result = [0.0]
        result.reserveCapacity(points.count)
        for index in points.indices.dropFirst() {
            total += points[index - 1].distance(to: points[index])
            result.append(total)
        }
        return result
    }

    /// The same line with sharp corners replaced by a short curve, as tracks and kerbs have.
    ///
    /// A call on a corner moves to the middle of the curve, by at most some 7 metres. Points where
    /// the line reverses stay unchanged.
    func roundingCorners(by radius: Double) -> Path {
        let sharpest = -0.85
        let bluntest = 0.92
        var result = Path(points: [points[0]], callIndices: [])
        var calls = callIndices[...]
        func takeCalls(at index: Int, as newIndex: Int) {
            while calls.first == index {
                calls.removeFirst()
                result.callIndices.append(newIndex)
            }
        }
        takeCalls(at: 0, as: 0)
        for index in points.indices.dropFirst() {
            let corner = points[index]
            guard index + 1 < points.count else {
                result.points.append(corner)
                takeCalls(at: index, as: result.points.count - 1)
                break
            }
            let incoming = corner - points[index - 1]
            let outgoing = points[index + 1] - corner
            let cosine = incoming.normalised.dot(outgoing.normalised)
            guard cosine > sharpest, cosine < bluntest else {
                result.points.append(corner)
                takeCalls(at: index, as: result.points.count - 1)
                continue
            }
            let cut = min(radius, incoming.length / 2, outgoing.length / 2)
            let entry = corner - incoming.normalised * cut
            let exit = corner + outgoing.normalised * cut
            for share in [0.0, 0.25, 0.5, 0.75, 1] {
                let rest = 1 - share
                result.points.append(
                    entry * (rest * rest) + corner * (2 * rest * share) + exit * (share * share))
                if share == 0.5 { takeCalls(at: index, as: result.points.count - 1) }
            }
        }
        return result
    }
}
