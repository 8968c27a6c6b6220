private import Foundation

/// How a probability that a model states becomes one that holds: Platt's scaling, with the leg's length.
///
/// A model that takes ten-second steps for independent is too sure; most of all of short walks, which are often the edge of
/// something else. The log odds become `constant + slope × log odds + length × ln(seconds / 300)`. After J. Platt,
/// Probabilistic Outputs for Support Vector Machines, 1999.
package struct Calibration: Codable, Hashable, Sendable {
    /// Added to the log odds.
    package var constant: Double
    /// What the model's log odds count.
    package var slope: Double
    /// What a leg that is longer, or shorter, than five minutes adds.
    package var length: Double

    /// Stated probabilities are not believed beyond this and its counterpart.
    private static let surest = 0.995
    private static let usualSeconds = 300.0

    /// The probability that holds of a leg of some seconds, 0...1.
    func probability(_ stated: Double, seconds: Double) -> Double {
        let held = min(Self.surest, max(1 - Self.surest, stated))
        let odds =
            constant + slope * log(held / (1 - held))
            + length * log(max(10, seconds) / Self.usualSeconds)
        return 1 / (1 + exp(-odds))
    }
}
