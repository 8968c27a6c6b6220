package import TransitModel

/// What a rider is told about a departure that matters to them.
package enum DelayAlert: Hashable, Sendable, Codable {
    /// It leaves later than was told: minutes behind the timetable, before and now.
    case later(from: Int, to: Int)
    /// It leaves earlier than was told.
    case earlier(from: Int, to: Int)
    /// It is on time again.
    case onTime(from: Int)
    /// A ride cannot be made, counted from 0.
    case cancelled(ride: Int)
    /// It runs after all.
    case runsAgain
    /// A change does not work, counted from 0.
    case changeBroken(change: Int)
    /// All changes work again.
    case changeWorks
    /// It leaves from another platform; nil if that is not known any more.
    case platform(from: String?, to: String?)
    /// Live data is missing near the departure.
    case liveLost
    /// It is there again.
    case liveBack

    /// Must not wait for the pause between two messages: who hears of it late misses the vehicle.
    var isUrgent: Bool {
        switch self {
        case .earlier, .onTime, .cancelled: true
        default: false
        }
    }
}

/// When a rider wants to be told.
package struct AlertSettings: Hashable, Sendable, Codable {
    /// Minutes that a departure must change by: 1 to 10.
    package var thresholdMinutes = 2
    /// How long before a departure telling begins, in minutes: 5 to 120.
    package var leadMinutes = 30

    /// The defaults.
    package init() {}
}

/// What a rider knows of one departure on one day; kept over restarts.
package struct NotifiedState: Hashable, Sendable, Codable {
    /// Minutes behind the timetable.
    package var delayMinutes = 0
    /// The ride that cannot be made.
    package var cancelled: Int?
    /// The change that does not work.
    package var broken: Int?
    /// The platform of the first vehicle; what the timetable says before anything was told.
    package var platform: String?
    /// Live data was said to be missing.
    package var isLiveLost = false
    /// How often a delay that was told was taken back; nil is never.
    package var takenBack: Int?
    /// When something was last told; nil if nothing was.
    package var notifiedAt: UnixTime?
    /// When live data was last there; nil if it never was.
    ///
    /// It is not kept over restarts: what a server did not see it cannot miss.
    package var liveAt: UnixTime?

    private enum CodingKeys: String, CodingKey {
        case delayMinutes, cancelled, broken, platform, isLiveLost, takenBack
        // As stored states have it.
        case notifiedAt = "toldAt"
    }

    /// Knows what the timetable says.
    package init(platform: String?) {
        self.platform = platform
    }
}

/// Decides what is worth telling: what has changed since the rider was last told, and matters.
///
/// A message changes what the rider knows, so that nothing is told twice; small changes add up
/// until they matter. Delays that shrink below half the threshold are over. After a message that a
/// delay is over, the next delay must be larger to cause a message. Otherwise a vehicle with a
/// delay near the threshold would be reported late and on time again every three minutes.
package struct DelayAlertRule: Sendable {
    /// How the rider wants it.
    package let settings: AlertSettings

    /// Seconds between two messages that are not urgent.
    static let pauseSeconds = 180.0
    /// However often a delay was taken back, one of this many thresholds causes a message.
    static let maximumThresholds = 3
    /// Live data that is missing for so many seconds is told.
    static let lostSeconds = 300.0
    /// Missing live data matters so many seconds before the departure.
    static let nearSeconds = 900.0

    /// A rule by a rider's settings.
    package init(_ settings: AlertSettings) {
        self.settings = settings
    }

    /// What to tell now, and what the rider then knows; nil if there is nothing to tell.
    ///
    /// `sourceIsLive` says whether live data comes at all. After the departure only broken changes
    /// are told, until the rider is there. `told` is brought up to date about live data even if
    /// nothing is told. As long as live data is not `isSettled`, because it has just begun to come,
    /// nothing is taken back of a vehicle of which nothing is known: that is no news of it.
    package func next(
        _ state: RouteState, _ told: inout NotifiedState, now: UnixTime, sourceIsLive: Bool,
        isSettled: Bool = true
    ) -> DelayAlert? {
        if state.isLive, sourceIsLive { told.liveAt = now }
        let isPaused = told.notifiedAt.map { now.seconds(since: $0) < Self.pauseSeconds } ?? false
        for alert in candidates(state, told, now: now, sourceIsLive: sourceIsLive)
        where isSettled || isKnown(alert, state, told) {
            if isPaused, !alert.isUrgent { continue }
            take(alert, state, &told)
            told.notifiedAt = now
            return alert
        }
        return nil
    }

    /// Whether what is told rests on live data rather than on its absence.
    private func isKnown(_ alert: DelayAlert, _ state: RouteState, _ told: NotifiedState) -> Bool {
        func knows(_ ride: Int?) -> Bool {
            ride.map { state.known.indices.contains($0) && state.known[$0] } ?? false
        }
        return switch alert {
        case .later, .earlier, .onTime, .platform: knows(0)
        case .runsAgain: knows(told.cancelled)
        case .changeWorks: knows(told.broken) || knows(told.broken.map { $0 + 1 })
        case .cancelled, .changeBroken, .liveLost, .liveBack: true
        }
    }

    /// What could be told, the most pressing first.
    private func candidates(
        _ state: RouteState, _ told: NotifiedState, now: UnixTime, sourceIsLive: Bool
    ) -> [DelayAlert] {
        var alerts: [DelayAlert] = []
        let hasLeft = now > state.departure
        if !hasLeft, state.cancelled != told.cancelled {
            alerts.append(state.cancelled.map { .cancelled(ride: $0) } ?? .runsAgain)
        }
        if state.cancelled == nil {
            if !hasLeft { alerts += times(state, told) }
            alerts += changes(state, told, now: now)
        }
        guard !hasLeft, state.cancelled == nil else { return alerts }
        if state.platform != told.platform {
            alerts.append(.platform(from: told.platform, to: state.platform))
        }
        return alerts + live(state, told, now: now, sourceIsLive: sourceIsLive)
    }

    private func times(_ state: RouteState, _ told: NotifiedState) -> [DelayAlert] {
        let threshold = min(10, max(1, settings.thresholdMinutes))
        let (known, delay) = (told.delayMinutes, state.delayMinutes)
        if known >= threshold, delay >= 0, 2 * delay < threshold { return [.onTime(from: known)] }
        if delay < known, delay < 0 || known - delay >= threshold {
            return [.earlier(from: known, to: delay)]
        }
        let needed = threshold * min(Self.maximumThresholds, 1 + (told.takenBack ?? 0))
        if delay == 0 ? -known >= threshold : delay - known >= needed {
            return [delay == 0 ? .onTime(from: known) : .later(from: known, to: delay)]
        }
        return []
    }

    private func changes(_ state: RouteState, _ told: NotifiedState, now: UnixTime) -> [DelayAlert]
    {
        guard state.broken != told.broken else { return [] }
        if let broken = state.broken {
            return now <= state.arrivals[broken] ? [.changeBroken(change: broken)] : []
        }
        return told.broken.map { now <= state.arrivals[$0] } ?? false ? [.changeWorks] : []
    }

    private func live(
        _ state: RouteState, _ told: NotifiedState, now: UnixTime, sourceIsLive: Bool
    ) -> [DelayAlert] {
        if told.isLiveLost { return state.isLive && sourceIsLive ? [.liveBack] : [] }
        guard let liveAt = told.liveAt, now.seconds(since: liveAt) > Self.lostSeconds,
            state.departure.seconds(since: now) < Self.nearSeconds
        else { return [] }
        return [.liveLost]
    }

    private func take(_ alert: DelayAlert, _ state: RouteState, _ told: inout NotifiedState) {
        switch alert {
        case .later: told.delayMinutes = state.delayMinutes
        case .earlier, .onTime:
            told.delayMinutes = state.delayMinutes
            told.takenBack = min(Self.maximumThresholds, (told.takenBack ?? 0) + 1)
        case .cancelled, .runsAgain: told.cancelled = state.cancelled
        case .changeBroken, .changeWorks: told.broken = state.broken
        case .platform: told.platform = state.platform
        case .liveLost: told.isLiveLost = true
        case .liveBack: told.isLiveLost = false
        }
    }
}
