import APISchema
import HTTPServing
import Hummingbird
import JSONWriting
import NetworkAPI
import Realtime
import Riders
import Timetables
import Transit
import TransitModel

extension SavedEndpoints {
    struct NewTrip: Decodable {
        let from: WantedStop?
        let to: WantedStop?
        let arriveBy: String?
        let connection: String?
        let route: SavedRoute?
        let day: ServiceDay?
        let weekdays: [Int]?
        let walking: SavedWalking?
        let names: EndNames?

        static let schema = JSONSchema(
            "NewTrip",
            .init(
                "from? to?", .either([.text, .object(SavedStop.schema)]),
                "A stop's id, or a saved stop"),
            .text(
                "arriveBy?",
                "As in `08:30`; of a connection its own arrival by default, as expected if that is later"
            ),
            .text("connection?", "The id of a found connection, in place of `from` and `to`"),
            .object(
                "route?", SavedRoute.schema, "The lines of the trip, as a saved trip has them"),
            .text("day?", "Of a single trip"),
            .list("weekdays?", .int, "Of a trip each week, from 1 (Monday) to 7"),
            .object(
                "walking?", SavedWalking.schema,
                "How the rider walks; omitted where it is as usual"),
            .object("names?", EndNames.schema))

        /// Returns the trip on the requested weekdays or day, otherwise on `other`; `arriveBy` is
        /// as in `08:30`.
        ///
        /// - Throws: A problem if `arriveBy` is no time of a day, `RiderError.invalid` if there is
        ///   a day beside weekdays.
        func trip(
            from: SavedStop, to: SavedStop, arriveBy: String, otherwiseOn other: ServiceDay
        ) throws -> PlannedTrip {
            guard let time = ServiceTime(arriveBy), (0..<86_400).contains(time.seconds) else {
                throw Problem.badParameter(
                    "arriveBy", expected: "a time from 00:00 to 23:59", given: arriveBy)
            }
            let minute = Int(time.seconds) / 60
            if let weekdays, !weekdays.isEmpty {
                guard day == nil else {
                    throw RiderError.invalid("A trip has a day or weekdays, not both.")
                }
                return PlannedTrip(
                    id: "", from: from, to: to, arriveBy: minute, weekdays: weekdays)
            }
            return PlannedTrip(id: "", from: from, to: to, arriveBy: minute, on: day ?? other)
        }
    }

    /// A stop by its id, or a place as in a saved trip.
    enum WantedStop: Decodable {
        case id(String)
        case saved(SavedStop)

        /// Decodes an id or a saved stop.
        ///
        /// - Throws: A `DecodingError` if it is neither.
        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let id = try? value.decode(String.self) {
                self = .id(id)
            } else {
                self = .saved(try value.decode(SavedStop.self))
            }
        }
    }

    /// The number of days in which the next run of a weekly trip is searched.
    private static let daysAhead = 14

    func addTrips(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.rider)/trips") { request, _ in
            let rider = try await access.rider(request)
            let trips = try await store.trips(rider)
            return try Response.personal(trips.map(answer))
        }
        router.post("\(APIPaths.rider)/trips") { request, _ in
            let rider = try await access.rider(request)
            let wanted = try await JSONBody.decode(request, as: NewTrip.self)
            let trip = try await trip(wanted)
            if let problem = trip.problem { throw RiderError.invalid(problem) }
            // Refuse a trip for which there could never be a reminder.
            if case .failure(let problem) = next(trip, isSaved: false) {
                throw problem.refusal(in: network.timetable.timeZone)
            }
            return try Response.personal(
                answer(try await store.add(trip.saved(in: network), of: rider)),
                status: .created)
        }
        router.delete("\(APIPaths.rider)/trips/:id") { request, context in
            let rider = try await access.rider(request)
            let id = try context.parameters.require("id")
            try await store.deleteTrip(id, of: rider)
            return Response.noContent
        }
    }

    private func trip(_ wanted: NewTrip) async throws -> PlannedTrip {
        if let connection = wanted.connection {
            return try await trip(along: connection, wanted)
        }
        let from = try stop(wanted.from, "from", isPlace: wanted.route != nil)
        let to = try stop(wanted.to, "to", isPlace: wanted.route != nil)
        let trip = try wanted.trip(
            from: from, to: to, arriveBy: wanted.arriveBy ?? "",
            otherwiseOn: network.timetable.timeZone.day(at: clock.now()))
        return wanted.route.map(trip.along) ?? trip
    }

    /// Returns a trip along the lines of a connection, arriving at its scheduled time; on a single
    /// day at the expected one if that is later, so that a late vehicle is not refused as too late.
    private func trip(along id: String, _ wanted: NewTrip) async throws -> PlannedTrip {
        let found = try await itinerary(id, wanted.walking)
        guard let (from, to) = ends(of: found, wanted.names),
            let last = found.rides.last?.alight.arrival
        else {
            throw Problem.badParameter(
                "connection", expected: "a connection with a vehicle", given: id)
        }
        func stop(_ place: SavedPlace) -> SavedStop {
            SavedStop(
                id: place.stop ?? "", name: place.name, latitude: place.latitude,
                longitude: place.longitude)
        }
        let route = savedRoute(found, weekdays: [])
        let zone = network.timetable.timeZone
        let scheduled = (last.scheduled ?? last.expected).seconds
        let isWeekly = wanted.weekdays?.isEmpty == false
        let latest = isWeekly ? scheduled : max(scheduled, last.expected.seconds)
        let seconds = latest + Int64(route.walkAfterSeconds)
        let arrival = UnixTime(seconds: (seconds + 59) / 60 * 60)
        let clock = zone.iso8601(arrival).dropFirst(11).prefix(5)
        return try wanted.trip(
            from: stop(from), to: stop(to), arriveBy: wanted.arriveBy ?? String(clock),
            otherwiseOn: zone.day(at: arrival)
        ).along(route)
    }

    /// With a route, the ends may be places that are not stops.
    private func stop(
        _ wanted: WantedStop?, _ parameter: String, isPlace: Bool
    ) throws(Problem) -> SavedStop {
        let id: String
        switch wanted {
        case .saved(let stop)?:
            if isPlace { return stop }
            id = stop.id
        case .id(let known)?: id = known
        case nil: id = ""
        }
        let stops = network.timetable.stops
        guard let stop = network.timetable.keptStop(id) else {
            throw .badParameter(parameter, expected: "the id of a stop", given: id)
        }
        let place = stops.coordinate(stop)
        return SavedStop(
            id: stops.id(stop), name: stops.name(stop), latitude: place?.latitude,
            longitude: place?.longitude)
    }

    private func answer(_ trip: PlannedTrip) -> TripAnswer {
        switch next(trip) {
        case .success(let next):
            TripAnswer(
                trip, next: next.way, on: next.day, problem: next.problem
            ) { rides, from, to in
                connectionID(rides, from: from, to: to, snapshot().overlay)
            }
        case .failure(let problem):
            TripAnswer(trip, problem: problem, in: network.timetable.timeZone)
        }
    }

    /// The next run of a trip.
    private struct NextRun {
        let day: ServiceDay
        let way: RouteDeparture
        /// The reason why the trip is impossible on an earlier day whose time has not passed; nil
        /// if there is none.
        let problem: TripProblem?
    }

    /// Returns the current or next run of the trip, or the reason why there is none on the first
    /// possible day.
    ///
    /// A trip that was saved after its first departure is not under way.
    private func next(
        _ trip: PlannedTrip, isSaved: Bool = true
    ) -> Result<NextRun, TripProblem> {
        let now = clock.now()
        let overlay = snapshot().overlay
        let today = network.timetable.timeZone.day(at: now)
        var (first, missing): (TripProblem?, TripProblem?)
        let days = trip.day.map { [$0] } ?? (0..<Self.daysAhead).map { today.advanced(by: $0) }
        for day in days where trip.isOn(day) {
            if isSaved,
                let way = network.currentWay(for: trip, on: day, overlay: overlay, now: now)
            {
                return .success(NextRun(day: day, way: way, problem: nil))
            }
            do throws(TripProblem) {
                let way = try network.way(for: trip, on: day, overlay: overlay, now: now)
                return .success(NextRun(day: day, way: way, problem: missing))
            } catch {
                first = first ?? error
                if network.isAhead(trip, on: day, now: now) { missing = missing ?? error }
            }
        }
        return .failure(first ?? .noService(today))
    }
}

extension TripProblem {
    /// The problem of a request for such a trip; times are local times of the zone.
    fileprivate func refusal(in zone: TransitTimeZone) -> Problem {
        var refusal = Problem(.unprocessableContent, kind: code, detail: sentence(in: zone))
        refusal.advice.day = day
        refusal.advice.arrival = arrival.map(zone.iso8601)
        return refusal
    }
}
