/// The outcome of one attempt to send a message.
package enum SendOutcome: Sendable, Equatable {
    /// The service accepted it.
    case delivered
    /// The address no longer exists and should be removed.
    case gone
    /// The service asks to wait for this long; nil if it does not say.
    case wait(Duration?)
    /// A failure that may be temporary, with a reason that does not contain the address.
    case failed(String)
    /// The service will never accept this message, or the address is not allowed. The reason does
    /// not contain the address.
    case refused(String)
}
