/// Something outside that tells of vehicles, runs or alerts.
///
/// A source is a value that is used by one task alone, its supervisor's (``SourceService``); what it
/// keeps between two rounds, as an answer's `ETag`, are its own variables.
package protocol LiveSource: Sendable {
    /// What logs and screens call the source; unique.
    var id: String { get }
    /// What it speaks, as in `takt.yml`.
    var kind: String { get }
    /// From the end of one round to the start of the next, by the clock that is served.
    ///
    /// It counts from 1 s; a source that holds a connection open is asked again only when that ended.
    var pause: Duration { get }

    /// One round: a poll of all addresses, or the whole life of a connection.
    ///
    /// What comes is handed to the link at once; what goes wrong beside it is noted there. Throws what
    /// ended the round before its time: the supervisor then waits longer, and longer each time.
    mutating func round(_ link: SourceLink) async throws(SourceFailure)
}

/// Why a round of a source failed.
package struct SourceFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure; statistics count each apart.
    package enum Reason: String, Sendable, CaseIterable {
        /// No connection, or none for long enough.
        case unreachable
        /// The source took longer than it was given.
        case timedOut = "timed_out"
        /// The source answered that it would not.
        case refused
        /// The answer was longer than the limit.
        case tooLarge = "too_large"
        /// The answer was not what the protocol demands.
        case malformed
        /// Something on this side was missing, as a key or a file.
        case notReady = "not_ready"
    }

    /// What kind of failure.
    package let reason: Reason
    /// One sentence for operators, without keys and without the address's query.
    package let description: String
    /// How long the source asks to be left alone; nil if it does not say.
    package let retryAfter: Duration?

    /// Tells a failure.
    package init(_ reason: Reason, _ description: String, retryAfter: Duration? = nil) {
        self.reason = reason
        self.description = description
        self.retryAfter = retryAfter
    }
}
