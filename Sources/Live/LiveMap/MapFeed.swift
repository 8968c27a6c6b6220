package import Prediction
package import Realtime

/// Turns snapshots into map frames, one after the other, for everyone who watches.
package struct MapFeed: Sendable {
    /// The newest frame, and those to come.
    package let frames: Broadcast<MapFrame>

    /// Starts with nothing to show.
    package init(_ first: NetworkSnapshot) {
        frames = Broadcast(MapFrame(first: first))
    }

    /// Works out the frame of a newer snapshot; called by one task, once a snapshot.
    ///
    /// `isRenewed` says that the predictor is another one than before.
    package func advance(
        to snapshot: NetworkSnapshot, by predictor: ProgressPredictor = ProgressPredictor(),
        isRenewed: Bool = true
    ) {
        frames.publish(frames.current.next(snapshot, by: predictor, isRenewed: isRenewed))
    }
}
