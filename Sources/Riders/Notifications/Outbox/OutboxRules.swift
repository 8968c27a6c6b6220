/// Capacities, pauses and time limits of an outbox.
package struct OutboxRules: Sendable, Equatable {
    /// The largest number of waiting messages; further ones are refused.
    package var maximumMessages = 200_000
    /// The largest number of waiting messages for one address; further ones are refused.
    package var maximumPerAddress = 50
    /// The number of attempts for a message whose failures may be temporary.
    package var attempts = 8
    /// The pause after the first failed attempt, in seconds; it doubles each time, and a random
    /// part of up to half is subtracted.
    package var firstPauseSeconds = 2.0
    /// The longest pause that no service asked for, in seconds.
    package var maximumPauseSeconds = 600.0
    /// The pause if a service asks to wait without saying how long, in seconds.
    package var unstatedWaitSeconds = 30.0
    /// The longest wait that a service can ask for, in seconds.
    package var maximumWaitSeconds = 3600.0
    /// The duration of a lease, in seconds, longer than any attempt.
    ///
    /// A worker silent for this long is considered dead, and another sends its messages.
    package var leaseSeconds = 60.0
    /// How long sent messages are remembered, in seconds, so that the same message is not sent
    /// twice.
    package var memorySeconds = 86_400.0

    package init() {}
}
