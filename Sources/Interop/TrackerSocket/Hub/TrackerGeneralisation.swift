import TransitModel

extension TrackerTrajectory {
    /// Simplifies the path; the vehicle stays within the tolerance of its position at any time.
    ///
    /// It removes intervals whose position, at their time, is within the level's tolerance of the
    /// straight line between the kept ones. Waiting has intervals of its own, so the rest stays in
    /// step.
    func generalised(to level: GeneralisationLevel) -> TrackerTrajectory {
        var result = self
        result.level = level
        guard intervals.count > 2 || corners.count > 2 else { return result }
        let places = intervals.map { place(at: $0.time) }
        let kept = Simplification.keptCorners(
            count: intervals.count, tolerance: level.toleranceMetres
        ) { corner, from, to in
            let span = Double(intervals[to].time - intervals[from].time)
            let share = Double(intervals[corner].time - intervals[from].time) / span
            return places[from].interpolated(to: places[to], fraction: share)
                .distance(to: places[corner])
        }
        var sums = [0.0]
        for (from, to) in zip(kept, kept.dropFirst()) {
            sums.append(sums[sums.count - 1] + places[from].distance(to: places[to]))
        }
        let length = sums[sums.count - 1]
        var line: [MercatorPoint] = []
        for number in kept where places[number] != line.last { line.append(places[number]) }
        result.corners = line
        result.intervals = kept.enumerated().map { place, number in
            Interval(
                time: intervals[number].time,
                fraction: length > 0 ? sums[place] / length : place + 1 == kept.count ? 1 : 0,
                direction: intervals[number].direction)
        }
        return result
    }
}

extension GeneralisationLevel {
    /// Simplifies a line (Douglas-Peucker).
    func simplified(_ corners: [MercatorPoint]) -> [MercatorPoint] {
        Simplification.keptCorners(count: corners.count, tolerance: toleranceMetres) {
            corner, from, to in
            let (a, b, point) = (corners[from], corners[to], corners[corner])
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let square = dx * dx + dy * dy
            guard square > 0 else { return a.distance(to: point) }
            let share = ((point.x - a.x) * dx + (point.y - a.y) * dy) / square
            return a.interpolated(to: b, fraction: min(1, max(0, share))).distance(to: point)
        }.map { corners[$0] }
    }
}
