/// What became of one attempt to send a message.
package enum SendOutcome: Sendable, Equatable {
    /// The service took it.
    case delivered
    /// The address is no more: it should be forgotten.
    case gone
    /// The service asks to wait; nil if it does not say for how long.
    case wait(Duration?)
    /// Something that may pass: the same attempt may succeed later. Says what, without the address.
    case failed(String)
    /// The service will never take this message here, or the address may not be asked. Says why,
    /// without the address.
    case refused(String)
}
