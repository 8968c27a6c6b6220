import Realtime
import TransitModel

/// What counts as the same prediction.
extension ExpectationCache {
    static func areAlike(_ one: RunChange, _ other: RunChange) -> Bool {
        one.isCancelled == other.isCancelled && one.calls.count == other.calls.count
            && zip(one.calls, other.calls).allSatisfy { one, other in
                areTimesAlike(one, other) && areAlike(one.spread, other.spread)
                    && one.occupancy == other.occupancy
            }
    }

    /// Replaces what is alike in a newer prediction of a run by the earlier one: all times or none,
    /// and all spreads or none.
    ///
    /// Returns true, and replaces nothing, if all of the earlier one still holds.
    static func keepAlike(_ earlier: [ExpectedCall], in calls: inout [ExpectedCall]) -> Bool {
        guard earlier.count == calls.count else { return false }
        let areTimesAlike = zip(earlier, calls).allSatisfy(areTimesAlike)
        let areSpreadsAlike = zip(earlier, calls).allSatisfy { areAlike($0.spread, $1.spread) }
        guard areTimesAlike || areSpreadsAlike else { return false }
        if areTimesAlike, areSpreadsAlike, zip(earlier, calls).allSatisfy(areOtherwiseEqual) {
            return true
        }
        for row in calls.indices {
            let (new, old) = (calls[row], earlier[row])
            let times = areTimesAlike ? old : new
            calls[row] = ExpectedCall(
                arrival: times.arrival, departure: times.departure, stop: new.stop,
                isSkipped: new.isSkipped, spread: areSpreadsAlike ? old.spread : new.spread,
                occupancy: new.occupancy)
        }
        return false
    }

    private static func areOtherwiseEqual(_ one: ExpectedCall, _ other: ExpectedCall) -> Bool {
        one.stop == other.stop && one.isSkipped == other.isSkipped
            && one.occupancy == other.occupancy
    }

    private static func areTimesAlike(_ one: ExpectedCall, _ other: ExpectedCall) -> Bool {
        abs(one.arrival.seconds - other.arrival.seconds) < thresholdSeconds
            && abs(one.departure.seconds - other.departure.seconds) < thresholdSeconds
    }

    private static func areAlike(_ one: CallSpread?, _ other: CallSpread?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        func areAlike(_ one: UInt16, _ other: UInt16) -> Bool {
            abs(Int32(one) - Int32(other)) < thresholdSeconds
        }
        return areAlike(one.earlyDeparture, other.earlyDeparture)
            && areAlike(one.lateDeparture, other.lateDeparture)
            && areAlike(one.earlyArrival, other.earlyArrival)
            && areAlike(one.lateArrival, other.lateArrival)
            && areAlike(one.margin, other.margin)
    }
}
