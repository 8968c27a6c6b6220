#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The state machine of the travel diary: events in, decisions out.
///
/// It has no clock, no randomness and no threads of its own: equal events at equal times give equal
/// decisions. Encode it to save it and decode it to go on: a restored machine decides as one that
/// was never interrupted. Its memory is bounded by ``SensingConfiguration``, at most some 50 kB.
///
/// ## The transitions (N is the time of the event)
///
/// - From activelyMoving, stopped to notMoving: `userStationary`: only stationary motion from N -
///   StoppedMovingStationarySeconds to N
/// - From activelyMoving to stopped: `userNotTravelling`: every good fix of the last
///   StopMovingSameLocationSeconds is within SameLocationDistanceMetres of the latest one, there
///   is a fix from before that window, and no silence in it is longer than a third of it
/// - From activelyMoving to inFastVehicle: `userInFastVehicle`: the latest fix is at most 60 s old
///   and reliably at FastSpeedKmh or above, and only in-vehicle or stationary motion from N -
///   InVehicleOrStationarySeconds to N
/// - From stopped to activelyMoving: `userTravelling`: the latest fix is at least
///   StartedTravellingDistanceMetres from the last good one made while actively moving
/// - From notMoving to stopped: `userActivelyMoving`: only walking, running and cycling from N -
///   ActivelyMovingSeconds to N
/// - From inFastVehicle to activelyMoving: `userActivelyMoving`
/// - From notMoving to stopped: `userLeavingByCar` (ours, LeavingByCarExit): only in-vehicle motion
///   from N - LeavingByCarSeconds to N; or, while not `userStationary`, a fix whose distance from
///   the last good one made while actively moving, less the radius of its accuracy, is at least
///   StartedTravellingDistanceMetres
/// - From inFastVehicle to activelyMoving: `userInSlowTraffic` (ours, SlowTrafficExit): all fixes
///   of the last SlowTrafficSeconds or longer are slow
///
/// From activelyMoving, inFastVehicle precedes stopped, which precedes notMoving; from stopped,
/// notMoving precedes activelyMoving; the README's exits precede ours. An event causes at most one
/// transition.
///
/// ## What counts
///
/// - An activity is known with medium or high confidence; it lasts until the next known one. A
///   window before the first known activity is not covered, and nothing holds "during the whole" of
///   it.
/// - A fix counts if it is plausible, at most 60 s old and at most 5 s ahead of the clock, and
///   later than the last that counted.
/// - It is good for comparing locations (or for being "the last while moving") if its accuracy is
///   at most SameLocationDistanceMetres, and for detecting the start of a journey if at most
///   StartedTravellingDistanceMetres. An accuracy that was not reported counts as good.
/// - A speed is reliable if it is 0 or above and its accuracy either was not reported or is 0 to
///   5 m/s.
/// - A fix is slow if its reliable speed is below SlowTrafficKmh. Without a reliable speed, it is
///   slow if the distance from the previous fix plus both accuracies needed less. A sequence of
///   slow fixes restarts after a distance that, even less both accuracies, needed more.
/// - Fixes from before activelyMoving was entered do not count for `userNotTravelling`: a person
///   who starts moving is followed for at least StopMovingSameLocationSeconds, unless the phone
///   lies still.
public struct DiarySensor: Codable, Hashable, Sendable {
    /// The current thresholds; see ``configure(_:)``.
    public private(set) var configuration: SensingConfiguration
    /// The result of the last event.
    public private(set) var decision: SensingDecision

    var memory: SensorMemory

    /// Starts a recording at that instant, in ``SensingState/activelyMoving``.
    public init(configuration: SensingConfiguration = SensingConfiguration(), startingAt now: Date)
    {
        self.configuration = configuration
        decision = SensingDecision(
            state: .activelyMoving, reason: .recordingStarted, since: now, isChange: true)
        memory = SensorMemory(now: now.timeIntervalSince1970)
    }

    /// Restarts after a pause: the state is ``SensingState/activelyMoving``, the past is forgotten.
    @discardableResult
    public mutating func startRecording(at now: Date) -> SensingDecision {
        self = DiarySensor(configuration: configuration, startingAt: now)
        return decision
    }

    /// Replaces the thresholds.
    ///
    /// State and history stay, and the next event is judged by the new thresholds.
    ///
    /// A window that became longer is not covered until it has been filled again.
    public mutating func configure(_ configuration: SensingConfiguration) {
        self.configuration = configuration
    }

    /// Processes an event and decides.
    ///
    /// - Parameters:
    ///   - event: The event that the phone reported.
    ///   - now: The clock's time when the event arrived. In a replay, the time of the event itself.
    ///     If the clock goes back by more than a minute, the machine forgets the past but keeps its
    ///     state; a smaller step counts as no time.
    /// - Returns: The new state; ``SensingDecision/isChange`` says whether it differs from the
    ///   last.
    @discardableResult
    public mutating func receive(_ event: SensingEvent, at now: Date) -> SensingDecision {
        let seconds = now.timeIntervalSince1970
        guard seconds.isFinite else { return stay() }
        memory.advance(to: seconds)
        switch event {
        case .fix(let fix):
            memory.apply(fix, state: decision.state, configuration)
        case .motion(let report):
            memory.apply(report, configuration)
        case .tick:
            break
        }
        guard let (state, reason) = transition() else { return stay() }
        memory.enter(state)
        decision = SensingDecision(
            state: state, reason: reason, since: Date(timeIntervalSince1970: memory.now),
            isChange: true)
        return decision
    }

    private mutating func stay() -> SensingDecision {
        decision = SensingDecision(
            state: decision.state, reason: decision.reason, since: decision.since, isChange: false)
        return decision
    }

    /// Returns the first transition, in order of precedence, whose condition holds now.
    private func transition() -> (SensingState, SensingReason)? {
        let rules = SensingRules(configuration: configuration, memory: memory)
        switch decision.state {
        case .activelyMoving:
            if rules.userInFastVehicle { return (.inFastVehicle, .userInFastVehicle) }
            if rules.userNotTravelling { return (.stopped, .userNotTravelling) }
            if rules.userStationary { return (.notMoving, .userStationary) }
        case .stopped:
            if rules.userStationary { return (.notMoving, .userStationary) }
            if rules.userTravelling { return (.activelyMoving, .userTravelling) }
        case .notMoving:
            if rules.userActivelyMoving { return (.stopped, .userActivelyMoving) }
            if rules.userLeavingByCar { return (.stopped, .userLeavingByCar) }
        case .inFastVehicle:
            if rules.userActivelyMoving { return (.activelyMoving, .userActivelyMoving) }
            if rules.userInSlowTraffic { return (.activelyMoving, .userInSlowTraffic) }
        }
        return nil
    }
}
