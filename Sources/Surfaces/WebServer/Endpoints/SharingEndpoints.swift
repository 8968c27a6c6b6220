package import Hummingbird
package import LiveMap
package import NetworkSharing
package import Realtime
import Synchronization
import WireAPI

/// Live data for other software: the shuttle tracker's lists.
package struct SharingEndpoints: EndpointGroup {
    private let frames: Broadcast<MapFrame>
    private let listings: ShuttleListings
    private let cache = SnapshotCache()

    /// Shares what the frames show; `listings` are the parts that do not move.
    package init(frames: Broadcast<MapFrame>, listings: ShuttleListings) {
        self.frames = frames
        self.listings = listings
    }

    /// Adds the lists.
    package func add(to router: Router<TaktRequestContext>) {
        list(router, APIPaths.shuttleRoutes) { [listings] _ in listings.routes }
        list(router, APIPaths.shuttleStops) { [listings] _ in listings.stops }
        list(router, APIPaths.shuttleVehicles) { [listings] in listings.vehicles($0) }
        list(router, APIPaths.shuttleUpdates) { [listings] in listings.updates($0) }
    }

    private func list(
        _ router: Router<TaktRequestContext>, _ path: String,
        _ make: @escaping @Sendable (NetworkSnapshot) -> some Encodable
    ) {
        router.get("\(path)") { request, _ in
            let snapshot = frames.current.snapshot
            return try cache.body(path, snapshot) { try CachedBody(json: make(snapshot)) }
                .response(to: request)
        }
    }
}

/// Answers that hold for one snapshot.
private final class SnapshotCache: Sendable {
    private let bodies = Mutex<[String: (sequence: UInt64, body: CachedBody)]>([:])

    func body(
        _ name: String, _ snapshot: NetworkSnapshot, _ make: () throws -> CachedBody
    ) throws -> CachedBody {
        if let known = bodies.withLock({ $0[name] }), known.sequence == snapshot.sequence {
            return known.body
        }
        let body = try make()
        bodies.withLock { $0[name] = (snapshot.sequence, body) }
        return body
    }
}
