import Foundation
import GTFSRealtime
package import Hummingbird
package import LiveMap
package import NetworkSharing
package import Realtime
import Synchronization
import WireAPI

/// Live data for other software: GTFS-Realtime, and the shuttle tracker's lists.
package struct SharingEndpoints: EndpointGroup {
    private let frames: Broadcast<MapFrame>
    private let listings: ShuttleListings
    private let cache = SnapshotCache()

    /// Shares what the frames show; `listings` are the parts that do not move.
    package init(frames: Broadcast<MapFrame>, listings: ShuttleListings) {
        self.frames = frames
        self.listings = listings
    }

    /// Adds the feeds and lists.
    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.vehiclePositions)") { request, _ in
            try feed(request, "positions") { try RealtimeFeeds.vehiclePositions($0, as: $1) }
        }
        router.get("\(APIPaths.tripUpdates)") { request, _ in
            try feed(request, "updates") { try RealtimeFeeds.tripUpdates($0, as: $1) }
        }
        list(router, APIPaths.shuttleRoutes) { [listings] _ in listings.routes }
        list(router, APIPaths.shuttleStops) { [listings] _ in listings.stops }
        list(router, APIPaths.shuttleVehicles) { [listings] in listings.vehicles($0) }
        list(router, APIPaths.shuttleUpdates) { [listings] in listings.updates($0) }
    }

    /// A GTFS-Realtime feed, made at most once a snapshot; `?format=json` is for people.
    private func feed(
        _ request: Request, _ name: String,
        _ make: (NetworkSnapshot, FeedWriter.Form) throws -> [UInt8]
    ) throws -> Response {
        let format: FeedFormat? = try QueryParameters(request).choice("format")
        let form = format == .json ? FeedWriter.Form.json : .binary
        let snapshot = frames.current.snapshot
        return try cache.body("\(name) \(form)", snapshot) {
            CachedBody(
                try make(snapshot, form),
                contentType: form == .json ? "application/json" : "application/x-protobuf")
        }.response(to: request)
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

/// What `?format=` may say.
private enum FeedFormat: String, CaseIterable {
    case pb
    case json
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
