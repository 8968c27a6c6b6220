/// The pace at which a body arrives, which has a minimum for each minute.
///
/// A body that arrives byte by byte would otherwise end only at the request's timeout, which is an
/// hour for feeds.
struct BodyPace {
    private static let span = Duration.seconds(60)
    /// The fewest bytes of a span: 1 kB a second.
    private static let minimumBytes = 60_000

    /// The start of the current span.
    private var start: ContinuousClock.Instant
    private var bytes = 0

    init(from start: ContinuousClock.Instant) {
        self.start = start
    }

    /// Counts the bytes of a piece.
    /// - Throws: ``FetchError/tooSlow`` if a span has ended with too few bytes.
    mutating func add(_ count: Int, at now: ContinuousClock.Instant) throws(FetchError) {
        bytes += count
        guard start.duration(to: now) >= Self.span else { return }
        guard bytes >= Self.minimumBytes else { throw .tooSlow }
        (start, bytes) = (now, 0)
    }
}
