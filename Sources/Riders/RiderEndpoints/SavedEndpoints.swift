import APISchema
package import HTTPServing
package import Hummingbird
import JSONWriting
package import Realtime
package import Riders
package import Transit
package import TransitModel

/// The endpoints for saved data: connections with their routes and next departures, and trips.
package struct SavedEndpoints: EndpointGroup {
    let access: RiderAccess
    let planner: JourneyPlanner
    /// Resolves saved data in the network.
    package let network: SavedNetwork
    let snapshot: @Sendable () -> NetworkSnapshot
    let clock: any WallClock
    /// The searches that may run at once; the server's other endpoints share it.
    package var searches = SearchLimiter()
    /// Returns the name of a coordinate, such as the address that it is near; nil if none is known.
    package var placeName: @Sendable (Coordinate) -> String? = { _ in nil }

    var store: RiderStore { access.store }

    struct NewConnection: Decodable {
        let name: String?
        let from: SavedPlace
        let to: SavedPlace
        let vias: [SavedPlace]?
        let routes: [SavedRoute]?
        let walking: SavedWalking?

        static let schema = JSONSchema(
            "NewConnection",
            .text("name?", "The rider's own"),
            .object("from to", SavedPlace.schema), .list("vias?", of: SavedPlace.schema),
            .list("routes?", of: SavedRoute.schema), .object("walking?", SavedWalking.schema))

        func connection(_ id: String) -> SavedConnection {
            var connection = SavedConnection(
                id: id, name: name, from: from, to: to, vias: vias ?? [], routes: routes ?? [])
            connection.walking = walking
            return connection
        }
    }

    struct Order: Decodable {
        let ids: [String]

        static let schema = JSONSchema(
            "Order",
            .list("ids", .text, "Of the connections that come first"))
    }

    /// Serves a store's data with the realtime data of the newest `snapshot`.
    package init(
        _ store: RiderStore, planner: JourneyPlanner, network: SavedNetwork,
        snapshot: @escaping @Sendable () -> NetworkSnapshot, clock: any WallClock
    ) {
        access = RiderAccess(store: store)
        self.planner = planner
        self.network = network
        self.snapshot = snapshot
        self.clock = clock
    }

    package func add(to router: Router<TaktRequestContext>) {
        addConnections(to: router)
        addEditing(to: router)
        addTrips(to: router)
        router.post("\(APIPaths.rider)/routes") { request, _ in
            let rider = try await access.rider(request)
            let wanted = try await JSONBody.decode(request, as: WantedRoute.self)
            return try Response.personal(try await save(wanted, of: rider), status: .created)
        }
        router.get("\(APIPaths.rider)/home") { request, _ in
            let rider = try await access.rider(request)
            let parameters = QueryParameters(request)
            let place = try parameters.coordinate("at")
            let limit = try parameters.integer("departures", in: 1...20) ?? 3
            let saved = named(try await store.connections(rider))
            let settings = try await store.settings(rider)
            let (network, now) = (network, clock.now())
            let overlay = snapshot().overlay
            return try await searches.run {
                let home = Home(
                    saved, at: place, settings: settings, now: now, in: network,
                    overlay: overlay, limit: limit)
                return try Response.personal(
                    HomeAnswer(home, in: network.timetable) { rides, from, to in
                        connectionID(rides, from: from, to: to, overlay)
                    })
            }
        }
    }

    private func addConnections(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.rider)/connections") { request, _ in
            let rider = try await access.rider(request)
            return try Response.personal(named(try await store.connections(rider)))
        }
        router.post("\(APIPaths.rider)/connections") { request, _ in
            let rider = try await access.rider(request)
            let wanted = try await JSONBody.decode(request, as: NewConnection.self)
            return try Response.personal(
                try await store.add(wanted.connection("").saved(in: network), of: rider),
                status: .created)
        }
        router.put("\(APIPaths.rider)/connection-order") { request, _ in
            let rider = try await access.rider(request)
            let wanted = try await JSONBody.decode(request, as: Order.self)
            try await store.order(wanted.ids, of: rider)
            return Response.noContent
        }
    }

    private func addEditing(to router: Router<TaktRequestContext>) {
        router.put("\(APIPaths.rider)/connections/:id") { request, context in
            let rider = try await access.rider(request)
            let id = try context.parameters.require("id")
            let wanted = try await JSONBody.decode(request, as: NewConnection.self)
            let connection = wanted.connection(id).saved(in: network)
            try await store.replace(connection, of: rider)
            return try Response.personal(connection)
        }
        router.delete("\(APIPaths.rider)/connections/:id") { request, context in
            let rider = try await access.rider(request)
            let id = try context.parameters.require("id")
            try await store.deleteConnection(id, of: rider)
            return Response.noContent
        }
        router.post("\(APIPaths.rider)/connections/:id/reverse") { request, context in
            let rider = try await access.rider(request)
            let id = try context.parameters.require("id")
            guard
                let known = try await store.connections(rider).first(where: { $0.id == id })
            else { throw RiderError.notFound }
            return try Response.personal(
                try await store.add(known.reversed(id: ""), of: rider), status: .created)
        }
    }
}
