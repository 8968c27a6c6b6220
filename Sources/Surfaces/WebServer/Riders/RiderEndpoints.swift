package import Hummingbird
package import RiderAlerts
import TokenIssuing
import WireAPI

/// Riders without accounts: their devices, what they decided, and everything at once.
package struct RiderEndpoints: EndpointGroup {
    private let access: RiderAccess
    /// New riders and pairings of the whole server.
    private let newcomers = RateBound(most: 1000, perSecond: 50)

    private var store: RiderStore { access.store }

    private struct NewRider: Decodable {
        let language: String?
    }

    private struct NewDevice: Decodable {
        let code: String
    }

    /// Serves the riders of a store.
    package init(_ store: RiderStore) {
        access = RiderAccess(store: store)
    }

    /// Adds riders, devices and settings.
    package func add(to router: Router<TaktRequestContext>) {
        router.post("\(APIPaths.riders)") { request, _ in
            let wanted = try await RiderAccess.body(request, as: NewRider.self)
            try newcomers.take("riders", "too many new riders at once")
            return try await answering {
                let (rider, token) = try await store.create(language: wanted.language)
                return try .personal(DeviceAnswer(rider, token), status: .created)
            }
        }
        router.post("\(APIPaths.riders)/pair") { request, _ in
            let wanted = try await RiderAccess.body(request, as: NewDevice.self)
            try newcomers.take("devices", "too many codes at once")
            return try await answering {
                guard let code = SpokenCode(text: wanted.code, length: RiderStore.codeLength),
                    let (rider, token) = try await store.pair(code)
                else {
                    throw Problem.notFound("The code is wrong or too old; ask for a new one.")
                }
                return try .personal(DeviceAnswer(rider, token), status: .created)
            }
        }
        addRider(to: router)
        router.get("\(APIPaths.rider)/settings") { request, _ in
            let rider = try await access.rider(request)
            return try await answering { try .personal(try await store.settings(rider)) }
        }
        router.put("\(APIPaths.rider)/settings") { request, _ in
            let rider = try await access.rider(request)
            let settings = try await RiderAccess.body(request, as: RiderSettings.self)
            return try await answering {
                try await store.set(settings, of: rider)
                return try .personal(settings)
            }
        }
    }

    private func addRider(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.rider)") { request, _ in
            let rider = try await access.rider(request)
            return try await answering {
                try .personal(
                    RiderExport(
                        rider, settings: try await store.settings(rider),
                        connections: try await store.connections(rider),
                        trips: try await store.trips(rider),
                        rides: try await store.rides(rider),
                        channels: try await store.channels(rider),
                        logger: try await store.logger(rider)))
            }
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
            let (code, until) = try await store.pairingCode(rider)
            return try Response.personal(PairingAnswer(code, until: until), status: .created)
        }
    }
}

/// Turns what the store refuses into problems.
func answering(_ body: () async throws -> Response) async throws -> Response {
    do {
        return try await body()
    } catch let error as RiderError {
        throw Problem(error)
    }
}
