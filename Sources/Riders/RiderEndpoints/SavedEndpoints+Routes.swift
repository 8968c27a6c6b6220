import HTTPServing
import HTTPTypes
import JSONWriting
import Realtime
import Riders
import Timetables
import Transit
import TransitModel

extension SavedEndpoints {
    /// A found connection to be saved, with or without a reminder.
    struct WantedRoute: Decodable {
        let connection: String
        let weekdays: [Int]?
        let walking: SavedWalking?
        let names: EndNames?

        static let schema = JSONSchema(
            "NewRoute",
            .text("connection", "The id of a found connection"),
            .list(
                "weekdays?", .int,
                """
                Of the reminder at its departure, from 1 (Monday) to 7; without them there is none
                """),
            .object(
                "walking?", SavedWalking.schema,
                "How the rider walks; omitted where it is as usual"),
            .object("names?", EndNames.schema))
    }

    /// What the rider calls the ends of a connection; only those that are no stops need a name.
    struct EndNames: Decodable {
        let from: String?
        let to: String?

        static let schema = JSONSchema(
            "EndNames",
            .text("from? to?", "What the rider calls an end that is no stop"))
    }

    /// Saves the lines of a found connection: under the saved connection between the same places if
    /// there is one, and as the saved route if there is one.
    ///
    /// - Throws: A problem if the connection is not found, and the store's errors.
    func save(_ wanted: WantedRoute, of rider: RiderID) async throws -> SavedConnection {
        let found = try await itinerary(wanted.connection, wanted.walking)
        let route = savedRoute(found, weekdays: wanted.weekdays ?? [])
        guard let (from, to) = ends(of: found, wanted.names) else { throw RiderError.notFound }
        var known = try await store.connections(rider)
        guard
            let row = known.firstIndex(where: { $0.from.isSame(as: from) && $0.to.isSame(as: to) })
        else {
            var made = SavedConnection(id: "", from: from, to: to, routes: [route])
            made.walking = wanted.walking
            return try await store.add(made.saved(in: network), of: rider)
        }
        known[row].add(route)
        known[row].walking = wanted.walking
        known[row] = known[row].saved(in: network)
        try await store.replace(known[row], of: rider)
        return known[row]
    }

    /// Returns a connection by its id, with the walks of the rider.
    ///
    /// - Throws: A problem if the id is unknown or there are too many searches.
    func itinerary(_ id: String, _ walking: SavedWalking?) async throws -> Itinerary {
        if let problem = walking?.problem { throw RiderError.invalid(problem) }
        let (planner, chosen) = (planner, options(walking))
        let snapshot = self.snapshot()
        let found = try await searches.run {
            do throws(PlanningProblem) {
                return try planner.find(id, in: snapshot, options: chosen, includesPassed: true)
                    .itinerary
            } catch {
                throw Problem(.notFound, kind: error.code, detail: error.sentence)
            }
        }
        guard let found else {
            throw Problem.notFound("The connection does not run any more; search for it again.")
        }
        return found
    }

    /// Returns the options of a search for a rider who walks like this; nil is as usual.
    func options(_ walking: SavedWalking?) -> PlanningOptions {
        var options = PlanningOptions()
        options.walkingSpeed = walking?.speed
        options.wheelchair = walking?.wheelchair ?? false
        options.bicycle = walking?.bicycle ?? false
        if let minutes = walking?.minutes { options.walkSeconds = Int32(minutes * 60) }
        return options
    }

    func savedRoute(_ itinerary: Itinerary, weekdays: [Int]) -> SavedRoute {
        let timetable = planner.timetable
        let rides = itinerary.rides.map { ride in
            SavedRide(
                line: timetable.routes.lineName(ride.route),
                mode: timetable.routes.mode(ride.route), from: stop(ride.board.place),
                to: stop(ride.alight.place), headsign: ride.headsign,
                seconds: Int(
                    (ride.alight.arrival.scheduled ?? ride.alight.arrival.expected).seconds
                        - (ride.board.departure.scheduled ?? ride.board.departure.expected)
                        .seconds),
                passed: ride.passed.map(\.place.name))
        }
        var reminders: [SavedReminder] = []
        if !weekdays.isEmpty, let departure = itinerary.rides.first?.board.departure {
            let instant = departure.scheduled ?? departure.expected
            let clock = timetable.timeZone.iso8601(instant).dropFirst(11).prefix(5)
            if let time = ServiceTime(clock) {
                reminders = [
                    SavedReminder(minute: Int(time.seconds) / 60, weekdays: weekdays)
                ]
            }
        }
        return SavedRoute(
            id: store.newID(), rides: rides,
            changeSeconds: itinerary.transfers.map { min(7200, max(0, $0.neededSeconds)) },
            walkBeforeSeconds: walkSeconds(itinerary.legs.first),
            walkAfterSeconds: walkSeconds(itinerary.legs.last), reminders: reminders)
    }

    private func walkSeconds(_ leg: ItineraryLeg?) -> Int {
        guard case .walk(let walk)? = leg else { return 0 }
        return min(7200, max(0, walk.seconds))
    }

    private func stop(_ place: ItineraryPlace) -> SavedStop {
        SavedStop(
            id: place.stop.map(planner.timetable.stops.id) ?? "", name: place.name,
            latitude: place.coordinate?.latitude, longitude: place.coordinate?.longitude)
    }

    /// Returns the ends of a connection; those that are no stops are called as the rider does.
    func ends(of itinerary: Itinerary, _ names: EndNames?) -> (from: SavedPlace, to: SavedPlace)? {
        guard let from = place(itinerary.legs.first, true, names?.from),
            let to = place(itinerary.legs.last, false, names?.to)
        else { return nil }
        return (from, to)
    }

    /// Returns an end of a connection: the station rather than one of its platforms.
    private func place(_ leg: ItineraryLeg?, _ isStart: Bool, _ given: String?) -> SavedPlace? {
        let end: ItineraryPlace
        switch leg {
        case .walk(let walk)?: end = isStart ? walk.from : walk.to
        case .ride(let ride)?: end = isStart ? ride.board.place : ride.alight.place
        case nil: return nil
        }
        let stops = planner.timetable.stops
        let stop = end.stop.map { stops.parent($0) ?? $0 }
        let coordinate = stop.flatMap(stops.coordinate) ?? end.coordinate
        let known = stop.map(stops.name) ?? end.name
        let names = [known, given ?? "", known.isEmpty ? coordinate.flatMap(placeName) ?? "" : ""]
        let name = names.first { $0.contains { !$0.isWhitespace } }
        return SavedPlace(
            stop: stop.map(stops.id), name: name ?? coordinate.map(Self.text) ?? "",
            latitude: coordinate?.latitude, longitude: coordinate?.longitude)
    }

    /// Returns connections whose places are called after what is near, if they were saved by their
    /// coordinates alone.
    func named(_ connections: [SavedConnection]) -> [SavedConnection] {
        func named(_ place: SavedPlace) -> SavedPlace {
            guard place.stop == nil, let coordinate = place.coordinate,
                place.name == Self.text(coordinate), let name = placeName(coordinate)
            else { return place }
            return SavedPlace(
                stop: nil, name: name, latitude: place.latitude, longitude: place.longitude)
        }
        return connections.map { connection in
            var changed = connection
            changed.from = named(connection.from)
            changed.to = named(connection.to)
            return changed
        }
    }

    /// Returns a coordinate as text, as riders could type it.
    private static func text(_ place: Coordinate) -> String {
        func degrees(_ number: Double) -> String { "\((number * 1e5).rounded() / 1e5)" }
        return degrees(place.latitude) + "," + degrees(place.longitude)
    }

    /// Returns the id of the connection that consists of these rides, with the walks between them
    /// and to the places; a place is nil where the first ride begins or the last one ends.
    func connectionID(
        _ rides: [FoundRide], from: SavedPlace?, to: SavedPlace?, _ overlay: RealtimeOverlay
    ) -> String {
        func known(_ place: SavedPlace) -> PlanningPlace? {
            if let stop = place.stop.flatMap(network.timetable.keptStop) { return .stop(stop) }
            return place.coordinate.map { .point($0, name: place.name) }
        }
        return planner.connectionID(
            of: rides, from: from.flatMap(known), to: to.flatMap(known), overlay: overlay)
    }
}
