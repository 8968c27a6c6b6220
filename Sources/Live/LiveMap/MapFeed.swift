package import Prediction
package import Realtime

/// Turns consecutive snapshots into map frames, shared by all viewers.
package struct MapFeed: Sendable {
    /// The newest frame and later ones.
    package let frames: Broadcast<MapFrame>

    /// Starts with an empty frame.
    package init(_ first: NetworkSnapshot) {
        frames = Broadcast(MapFrame(first: first))
    }

    /// Computes the frame of a newer snapshot.
    ///
    /// Call it from one task, once for each snapshot.
    ///
    /// `isRenewed` states that the predictor differs from the previous one.
    package func advance(
        to snapshot: NetworkSnapshot, by predictor: ProgressPredictor = ProgressPredictor(),
        isRenewed: Bool = true
    ) {
        frames.publish(frames.current.next(snapshot, by: predictor, isRenewed: isRenewed))
    }
}
