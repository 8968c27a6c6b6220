import TransitModel

/// A message for one address.
package struct AddressedMessage: Sendable, Equatable {
    package let address: ChannelAddress
    package let message: RiderMessage

    package init(_ message: RiderMessage, to address: ChannelAddress) {
        self.address = address
        self.message = message
    }
}

/// What an outbox did with an added message.
package enum Acceptance: Sendable, Equatable {
    /// It is on disk and will be sent; an older waiting message of its topic is dropped.
    case queued
    /// The same message already waits, or was sent a short while ago.
    case known
    /// Too many messages wait for this address.
    case addressFull
    /// Too many messages wait in total.
    case full
}

/// A message leased to a worker.
struct LeasedMessage: Sendable, Equatable {
    /// The id of the row in the outbox.
    let row: Int64
    let address: ChannelAddress
    let message: RiderMessage
    /// The number of failed attempts.
    let attempts: Int
    let expires: UnixTime
}

/// A worker's report about a leased message.
struct SendReport: Sendable, Equatable {
    let leased: LeasedMessage
    let outcome: SendOutcome
    /// When the attempt ended.
    let time: UnixTime
    /// The random part of the pause, between 0 and 1.
    let jitter: Double
}

/// The number of waiting messages, and what became of the others since the program started.
package struct OutboxCounts: Sendable, Equatable {
    /// Messages that wait or are being sent.
    package var waiting = 0
    /// Messages that a service accepted.
    package var delivered = 0
    /// Addresses that no longer exist.
    package var gone = 0
    /// Attempts after which a service asked to wait.
    package var waits = 0
    /// Attempts that failed and will be repeated.
    package var failures = 0
    /// Messages given up: permanently refused, or failed too often.
    package var givenUp = 0
    /// Messages that expired before they could be sent.
    package var expired = 0
    /// Messages replaced by newer ones before they were sent.
    package var replaced = 0

    package init() {}
}
