package import DiarySensing
private import Foundation
private import TransitModel

/// The accuracy that a diary loses against an always-on record of the same days.
package struct AccuracyLoss: Sendable, Hashable {
    /// The share of the moving time recorded at 10 m; nil if there is none.
    package let preciseShare: Double?
    /// The median distance in metres between the delivered and the full record while moving; nil
    /// without fixes.
    package let medianMetres: Double?
    /// The 95th percentile of the same distances.
    package let p95Metres: Double?

    /// Compares the fixes that a phone would have delivered with all recorded ones.
    ///
    /// For each precise recorded fix while moving, it measures the distance to the delivered
    /// record, interpolated linearly at that time.
    ///
    /// - Parameters:
    ///   - timeline: The states in which the fixes were delivered.
    ///   - delivered: The delivered fixes in order of time; see ``DiaryReplay/Outcome``.
    ///   - recorded: All fixes in order of time.
    ///   - movement: The times at which the person moved.
    package init(
        _ timeline: StateTimeline, delivered: [LocationFix], recorded: [LocationFix],
        movement: Movement
    ) {
        let all = movement.spans.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
        let precise = timeline.spans.filter { $0.state == .activelyMoving }
            .reduce(0) { $0 + movement.seconds(within: $1.span) }
        preciseShare = all > 0 ? min(1, precise / all) : nil
        var errors: [Double] = []
        if !delivered.isEmpty {
            var walker = Walker(delivered)
            for fix in recorded
            where fix.isPrecise && movement.contains(fix.time.timeIntervalSince1970) {
                let place = walker.place(at: fix.time.timeIntervalSince1970)
                errors.append(place.distanceMetres(to: fix.coordinate))
            }
        }
        errors.sort()
        medianMetres = errors.quantile(0.5)
        p95Metres = errors.quantile(0.95)
    }
}

extension Array where Element == Double {
    /// Returns a quantile of the sorted elements; nil if there are none.
    func quantile(_ share: Double) -> Double? {
        guard !isEmpty else { return nil }
        return self[Swift.min(count - 1, Int(Double(count) * share))]
    }
}
