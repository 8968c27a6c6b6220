private import TransitModel
#if !hasFeature(Embedded)
private import Foundation
#endif

/// Calibrates a probability stated by a model: Platt scaling, extended by the leg's duration.
///
/// A model that treats ten-second steps as independent is overconfident, most of all for short
/// walks, which are often the edge of something else. The log odds become `constant + slope × log
/// odds + length × ln(seconds / 300)`. After J. Platt, Probabilistic Outputs for Support Vector
/// Machines, 1999.
package struct Calibration: Hashable, Sendable {
    /// The constant added to the log odds.
    package var constant: Double
    /// The factor of the model's log odds.
    package var slope: Double
    /// The factor of the logarithm of the leg's duration relative to five minutes.
    package var length: Double

    /// Stated probabilities are limited to this and its complement.
    private static let maximumProbability = 0.995
    private static let usualSeconds = 300.0

    /// Returns the calibrated probability of a leg that lasts `seconds`, 0...1.
    func probability(_ stated: Double, seconds: Double) -> Double {
        let held = min(Self.maximumProbability, max(1 - Self.maximumProbability, stated))
        let odds =
            constant + slope * log(held / (1 - held))
            + length * log(max(10, seconds) / Self.usualSeconds)
        return 1 / (1 + exp(-odds))
    }
}

#if !hasFeature(Embedded)
extension Calibration: Codable {}
#endif
