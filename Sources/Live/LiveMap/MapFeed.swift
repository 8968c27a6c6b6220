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

    /// Computes the frame of a newer snapshot and publishes it.
    ///
    /// Call it from one task, once for each snapshot.
    package func advance(to snapshot: NetworkSnapshot) {
        publish(next(snapshot, by: ProgressPredictor(), isRenewed: true))
    }

    /// Computes the frame that follows the current one.
    ///
    /// `isRenewed` states that the predictor differs from that of the current frame.
    package func next(
        _ snapshot: NetworkSnapshot, by predictor: ProgressPredictor, isRenewed: Bool
    ) -> MapFrame {
        frames.current.next(snapshot, by: predictor, isRenewed: isRenewed)
    }

    /// Publishes a frame that ``next(_:by:isRenewed:)`` returned, with or without an overlay.
    package func publish(_ frame: MapFrame) { frames.publish(frame) }

    /// Publishes the frame of a snapshot that has a part of a report, with the deviations known
    /// before: newer ones follow with the last part.
    package func show(part snapshot: NetworkSnapshot) {
        let current = frames.current
        publish(current.next(part: snapshot).with(current.snapshot.overlay))
    }
}
