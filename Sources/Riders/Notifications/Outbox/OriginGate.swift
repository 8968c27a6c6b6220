import TransitModel

/// Limits of the requests to one service.
package struct OriginLimits: Sendable, Equatable {
    /// The number of concurrent requests.
    package let atOnce: Int
    /// The average number of requests a second, which is also the burst size.
    package let perSecond: Double

    /// Creates limits; both are raised to at least 1.
    package init(atOnce: Int, perSecond: Double) {
        self.atOnce = max(1, atOnce)
        self.perSecond = max(1, perSecond)
    }

    /// The default limits of each kind: push services are built for crowds, a rider's own server is
    /// not.
    package static func usual(for kind: ChannelKind) -> OriginLimits {
        switch kind {
        case .webPush: OriginLimits(atOnce: 128, perSecond: 2000)
        case .ntfy: OriginLimits(atOnce: 4, perSecond: 10)
        case .webhook: OriginLimits(atOnce: 4, perSecond: 10)
        case .email: OriginLimits(atOnce: 2, perSecond: 5)
        }
    }
}

/// Limits the rate of requests to each service.
struct OriginGate {
    /// The decision about one request.
    enum Answer: Equatable {
        case pass
        /// Not before the given time.
        case later(UnixTime)
        /// Not before another request to this service has ended.
        case full
    }

    /// The largest number of remembered services.
    static let maximumOrigins = 4096

    private struct State {
        var running = 0
        /// Requests that may start now.
        var bucket: TokenBucket
        var lookedAt: UnixTime
        /// No request starts before this time; set when the service asks to wait.
        var heldUntil = UnixTime(milliseconds: .min)
    }

    private let limits: @Sendable (ChannelKind) -> OriginLimits
    private var states: [String: State] = [:]

    /// The number of remembered services.
    var count: Int { states.count }

    init(limits: @escaping @Sendable (ChannelKind) -> OriginLimits) {
        self.limits = limits
    }

    /// Returns the decision about a request, without starting it.
    mutating func answer(_ origin: String, _ kind: ChannelKind, now: UnixTime) -> Answer {
        let limits = limits(kind)
        let state = refilled(origin, limits, now: now)
        states[origin] = state
        if state.heldUntil > now { return .later(state.heldUntil) }
        if state.running >= limits.atOnce { return .full }
        guard state.bucket.tokens < 1 else { return .pass }
        return .later(now.advanced(bySeconds: max(state.bucket.seconds(until: 1), 0.001)))
    }

    /// Requests to start one request.
    mutating func admit(_ origin: String, _ kind: ChannelKind, now: UnixTime) -> Answer {
        let answer = answer(origin, kind, now: now)
        guard answer == .pass, var state = states[origin] else { return answer }
        _ = state.bucket.take(at: now.fractionalSeconds)
        state.running += 1
        states[origin] = state
        return .pass
    }

    /// A request ended; until `holdUntil` no other is let pass.
    mutating func ended(_ origin: String, holdUntil: UnixTime?) {
        guard var state = states[origin] else { return }
        state.running = max(0, state.running - 1)
        if let holdUntil { state.heldUntil = max(state.heldUntil, holdUntil) }
        states[origin] = state
    }

    private mutating func refilled(
        _ origin: String, _ limits: OriginLimits, now: UnixTime
    ) -> State {
        guard var state = states[origin] else {
            forgetSome(now: now)
            let rate = TokenBucket.Rate(burst: limits.perSecond, perSecond: limits.perSecond)
            return State(bucket: TokenBucket(rate, at: now.fractionalSeconds), lookedAt: now)
        }
        state.bucket.refill(at: now.fractionalSeconds)
        // A clock that was set back must not keep the gate closed.
        if now < state.lookedAt { state.heldUntil = min(state.heldUntil, now) }
        state.lookedAt = now
        return state
    }

    /// Makes room by forgetting idle services.
    private mutating func forgetSome(now: UnixTime) {
        guard states.count >= Self.maximumOrigins else { return }
        states = states.filter { $0.value.running > 0 || $0.value.heldUntil > now }
    }
}
