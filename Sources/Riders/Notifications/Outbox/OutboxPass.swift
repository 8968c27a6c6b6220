import Persistence
import TransitModel

/// The result of one pass of the worker.
struct OutboxPass: Sendable {
    /// The gate that limits requests to services; it is passed on from pass to pass.
    var gate: OriginGate
    /// The last service served.
    ///
    /// The next pass begins after it, so that every service is served.
    var lastOrigin: String
    /// Decides whether what has expired is dropped.
    var retention: RetentionClock
    /// The time of the pass; nil before the first.
    var time: UnixTime?
    /// The messages to send now.
    var leased: [LeasedMessage] = []
    /// Addresses that no longer exist.
    var gone: [ChannelAddress] = []
    /// The counts of what became of messages.
    var tally = OutboxCounts()
    /// The latest time of the next pass if nothing else happens; nil if no message waits for a
    /// time.
    var next: UnixTime?

    /// The longest time between two passes in which no clock leapt, in seconds.
    private static let leapSeconds: Int64 = 1800

    /// The state before the first pass.
    init(limits: @escaping @Sendable (ChannelKind) -> OriginLimits) {
        gate = OriginGate(limits: limits)
        retention = RetentionClock(leapSeconds: Self.leapSeconds)
        lastOrigin = ""
    }

    /// A new pass without results yet.
    init(after previous: OutboxPass) {
        gate = previous.gate
        lastOrigin = previous.lastOrigin
        retention = previous.retention
        time = previous.time
    }

    /// Schedules the next pass no later than `time`.
    mutating func note(_ time: UnixTime) {
        next = min(next ?? time, time)
    }
}
