package import DiarySensing
private import Foundation
private import TransitModel

/// What a diary knows less about ways than an always-on record of the same days.
package struct AccuracyLoss: Sendable, Hashable {
    /// Of the time under way, the share during which the phone was asked for 10 m; nil if it never
    /// was.
    package let preciseShare: Double?
    /// How far, in metres, the delivered record is from the full one in half of the moments under
    /// way.
    package let medianMetres: Double?
    /// The same for 95 of 100 moments.
    package let p95Metres: Double?

    /// Compares the fixes that a phone would have delivered with all that were recorded.
    ///
    /// At each precise recorded fix under way, the distance to where the delivered record, drawn
    /// with straight lines, puts the person at that moment.
    ///
    /// - Parameters:
    ///   - timeline: The states in which the fixes were delivered.
    ///   - delivered: The delivered fixes in order of time; see ``DiaryReplay/Outcome``.
    ///   - recorded: All fixes in order of time.
    ///   - movement: When the person was under way.
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
    /// The value below which that share of the sorted elements lies; nil if there are none.
    func quantile(_ share: Double) -> Double? {
        guard !isEmpty else { return nil }
        return self[Swift.min(count - 1, Int(Double(count) * share))]
    }
}
