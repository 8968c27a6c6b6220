import APISchema
import Foundation
package import HTTPServing
import HTTPTypes
package import Hummingbird
import NIOCore
package import ShuttleTracker
package import TransitModel

/// The endpoints with which operators edit data in the shuttle tracker's protocol: vehicles,
/// routes, stops, positions, messages.
package struct ShuttleEditing: EndpointGroup {
    /// Accepts a vehicle's position as a measured one.
    ///
    /// - Throws: An error of the store through which nodes share it.
    package typealias FixHandler = @Sendable (VehicleFix) async throws -> Void

    private let store: CampusStore
    private let gate: OperatorGate
    private let isCampus: Bool
    private let clock: any WallClock
    private let acceptFix: FixHandler

    /// The maximum size of an entry, in bytes: a long route's line.
    private static let maximumBytes = 1 << 20

    /// Admits operators by the gate; unless `isCampus`, only the message can be changed.
    package init(
        _ store: CampusStore, gate: OperatorGate, isCampus: Bool, clock: any WallClock,
        acceptFix: @escaping FixHandler
    ) {
        self.store = store
        self.gate = gate
        self.isCampus = isCampus
        self.clock = clock
        self.acceptFix = acceptFix
    }

    package func add(to router: Router<TaktRequestContext>) {
        let operators = router.group("").add(middleware: gate)
        operators.post("\(APIPaths.shuttleMessage)") { request, context in
            try Response.personal(
                try await checked { try await store.say(try await entry(request)) })
        }
        add(APIPaths.shuttleVehicles, .vehicle, to: operators) { (entry: VehicleEntry, id) in
            try await store.put(entry, id: id)
        }
        add(APIPaths.shuttleRoutes, .route, to: operators) { (entry: RouteEntry, id) in
            try await store.put(entry, id: id)
        }
        add(APIPaths.shuttleStops, .stop, to: operators) { (entry: StopEntry, id) in
            try await store.put(entry, id: id)
        }
        operators.post("\(APIPaths.shuttleUpdates)") { request, _ in
            try checkCampus()
            let update: UpdateEntry = try await entry(request)
            let fix = try update.fix(of: store.content.campus, at: clock.now())
            try await acceptFix(fix)
            return Response(status: .noContent)
        }
    }

    private func add<
        Entry: Decodable & Sendable & SendableMetatype, Row: Encodable & SendableMetatype
    >(
        _ path: String, _ kind: CampusStore.Kind, to operators: RouterGroup<TaktRequestContext>,
        put: @escaping @Sendable (Entry, Int64?) async throws -> Row
    ) {
        operators.post("\(path)/create") { request, _ in
            try checkCampus()
            return try Response.personal(
                try await checked { try await put(try await entry(request), nil) })
        }
        operators.post("\(path)/edit") { request, _ in
            try checkCampus()
            let bytes = try await bytes(request)
            let named: Named = try decoded(bytes)
            return try Response.personal(
                try await checked { try await put(try decoded(bytes), named.id) })
        }
        // The protocol identifies the item to delete in the query; newer software does so in the
        // path.
        operators.delete("\(path)") { request, _ in
            let id = try QueryParameters(request).integer("id", in: 1...Int(Int32.max))
            guard let id else {
                throw Problem.badParameter("id", expected: "the number of a \(kind)", given: "")
            }
            return try await remove(kind, Int64(id))
        }
        operators.delete("\(path)/:id") { _, context in
            let text = context.parameters.get("id") ?? ""
            guard let id = Int64(text) else {
                throw Problem.badParameter("id", expected: "the number of a \(kind)", given: text)
            }
            return try await remove(kind, id)
        }
    }

    private func remove(_ kind: CampusStore.Kind, _ id: Int64) async throws -> Response {
        try checkCampus()
        try await checked { try await store.remove(kind, id: id) }
        return Response(status: .noContent)
    }

    private struct Named: Decodable {
        let id: Int64
    }

    private func checkCampus() throws(Problem) {
        guard isCampus else {
            throw Problem(
                .conflict, kind: "network-of-feeds",
                detail: "This network was made of feeds; change those and import them again.")
        }
    }

    // MARK: - Bodies

    private func bytes(_ request: Request) async throws -> Data {
        Data(try await request.body.collect(upTo: Self.maximumBytes).readableBytesView)
    }

    private func entry<Entry: Decodable>(_ request: Request) async throws -> Entry {
        try decoded(try await bytes(request))
    }

    private func decoded<Entry: Decodable>(_ bytes: Data) throws -> Entry {
        do {
            return try JSONDecoder().decode(Entry.self, from: bytes)
        } catch let error as DecodingError {
            throw Self.problem(error)
        }
    }

    private static func problem(_ error: DecodingError) -> Problem {
        let path: [any CodingKey]
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            path = context.codingPath
        case .keyNotFound(let key, let context): path = context.codingPath + [key]
        @unknown default: path = []
        }
        let name = path.map(\.stringValue).joined(separator: ".")
        var problem = Problem(
            .badRequest, kind: "bad-entry",
            detail: name.isEmpty
                ? "The body must be a JSON object."
                : "'\(name.prefix(100))' is missing or not of the protocol's kind.")
        if !name.isEmpty { problem.parameter = String(name.prefix(100)) }
        return problem
    }

    private func checked<Value>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error as CampusProblem {
            let status: HTTPResponse.Status =
                switch error {
                case .badField: .badRequest
                case .unknown: .notFound
                case .inUse, .full: .conflict
                }
            var problem = Problem(status, kind: "bad-entry", detail: error.description)
            if case .badField(let name, _) = error { problem.parameter = name }
            throw problem
        }
    }
}

/// A vehicle's position as an operator's device sends it.
private struct UpdateEntry: Decodable {
    let vehicleID: Int64?
    let trackerID: String?
    let latitude: Double
    let longitude: Double
    let heading: Double?
    let speed: Double?
    let time: ShuttleTime?
    let routeID: Int64?

    private enum CodingKeys: String, CodingKey {
        case latitude, longitude, heading, speed, time
        case vehicleID = "vehicle_id"
        case trackerID = "tracker_id"
        case routeID = "route_id"
    }

    /// Returns the position as a fix of one of the campus's vehicles.
    ///
    /// - Throws: A problem with status 400 if the vehicle is unknown or a value is invalid.
    func fix(of campus: ShuttleCampus, at now: UnixTime) throws(Problem) -> VehicleFix {
        let vehicle = campus.vehicles.first { vehicle in
            vehicleID.map { $0 == vehicle.id } ?? (vehicle.trackerID == trackerID)
        }
        guard let vehicle else {
            throw .badParameter(
                vehicleID == nil ? "tracker_id" : "vehicle_id", expected: "that of a vehicle",
                given: vehicleID.map(String.init) ?? trackerID ?? "")
        }
        if let routeID, !campus.routes.contains(where: { $0.id == routeID }) {
            throw .badParameter("route_id", expected: "the number of a route", given: "\(routeID)")
        }
        guard let created = ShuttleTime(now) else {
            throw Problem(.internalServerError, kind: "internal", detail: "The clock is off.")
        }
        let update = ShuttleUpdate(
            id: 0, trackerID: vehicle.trackerID,
            coordinate: Coordinate(latitude: latitude, longitude: longitude),
            headingDegrees: heading ?? .nan, speedMilesPerHour: speed ?? -1,
            time: time ?? created, created: created, vehicleID: vehicle.id, routeID: routeID)
        guard let fix = update.vehicleFix(label: vehicle.name) else {
            throw .badParameter(
                "latitude", expected: "with 'longitude' a place on Earth", given: "\(latitude)")
        }
        return fix
    }
}
