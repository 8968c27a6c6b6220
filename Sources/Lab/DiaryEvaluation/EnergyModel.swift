private import DiarySensing

/// How fast a phone's battery drains in the states of the diary: a model, in percent an hour.
///
/// Fitted to an iPhone 6 from the public battery logs of MobilityNet: a floor of 0.45 %/h, and for
/// each accuracy a part that depends on whether the phone moves. One kilometre and three were never
/// measured; the range says what they may be.
package enum EnergyModel {
    /// A drain in percent an hour, with the range that the unmeasured levels leave open.
    package struct Drain: Sendable, Hashable {
        /// The best estimate.
        package let percentPerHour: Double
        /// With the coarse levels free of cost.
        package let low: Double
        /// With the coarse levels at twice their estimate.
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

    /// The modelled drain over a timeline during which the person was under way as told.
    ///
    /// A timeline without duration drains as its last state does at rest.
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
