/// An external source of vehicles, trip updates or alerts.
///
/// A source is a value used by a single task, that of its supervisor (``SourceService``). State
/// kept between two rounds, such as an answer's `ETag`, is stored in its own variables.
package protocol LiveSource: Sendable {
    /// The unique name of the source in logs and on screens.
    var id: String { get }
    /// The protocol that it uses, as in `takt.yml`.
    var kind: String { get }
    /// The pause between the end of one round and the start of the next, by the served clock.
    ///
    /// At least 1 s. A source that holds a connection open starts a new round only after the
    /// connection ended.
    var pause: Duration { get }

    /// Runs one round: a poll of all addresses, or the whole lifetime of a connection.
    ///
    /// Data is passed to the link immediately, and minor problems are recorded there.
    ///
    /// - Throws: A `SourceFailure` if the round ended early. The supervisor then waits longer, with
    ///   increasing pauses.
    mutating func round(_ link: SourceLink) async throws(SourceFailure)
}

/// The reason why a round of a source failed.
package struct SourceFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A kind of failure; statistics count each separately.
    package enum Reason: String, Sendable, CaseIterable {
        /// There is no connection, or it ended too early.
        case unreachable
        /// The source did not answer before the timeout.
        case timedOut = "timed_out"
        /// The source answered with a refusal.
        case refused
        /// The answer exceeded the maximum length.
        case tooLarge = "too_large"
        /// The answer violates the protocol.
        case malformed
        /// Something on this side is missing, such as a key or a file.
        case notReady = "not_ready"
    }

    package let reason: Reason
    /// A sentence for operators, without keys and without the address's query.
    package let description: String
    /// How long the source asks to wait before the next request; nil if it does not say.
    package let retryAfter: Duration?

    package init(_ reason: Reason, _ description: String, retryAfter: Duration? = nil) {
        self.reason = reason
        self.description = description
        self.retryAfter = retryAfter
    }
}
