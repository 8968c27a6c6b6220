package import Hummingbird
package import LiveMap
package import Realtime
import WireAPI

/// What operators of services say about them.
package struct AlertEndpoints: EndpointGroup {
    private let frames: Broadcast<MapFrame>
    private let cache = SnapshotCache()

    /// Tells the alerts of the newest frame.
    package init(frames: Broadcast<MapFrame>) {
        self.frames = frames
    }

    /// Adds the list.
    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.alerts)") { request, _ in
            let snapshot = frames.current.snapshot
            return try cache.body(APIPaths.alerts, snapshot) {
                try CachedBody(json: AlertsAnswer(snapshot))
            }.response(to: request)
        }
    }
}
