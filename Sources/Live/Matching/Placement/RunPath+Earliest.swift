import Timetables
import TransitModel

extension RunPath {
    /// How much nearer a later position on the line must be to be preferred to an earlier one, in
    /// metres; more than the noise of fixes.
    private static let laterMetres = 25.0

    /// Projects a location onto the part of the line between `from` and `to` metres, like
    /// ``projection(of:from:to:)``, but of positions about as near the earliest.
    ///
    /// Where a line returns on the same road, a vehicle on its way there is as near to its way
    /// back.
    /// - Complexity: linear in the corners of that part, or of its beginning where the line is
    ///   near.
    func earliestProjection(
        of place: Coordinate, from: Double, to: Double
    ) -> (along: Double, off: Double) {
        let plane = LocalPlane(around: place)
        guard points.count > 1 else { return projection(of: place) }
        var best = (along: max(0, from), off: Double.infinity)
        // The distance from `place` to the best position, which is not before `from`.
        var distance = Double.infinity
        // Whether the line comes nearer until the end of the corner's leg.
        var isApproaching = true
        var corner = firstCorner(beyond: max(0, from))
        var b = plane.point(points[corner - 1])
        var end = distances[corner - 1]
        // No later position is so much nearer than one that is this near.
        while corner < points.count, end <= to, isApproaching || distance > Self.laterMetres {
            let (a, start) = (b, end)
            b = plane.point(points[corner])
            end = distances[corner]
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let square = dx * dx + dy * dy
            let length = end - start
            func off(_ fraction: Double) -> Double {
                let (x, y) = (a.x + dx * fraction, a.y + dy * fraction)
                return (x * x + y * y).squareRoot()
            }
            let nearest = square > 0 ? min(1, max(0, -(a.x * dx + a.y * dy) / square)) : 1
            let along = min(max(start + length * nearest, from), to)
            let reached = off(length > 0 ? (along - start) / length : 0)
            if isApproaching || reached < distance - Self.laterMetres {
                best = (along, off(nearest))
                distance = reached
                isApproaching = nearest == 1
            }
            corner += 1
        }
        return best
    }
}
