import TransitModel

/// A message on its way to one address.
package struct AddressedMessage: Sendable, Equatable {
    /// Where it goes.
    package let address: ChannelAddress
    /// What it says.
    package let message: RiderMessage

    /// A message for an address.
    package init(_ message: RiderMessage, to address: ChannelAddress) {
        self.address = address
        self.message = message
    }
}

/// What an outbox did with a message that it was given.
package enum Acceptance: Sendable, Equatable {
    /// It is on the disk and will be sent; an older one of its topic that still waited is dropped.
    case queued
    /// The very same message waits already, or was sent a short while ago.
    case known
    /// Too many messages wait for this address.
    case addressFull
    /// Too many messages wait in all.
    case full
}

/// A message that a worker was given to send.
struct LeasedMessage: Sendable, Equatable {
    /// The row in the outbox.
    let row: Int64
    let address: ChannelAddress
    let message: RiderMessage
    /// How many attempts failed so far.
    let attempts: Int
    let expires: UnixTime
}

/// What a worker tells about a message that it was given.
struct SendReport: Sendable, Equatable {
    let leased: LeasedMessage
    let outcome: SendOutcome
    /// When the attempt ended.
    let time: UnixTime
    /// Between 0 and 1, for the length of the pause.
    let jitter: Double
}

/// How many messages wait, and what became of the others since the program started.
package struct OutboxCounts: Sendable, Equatable {
    /// Messages that wait or are being sent.
    package var waiting = 0
    /// Messages that a service took.
    package var delivered = 0
    /// Addresses that were no more.
    package var gone = 0
    /// Attempts after which a service asked to wait.
    package var waits = 0
    /// Attempts that failed and are made again.
    package var failures = 0
    /// Messages given up: refused for good, or after too many attempts.
    package var givenUp = 0
    /// Messages that nobody needed any more before they could be sent.
    package var expired = 0
    /// Messages that a newer one replaced before they were sent.
    package var replaced = 0

    /// Nothing yet.
    package init() {}
}
