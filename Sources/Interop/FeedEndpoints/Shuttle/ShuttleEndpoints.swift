import APISchema
package import HTTPServing
package import Hummingbird
package import LiveMap
package import Realtime
package import ShuttleTracker

/// The endpoints for the shuttle tracker's clients: lists, positions, arrivals and the operators'
/// message.
package struct ShuttleEndpoints: EndpointGroup {
    private let frames: Broadcast<MapFrame>
    private let listings: ShuttleListings
    private let store: CampusStore?
    private let isCampus: Bool
    private let cache = VersionedBodyCache()

    /// The message of a server whose operators never wrote one.
    private static let silence = ShuttleTime("0001-01-01T00:00:00Z").map {
        ShuttleMessage(message: "", isEnabled: false, created: $0, updated: $0)
    }

    /// Serves the frames' data; `listings` is the static part.
    ///
    /// `store` has the operators' entries, nil where nothing is stored. If `isCampus`, the
    /// entries are the network, and the lists show their current state.
    package init(
        frames: Broadcast<MapFrame>, listings: ShuttleListings, store: CampusStore?, isCampus: Bool
    ) {
        self.frames = frames
        self.listings = listings
        self.store = store
        self.isCampus = isCampus
    }

    package var limitedPaths: [String] {
        [
            APIPaths.shuttleVehicles, APIPaths.shuttleRoutes, APIPaths.shuttleStops,
            APIPaths.shuttleUpdates, APIPaths.shuttleHistory, APIPaths.shuttleArrivals,
            APIPaths.shuttleMessage,
        ]
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.shuttleRoutes)") { request, _ in
            let snapshot = frames.current.snapshot
            if let campus {
                let isActive = Dictionary(
                    listings.routes(at: snapshot.asOf).map { ($0.id, $0) },
                    uniquingKeysWith: { first, _ in first })
                // A route that was just edited is returned as edited.
                return try fresh(
                    request,
                    campus.routes.map { route in
                        isActive[route.id].map { $0.updated == route.updated ? $0 : route } ?? route
                    })
            }
            return try answer(request, APIPaths.shuttleRoutes, listings.routes(at: snapshot.asOf))
        }
        router.get("\(APIPaths.shuttleStops)") { request, _ in
            if let campus { return try fresh(request, campus.stops) }
            return try answer(request, APIPaths.shuttleStops, listings.stops)
        }
        router.get("\(APIPaths.shuttleVehicles)") { request, _ in
            if let campus { return try fresh(request, campus.vehicles) }
            return try answer(
                request, APIPaths.shuttleVehicles, listings.vehicles(frames.current.snapshot))
        }
        router.get("\(APIPaths.shuttleUpdates)") { request, _ in
            try answer(request, APIPaths.shuttleUpdates, listings.updates(frames.current.snapshot))
        }
        router.get("\(APIPaths.shuttleArrivals)") { request, _ in
            let arrivals = listings.arrivals(frames.current.snapshot)
            return try answer(
                request, APIPaths.shuttleArrivals,
                Dictionary(
                    arrivals.map { ("\($0.vehicleID)", $0) },
                    uniquingKeysWith: { first, _ in first }
                ))
        }
        router.get("\(APIPaths.shuttleMessage)") { request, _ in
            try fresh(request, store?.content.message ?? Self.silence)
        }
    }

    private var campus: ShuttleCampus? { isCampus ? store?.content.campus : nil }

    private func fresh(_ request: Request, _ value: some Encodable) throws -> Response {
        try CachedBody(shuttle: value).response(to: request)
    }

    /// Returns an answer that is valid for one snapshot.
    private func answer(
        _ request: Request, _ name: String, _ make: @autoclosure () -> some Encodable
    ) throws -> Response {
        try cache.body(name, version: frames.current.snapshot.sequence) {
            try CachedBody(shuttle: make())
        }
        .response(to: request)
    }
}
