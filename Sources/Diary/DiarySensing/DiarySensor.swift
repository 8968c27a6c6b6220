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
/// ## The transitions (N is the moment of the event)
///
/// | from | to | when |
/// |---|---|---|
/// | activelyMoving, stopped | notMoving | `userStationary`: only stationary motion from N - StoppedMovingStationarySeconds to N |
/// | activelyMoving | stopped | `userNotTravelling`: every good fix of the last StopMovingSameLocationSeconds lies within SameLocationDistanceMetres of the latest one, there is a fix from before that window, and no silence in it is longer than a third of it |
/// | activelyMoving | inFastVehicle | `userInFastVehicle`: the latest fix is at most 60 s old and reliably at FastSpeedKmh or above, and only in-vehicle or stationary motion from N - InVehicleOrStationarySeconds to N |
/// | stopped | activelyMoving | `userTravelling`: the latest fix lies at least StartedTravellingDistanceMetres from the last good one made while actively moving |
/// | notMoving | stopped | `userActivelyMoving`: only walking, running and cycling from N - ActivelyMovingSeconds to N |
/// | inFastVehicle | activelyMoving | `userActivelyMoving` |
/// | notMoving | stopped | `userLeavingByCar` (ours, LeavingByCarExit): only in-vehicle motion from N - LeavingByCarSeconds to N; or, while not `userStationary`, a fix whose distance from the last good one made while actively moving, less the radius of its accuracy, is at least StartedTravellingDistanceMetres |
/// | inFastVehicle | activelyMoving | `userInSlowTraffic` (ours, SlowTrafficExit): all fixes of the last SlowTrafficSeconds or longer are slow |
///
/// From activelyMoving, inFastVehicle beats stopped beats notMoving; from stopped, notMoving beats
/// activelyMoving; the README's exits beat ours. An event causes one transition at most.
///
/// ## What counts
///
/// - An activity is known with medium or high confidence; it lasts until the next known one. A
///   window before the first known activity is not covered, and nothing holds "during the whole" of
///   it.
/// - A fix counts if it is plausible, at most 60 s old and at most 5 s ahead of the clock, and
///   later than the last that counted.
/// - It is good for telling whether the place is the same (or for being "the last while moving") if
///   its accuracy is at most SameLocationDistanceMetres, for telling a journey's beginning if at
///   most StartedTravellingDistanceMetres; an accuracy that was never told is taken as good.
/// - A speed is reliable if it is 0 or above and its accuracy either was never told or is 0 to 5
///   m/s.
/// - A fix is slow if its reliable speed is below SlowTrafficKmh; one without a reliable speed, if
///   the way from the fix before it plus both accuracies needed less. A stretch of slow fixes
///   begins anew after a way that, even less both accuracies, needed more.
/// - What was seen before activelyMoving was entered does not count for `userNotTravelling`:
///   whoever starts moving is followed for at least StopMovingSameLocationSeconds, unless the phone
///   lies still.
public struct DiarySensor: Codable, Hashable, Sendable {
    /// The thresholds in force; see ``configure(_:)``.
    public private(set) var configuration: SensingConfiguration
    /// What the last event led to.
    public private(set) var decision: SensingDecision

    var memory: SensorMemory

    /// Starts a recording at that moment, in ``SensingState/activelyMoving``.
    public init(configuration: SensingConfiguration = SensingConfiguration(), startingAt now: Date)
    {
        self.configuration = configuration
        decision = SensingDecision(
            state: .activelyMoving, reason: .recordingStarted, since: now, isChange: true)
        memory = SensorMemory(now: now.timeIntervalSince1970)
    }

    /// Starts anew after a pause: the state is ``SensingState/activelyMoving``, the past is
    /// forgotten.
    @discardableResult
    public mutating func startRecording(at now: Date) -> SensingDecision {
        self = DiarySensor(configuration: configuration, startingAt: now)
        return decision
    }

    /// Puts other thresholds in force; state and memory stay, the next event is judged by them.
    ///
    /// A window that grew is not covered before it has been filled anew.
    public mutating func configure(_ configuration: SensingConfiguration) {
        self.configuration = configuration
    }

    /// Takes an event and decides.
    ///
    /// - Parameters: - event: What the phone told. - now: The clock's time when the event arrived.
    ///   In a replay, the time of the event itself. A clock that goes back by more than a minute
    ///   makes the machine forget the past, but keep its state; a smaller step counts as no time.
    /// - Returns: The state from now on; ``SensingDecision/isChange`` says whether it is new.
    @discardableResult
    public mutating func receive(_ event: SensingEvent, at now: Date) -> SensingDecision {
        let seconds = now.timeIntervalSince1970
        guard seconds.isFinite else { return stay() }
        memory.advance(to: seconds)
        switch event {
        case .fix(let fix):
            memory.take(fix, state: decision.state, configuration)
        case .motion(let report):
            memory.take(report, configuration)
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

    /// The first transition in order of precedence that holds now.
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
