import TransitModel

/// What a turn of the worker brought.
struct OutboxPass: Sendable {
    /// What lets requests to services pass; it goes from turn to turn.
    var gate: OriginGate
    /// The service that was served last: the next turn begins behind it, so that all have theirs.
    var lastOrigin: String
    /// What to send now.
    var leased: [LeasedMessage] = []
    /// Addresses that are no more.
    var gone: [ChannelAddress] = []
    /// What became of messages.
    var tally = OutboxCounts()
    /// When to look again at the latest, if nothing else happens; nil if nothing waits for a time.
    var next: UnixTime?

    /// The time before the first turn.
    init(limits: @escaping @Sendable (ChannelKind) -> OriginLimits) {
        gate = OriginGate(limits: limits)
        lastOrigin = ""
    }

    /// A turn that has brought nothing yet.
    init(after previous: OutboxPass) {
        gate = previous.gate
        lastOrigin = previous.lastOrigin
    }

    /// Nothing to do before `time`.
    mutating func note(_ time: UnixTime) {
        next = min(next ?? time, time)
    }
}
