/// The urgency of a message (RFC 8030).
///
/// A phone that saves power may defer messages below `high`.
package enum MessageUrgency: String, Sendable, Codable, CaseIterable {
    case veryLow = "very-low"
    case low
    case normal
    case high
}
