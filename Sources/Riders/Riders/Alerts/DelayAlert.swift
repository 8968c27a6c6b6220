package import TransitModel

/// An alert about a departure that matters to a rider.
package enum DelayAlert: Hashable, Sendable {
    /// It leaves later than last reported: minutes behind the timetable, before and now.
    case later(from: Int, to: Int)
    /// It leaves earlier than last reported.
    case earlier(from: Int, to: Int)
    /// It is on time again.
    case onTime(from: Int)
    /// A ride cannot be made, counted from 0.
    case cancelled(ride: Int)
    /// It runs after all.
    case runsAgain
    /// A transfer does not hold, counted from 0.
    case transferBroken(Int)
    /// All transfers hold again.
    case transfersWork
    /// The platform changed; nil if it is no longer known.
    case platform(from: String?, to: String?)
    /// Live data is missing near the departure.
    case liveLost
    /// Live data is back.
    case liveBack

    /// Whether it must not wait for the pause between two messages, because the rider would miss
    /// the vehicle.
    var isUrgent: Bool {
        switch self {
        case .earlier, .onTime, .cancelled: true
        default: false
        }
    }
}

/// A rider's settings for alerts.
package struct AlertSettings: Hashable, Sendable, Codable {
    /// The minimum change of a departure in minutes: 1 to 10.
    package var thresholdMinutes = 2
    /// Minutes before a departure at which alerts begin: 5 to 120.
    package var leadMinutes = 30

    package init() {}
}

/// What a rider knows about one departure on one day; kept over restarts.
package struct NotifiedState: Hashable, Sendable, Codable {
    /// Minutes behind the timetable.
    package var delayMinutes = 0
    /// The ride that cannot be made.
    package var cancelled: Int?
    /// The transfer that does not hold.
    package var broken: Int?
    /// The platform of the first vehicle; the timetable's before any message.
    package var platform: String?
    /// Whether live data was reported missing.
    package var isLiveLost = false
    /// How often a reported delay was withdrawn; nil is never.
    package var takenBack: Int?
    /// The last message; nil if there was none.
    package var notifiedAt: UnixTime?
    /// When live data was last there; nil if it never was.
    ///
    /// It is not kept over restarts: a server cannot miss what it did not see.
    package var liveAt: UnixTime?

    private enum CodingKeys: String, CodingKey {
        case delayMinutes, cancelled, broken, platform, isLiveLost, takenBack
        // The name in stored states.
        case notifiedAt = "toldAt"
    }

    /// A state that knows the timetable.
    package init(platform: String?) {
        self.platform = platform
    }
}

/// Decides which changes since the last message are worth an alert.
///
/// A message changes what the rider knows, so that nothing is announced twice; small changes add up
/// until they matter. Delays that shrink below half the threshold are over. After a message that a
/// delay is over, the next delay must be larger to cause a message. Otherwise a vehicle with a
/// delay near the threshold would be reported late and on time again every three minutes.
package struct DelayAlertRule: Sendable {
    package let settings: AlertSettings

    /// The minimum time between two messages that are not urgent, in seconds.
    static let pauseSeconds = 180.0
    /// However often a delay was withdrawn, one of this many thresholds causes a message.
    static let maximumThresholds = 3
    /// Live data missing for this many seconds is reported.
    static let lostSeconds = 300.0
    /// Missing live data matters this many seconds before the departure.
    static let nearSeconds = 900.0

    package init(_ settings: AlertSettings) {
        self.settings = settings
    }

    /// Returns the alert to send now, and updates what the rider then knows; nil if there is none.
    ///
    /// `sourceIsLive` says whether live data arrives at all. After the departure only broken
    /// transfers are reported, until the arrival. The rider's state is updated about live data even
    /// without an alert. While live data is not `isSettled`, because it has just begun to arrive,
    /// nothing is withdrawn for a vehicle without data.
    package func next(
        _ state: RouteState, _ notified: inout NotifiedState, now: UnixTime, sourceIsLive: Bool,
        isSettled: Bool = true
    ) -> DelayAlert? {
        if state.isLive, sourceIsLive { notified.liveAt = now }
        let isPaused =
            notified.notifiedAt.map { now.seconds(since: $0) < Self.pauseSeconds } ?? false
        for alert in candidates(state, notified, now: now, sourceIsLive: sourceIsLive)
        where isSettled || isKnown(alert, state, notified) {
            if isPaused, !alert.isUrgent { continue }
            take(alert, state, &notified)
            notified.notifiedAt = now
            return alert
        }
        return nil
    }

    /// Returns whether the alert rests on live data rather than on its absence.
    private func isKnown(_ alert: DelayAlert, _ state: RouteState, _ notified: NotifiedState)
        -> Bool
    {
        func knows(_ ride: Int?) -> Bool {
            ride.map { state.known.indices.contains($0) && state.known[$0] } ?? false
        }
        return switch alert {
        case .later, .earlier, .onTime, .platform: knows(0)
        case .runsAgain: knows(notified.cancelled)
        case .transfersWork: knows(notified.broken) || knows(notified.broken.map { $0 + 1 })
        case .cancelled, .transferBroken, .liveLost, .liveBack: true
        }
    }

    /// Returns the possible alerts, most urgent first.
    private func candidates(
        _ state: RouteState, _ notified: NotifiedState, now: UnixTime, sourceIsLive: Bool
    ) -> [DelayAlert] {
        var alerts: [DelayAlert] = []
        let hasLeft = now > state.departure
        if !hasLeft, state.cancelled != notified.cancelled {
            alerts.append(state.cancelled.map { .cancelled(ride: $0) } ?? .runsAgain)
        }
        if state.cancelled == nil {
            if !hasLeft { alerts += times(state, notified) }
            alerts += changes(state, notified, now: now)
        }
        guard !hasLeft, state.cancelled == nil else { return alerts }
        if state.platform != notified.platform {
            alerts.append(.platform(from: notified.platform, to: state.platform))
        }
        return alerts + live(state, notified, now: now, sourceIsLive: sourceIsLive)
    }

    private func times(_ state: RouteState, _ notified: NotifiedState) -> [DelayAlert] {
        let threshold = min(10, max(1, settings.thresholdMinutes))
        let (known, delay) = (notified.delayMinutes, state.delayMinutes)
        if known >= threshold, delay >= 0, 2 * delay < threshold { return [.onTime(from: known)] }
        if delay < known, delay < 0 || known - delay >= threshold {
            return [.earlier(from: known, to: delay)]
        }
        let needed = threshold * min(Self.maximumThresholds, 1 + (notified.takenBack ?? 0))
        if delay == 0 ? -known >= threshold : delay - known >= needed {
            return [delay == 0 ? .onTime(from: known) : .later(from: known, to: delay)]
        }
        return []
    }

    private func changes(_ state: RouteState, _ notified: NotifiedState, now: UnixTime)
        -> [DelayAlert]
    {
        guard state.broken != notified.broken else { return [] }
        if let broken = state.broken {
            return now <= state.arrivals[broken] ? [.transferBroken(broken)] : []
        }
        return notified.broken.map { now <= state.arrivals[$0] } ?? false ? [.transfersWork] : []
    }

    private func live(
        _ state: RouteState, _ notified: NotifiedState, now: UnixTime, sourceIsLive: Bool
    ) -> [DelayAlert] {
        if notified.isLiveLost { return state.isLive && sourceIsLive ? [.liveBack] : [] }
        // Of a vehicle that is said to be cancelled nobody waits for live data.
        guard notified.cancelled == nil,
            let liveAt = notified.liveAt, now.seconds(since: liveAt) > Self.lostSeconds,
            state.departure.seconds(since: now) < Self.nearSeconds
        else { return [] }
        return [.liveLost]
    }

    private func take(_ alert: DelayAlert, _ state: RouteState, _ notified: inout NotifiedState) {
        switch alert {
        case .later: notified.delayMinutes = state.delayMinutes
        case .earlier, .onTime:
            notified.delayMinutes = state.delayMinutes
            notified.takenBack = min(Self.maximumThresholds, (notified.takenBack ?? 0) + 1)
        case .cancelled: notified.cancelled = state.cancelled
        case .runsAgain:
            // The message names the time of departure.
            (notified.cancelled, notified.delayMinutes) = (nil, state.delayMinutes)
        case .transferBroken, .transfersWork: notified.broken = state.broken
        case .platform: notified.platform = state.platform
        case .liveLost: notified.isLiveLost = true
        case .liveBack: notified.isLiveLost = false
        }
    }
}
