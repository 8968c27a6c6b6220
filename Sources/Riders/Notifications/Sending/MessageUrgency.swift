/// How much a message may disturb, in the words of RFC 8030.
///
/// A phone that saves power may hold back what is less than `high`.
package enum MessageUrgency: String, Sendable, Codable, CaseIterable {
    case veryLow = "very-low"
    case low
    case normal
    case high
}
