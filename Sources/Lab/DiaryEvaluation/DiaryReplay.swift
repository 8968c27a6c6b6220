package import DiarySensing
private import Foundation

/// Replays recorded days through the state machine.
///
/// Between events the clock ticks every `tickSeconds`, so that rules about elapsed time apply while
/// the phone is silent, as they would on a phone.
package struct DiaryReplay: Sendable {
    /// The rule that determines the state.
    package enum Policy: Sendable, Hashable {
        /// The state machine with these thresholds.
        case machine(SensingConfiguration)
        /// A constant state with its accuracy, for comparison.
        case always(SensingState)
    }

    /// The recorded fixes passed to the state machine.
    package enum Input: Sendable, Hashable {
        /// All fixes, as INTERFACES specifies.
        case recorded
        /// The fixes that a phone would deliver at the current accuracy; see ``FixDelivery``.
        case delivered
    }

    /// The result of a replay.
    package struct Outcome: Sendable {
        /// The states over time.
        package let timeline: StateTimeline
        /// The fixes that a phone would have delivered in these states; see ``FixDelivery``.
        package let delivered: [LocationFix]
    }

    private let policy: Policy
    private let input: Input
    private let tickSeconds: Double

    package init(_ policy: Policy, input: Input = .recorded, tickSeconds: Double = 1) {
        precondition(tickSeconds > 0, "a clock that does not go on never ends")
        self.policy = policy
        self.input = input
        self.tickSeconds = tickSeconds
    }

    /// Replays fixes and motions, each in order of time; nil if there are none.
    ///
    /// - Complexity: O(events + ticks). A silence of more than a day ticks only during its first
    ///   day, since no threshold is longer.
    package func run(_ fixes: [LocationFix], _ motions: [MotionReport]) -> Outcome? {
        let starts = [fixes.first?.time, motions.first?.start].compactMap(\.self)
        let ends = [fixes.last?.time, motions.last?.start].compactMap(\.self)
        guard let start = starts.min(), let end = ends.max() else { return nil }
        var run = Run(policy: policy, input: input, start: start)
        var fix = fixes.startIndex
        var motion = motions.startIndex
        var now = start
        while fix < fixes.endIndex || motion < motions.endIndex {
            let nextFix = fix < fixes.endIndex ? fixes[fix].time : .distantFuture
            let nextMotion = motion < motions.endIndex ? motions[motion].start : .distantFuture
            let next = min(nextFix, nextMotion)
            let lastTick = min(next, now.addingTimeInterval(86_400))
            while now.addingTimeInterval(tickSeconds) < lastTick {
                now = now.addingTimeInterval(tickSeconds)
                run.receive(.tick, at: now)
            }
            now = next
            if nextMotion <= nextFix {
                run.receive(.motion(motions[motion]), at: now)
                motion += 1
            } else {
                run.receive(.fix(fixes[fix]), at: now)
                fix += 1
            }
        }
        return Outcome(
            timeline: StateTimeline(run.changes, end: end), delivered: run.delivery.delivered)
    }

    private struct Run {
        let input: Input
        var sensor: DiarySensor?
        var state: SensingState
        var changes: [StateTimeline.Change]
        var delivery = FixDelivery()

        init(policy: Policy, input: Input, start: Date) {
            self.input = input
            switch policy {
            case .machine(let configuration):
                let sensor = DiarySensor(configuration: configuration, startingAt: start)
                self.sensor = sensor
                state = sensor.decision.state
                changes = [
                    .init(time: start, state: state, reason: sensor.decision.reason.rawValue)
                ]
            case .always(let state):
                self.state = state
                changes = [.init(time: start, state: state, reason: "always")]
            }
        }

        mutating func receive(_ event: SensingEvent, at now: Date) {
            var event = event
            if case .fix(let fix) = event {
                let seen = delivery.deliver(fix, asking: state)
                if input == .delivered {
                    guard let seen else { return }
                    event = .fix(seen)
                }
            }
            guard let decision = sensor?.receive(event, at: now), decision.isChange else { return }
            state = decision.state
            changes.append(
                .init(time: now, state: state, reason: decision.reason.rawValue))
        }
    }
}
