import TrackerSocket
import TransitModel

/// How much a client may ask: short bursts, as when it connects again, but no flood.
struct CommandBudget {
    /// In a unit of one plain command.
    private static let rate = TokenBucket.Rate(burst: 500, perSecond: 50)

    private let start: ContinuousClock.Instant
    private var bucket = TokenBucket(rate, at: 0)

    init(at now: ContinuousClock.Instant) {
        start = now
    }

    /// Whether the command may be done; takes its price from what is left.
    ///
    /// A message that is no command (nil) has the price of a plain one, since it has to be read.
    mutating func allows(_ command: TrackerCommand?, at now: ContinuousClock.Instant) -> Bool {
        allows(price: command.map(Self.price) ?? 1, at: now)
    }

    /// Whether something of that price may be done; takes it from what is left.
    mutating func allows(price: Double, at now: ContinuousClock.Instant) -> Bool {
        bucket.take(price, at: start.duration(to: now) / .seconds(1))
    }

    private static func price(_ command: TrackerCommand) -> Double {
        switch command {
        case .ping, .buffer, .reset, .unsubscribe, .subscribe: 1
        // Everything in a view is sent again.
        case .showArea: 2
        case .get(let channel, _):
            switch TrackerChannel(channel) {
            case .station(nil): 100
            case .trajectory: 5
            default: 1
            }
        }
    }
}
