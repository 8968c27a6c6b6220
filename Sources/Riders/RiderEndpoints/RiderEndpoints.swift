import APISchema
package import HTTPServing
package import Hummingbird
import JSONWriting
package import Riders
import Secrets

/// The endpoints for riders without accounts: their devices, their settings, and all of their data.
package struct RiderEndpoints: EndpointGroup {
    private let access: RiderAccess
    /// The limit for new riders and pairings of the whole server.
    private let newcomers = RateLimit(burst: 1000, perSecond: 50)
    /// The limit for new riders from one address.
    private let newcomersOfAddress: RateLimit
    private let guesses = CodeGuesses()
    private let routes: SavedRoutes?
    /// Computes the walks of all that a rider saved for another pace, in metres a second; nil is
    /// the network's.
    package var setPace: @Sendable (Double?, RiderID) async throws -> Void = { _, _ in }

    private var store: RiderStore { access.store }

    struct NewRider: Decodable {
        let language: String?

        static let schema = JSONSchema(
            "NewRider",
            .init(
                "language?", .nullable(.text),
                "Of messages, as in `de` or `de-CH`; `en` for a language that the server lacks"))
    }

    struct NewDevice: Decodable {
        let code: String

        static let schema = JSONSchema(
            "NewDevice",
            .text("code", "From `/api/v1/rider/pairing` of another device"))
    }

    /// Serves the riders of a store; `newPerHour` limits the new riders from one address.
    ///
    /// `routes` maps choices that were made in an earlier network; nil returns ids as they were
    /// saved.
    package init(
        _ store: RiderStore, routes: SavedRoutes? = nil, newPerHour: Int = Self.defaultNewPerHour
    ) {
        self.routes = routes
        access = RiderAccess(store: store)
        newcomersOfAddress = RateLimit(burst: newPerHour, perSecond: Double(newPerHour) / 3600)
    }

    /// The default limit: a household, or the few people behind one shared address who begin in the
    /// same hour.
    package static let defaultNewPerHour = 20

    package func add(to router: Router<TaktRequestContext>) {
        router.post("\(APIPaths.riders)") { request, context in
            let wanted = try await JSONBody.decode(request, as: NewRider.self)
            // Programs on this machine forward for nobody else.
            if let address = ClientAddress.key(of: request, context, context.proxies) {
                try newcomersOfAddress.take(address, "one new rider too many from one address")
            }
            try newcomers.take("riders", "too many new riders at once")
            let (rider, token) = try await store.create(language: wanted.language)
            return try Response.personal(DeviceAnswer(rider, token), status: .created)
        }
        router.post("\(APIPaths.riders)/pair") { request, context in
            try await pair(request, context)
        }
        addRider(to: router)
        router.get("\(APIPaths.rider)/settings") { request, _ in
            let rider = try await access.rider(request)
            let settings = try await store.settings(rider)
            return try Response.personal(routes?.current(settings) ?? settings)
        }
        router.put("\(APIPaths.rider)/settings") { request, _ in
            let rider = try await access.rider(request)
            let change = try await JSONBody.decode(request, as: RiderSettingsChange.self)
            var settings = try await store.settings(rider)
            let pace = settings.walkingSpeed
            change.apply(to: &settings)
            // First the walks: if they fail, the change is sent again.
            if settings.problem == nil, settings.walkingSpeed != pace {
                try await setPace(settings.walkingSpeed, rider)
            }
            return try Response.personal(
                try await store.changeSettings(of: rider) { change.apply(to: &$0) })
        }
    }

    /// Adds a device that has a rider's pairing code.
    private func pair(_ request: Request, _ context: TaktRequestContext) async throws -> Response {
        let wanted = try await JSONBody.decode(request, as: NewDevice.self)
        let found = try await guesses.guess(
            request, context, orSay: "The code is wrong or too old; ask for a new one."
        ) { () async throws -> (rider: RiderID, token: BearerToken)? in
            guard let code = PairingCode(text: wanted.code, length: RiderStore.codeLength)
            else { return nil }
            return try await store.pair(code)
        }
        return try Response.personal(DeviceAnswer(found.rider, found.token), status: .created)
    }

    private func addRider(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.rider)") { request, _ in
            let rider = try await access.rider(request)
            return try Response.personal(
                RiderExport(
                    rider, settings: try await store.settings(rider),
                    connections: try await store.connections(rider),
                    trips: try await store.trips(rider),
                    rides: try await store.rides(rider),
                    channels: try await store.channels(rider),
                    logger: try await store.logger(rider)))
        }
        router.delete("\(APIPaths.rider)") { request, _ in
            try await store.delete(try await access.rider(request))
            return Response.noContent
        }
        router.post("\(APIPaths.rider)/clear") { request, _ in
            try await store.clear(try await access.rider(request))
            return Response.noContent
        }
        router.post("\(APIPaths.rider)/pairing") { request, _ in
            let rider = try await access.rider(request)
            let (code, pairing) = try await store.pairingCode(rider)
            return try Response.personal(PairingAnswer(pairing, code: code), status: .created)
        }
        router.get("\(APIPaths.rider)/pairing") { request, _ in
            let rider = try await access.rider(request)
            return try Response.personal(PairingAnswer(try await store.pairing(rider)))
        }
        router.post("\(APIPaths.rider)/sign-out-others") { request, _ in
            let (rider, token) = try await access.device(request)
            try await store.signOutOthers(than: token, of: rider)
            return Response.noContent
        }
    }
}
