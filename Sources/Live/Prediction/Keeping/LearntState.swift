package import TransitModel

/// All that a server has learnt of its network and of itself, as it outlives a restart.
package struct LearntState: Sendable, Equatable {
    /// What was learnt for predicting.
    package var model = PredictionModel()
    /// How good predictions were, by day and route.
    package var scores = PredictionScores()
    /// When the model was last learnt anew from the history; nil if it never was.
    package var rebuiltAt: UnixTime?

    /// Nothing was learnt yet.
    package init() {}
}
