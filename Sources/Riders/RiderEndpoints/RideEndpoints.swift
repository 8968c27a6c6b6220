import APISchema
package import HTTPServing
package import Hummingbird
import JSONWriting
package import Realtime
package import Riders
import Timetables
import Transit
package import TransitModel

/// The endpoints for riders on their way: their position and the rides that they are on.
package struct RideEndpoints: EndpointGroup {
    private let access: RiderAccess
    private let network: SavedNetwork
    private let positions: RiderPositions
    private let snapshot: @Sendable () -> NetworkSnapshot
    private let clock: any WallClock

    private var store: RiderStore { access.store }

    struct Location: Decodable {
        let latitude: Double
        let longitude: Double

        static let schema = JSONSchema("Location", .number("latitude longitude"))
    }

    struct NewRide: Decodable {
        let trip: String
        let day: ServiceDay?
        let start: Int32?
        let from: String?
        let to: String

        static let schema = JSONSchema(
            "NewRide", .text("trip"),
            .text("day?", "The service day"),
            .int(
                "start?",
                "The scheduled start of a run at a headway, in seconds of the service day"),
            .text("from? to", "The `stop_id` where the rider boards and alights"))
    }

    /// Serves the rides of a store's riders; their positions go to `positions` and nowhere else.
    package init(
        _ store: RiderStore, network: SavedNetwork, positions: RiderPositions,
        snapshot: @escaping @Sendable () -> NetworkSnapshot, clock: any WallClock
    ) {
        access = RiderAccess(store: store)
        self.network = network
        self.positions = positions
        self.snapshot = snapshot
        self.clock = clock
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.post("\(APIPaths.rider)/location") { request, _ in
            let rider = try await access.rider(request)
            let location = try await JSONBody.decode(request, as: Location.self)
            let place = Coordinate(latitude: location.latitude, longitude: location.longitude)
            guard place.isPlausible else {
                throw RiderError.invalid("There is no such place on the earth.")
            }
            if positions.set(place, of: rider, now: clock.now()) { store.changes.note(rider) }
            return Response.noContent
        }
        router.get("\(APIPaths.rider)/rides") { request, _ in
            let rider = try await access.rider(request)
            let rides = try await store.rides(rider)
            return try Response.personal(rides.compactMap(answer))
        }
        router.post("\(APIPaths.rider)/rides") { request, _ in
            let rider = try await access.rider(request)
            let wanted = try await JSONBody.decode(request, as: NewRide.self)
            let now = clock.now()
            let ride = network.ride(
                trip: wanted.trip, day: wanted.day ?? network.timetable.timeZone.day(at: now),
                start: wanted.start, from: wanted.from, to: wanted.to, now: now)
            guard let ride else {
                throw RiderError.invalid("The trip does not call at these stops in this order.")
            }
            let added = try await store.add(ride, of: rider)
            guard let answer = answer(added) else { throw RiderError.notFound }
            return try Response.personal(answer, status: .created)
        }
        router.delete("\(APIPaths.rider)/rides/:id") { request, context in
            let rider = try await access.rider(request)
            let id = try context.parameters.require("id")
            try await store.deleteRide(id, of: rider)
            return Response.noContent
        }
    }

    /// Returns a ride with its current run; nil if its trip no longer exists.
    private func answer(_ ride: CurrentRide) -> CurrentRideAnswer? {
        let snapshot = self.snapshot()
        return network.run(ride, overlay: snapshot.overlay).map { run in
            CurrentRideAnswer(
                ride, run,
                vehicle: snapshot.vehicles.first {
                    $0.progress?.run == run.runIndex && $0.progress?.serviceDay == ride.day
                },
                now: clock.now())
        }
    }
}
