package import TransitModel

/// Everything that a server has learnt about its network and its predictions, as kept across
/// restarts.
package struct LearntState: Sendable, Equatable {
    package var model = PredictionModel()
    /// The quality of predictions, by day and route.
    package var scores = PredictionScores()
    /// When the model was last rebuilt from the history; nil if it never was.
    package var rebuiltAt: UnixTime?

    package init() {}
}
