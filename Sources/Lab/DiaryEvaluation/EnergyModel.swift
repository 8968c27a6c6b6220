private import DiarySensing

/// A model of a phone's battery drain in the states of the diary, in percent per hour.
///
/// It is fitted to an iPhone 6 in the public battery logs of MobilityNet: 0.45 %/h, plus a part for
/// each accuracy that depends on movement. Accuracies of one and three kilometres were not
/// measured, so the result has a range.
package enum EnergyModel {
    /// A drain in percent per hour, with a range for the unmeasured accuracies.
    package struct Drain: Sendable, Hashable {
        package let percentPerHour: Double
        /// The drain if the unmeasured accuracies cost nothing.
        package let low: Double
        /// The drain if the unmeasured accuracies cost twice their estimate.
        package let high: Double
    }

    private struct Level {
        let still: Double
        let moving: Double

        func part(_ stillShare: Double, _ movingShare: Double) -> Double {
            still * stillShare + moving * movingShare
        }
    }

    private static let floor = 0.45

    private static func levels(of state: SensingState) -> (low: Level, likely: Level, high: Level) {
        switch state {
        case .activelyMoving:
            let level = Level(still: 3.48, moving: 5.45)
            return (level, level, level)
        case .stopped:
            let level = Level(still: 1.05, moving: 2.55)
            return (level, level, level)
        case .notMoving, .inFastVehicle:
            return (
                Level(still: 0, moving: 0), Level(still: 0.26, moving: 0.41),
                Level(still: 0.52, moving: 0.82)
            )
        }
    }

    /// Returns the modelled drain over a timeline.
    ///
    /// A timeline without duration has the drain of its last state at rest.
    package static func drain(_ timeline: StateTimeline, _ movement: Movement) -> Drain {
        var still = Dictionary(uniqueKeysWithValues: SensingState.allCases.map { ($0, 0.0) })
        var moving = still
        if timeline.seconds > 0 {
            for (state, span) in timeline.spans {
                let under = movement.seconds(within: span)
                moving[state, default: 0] += under / timeline.seconds
                still[state, default: 0] +=
                    (span.upperBound - span.lowerBound - under) / timeline.seconds
            }
        } else {
            still = timeline.shares
        }
        var sums = (low: floor, likely: floor, high: floor)
        for state in SensingState.allCases {
            let (low, likely, high) = levels(of: state)
            let (atRest, underWay) = (still[state] ?? 0, moving[state] ?? 0)
            sums.low += low.part(atRest, underWay)
            sums.likely += likely.part(atRest, underWay)
            sums.high += high.part(atRest, underWay)
        }
        return Drain(percentPerHour: sums.likely, low: sums.low, high: sums.high)
    }
}
