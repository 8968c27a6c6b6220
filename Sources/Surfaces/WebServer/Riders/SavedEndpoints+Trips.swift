import Hummingbird
import LiveMap
import Realtime
import RiderAlerts
import Rides
import Timetables
import TransitModel
import WireAPI

extension SavedEndpoints {
    private struct NewTrip: Decodable {
        let from: String
        let to: String
        /// As in `08:30`.
        let arriveBy: String
        let day: ServiceDay?
        let weekdays: [Int]?
    }

    /// How many days ahead the next run of a weekly trip is looked for.
    private static let daysAhead = 14

    func addTrips(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.rider)/trips") { request, _ in
            let rider = try await access.rider(request)
            let trips = try await store.trips(rider)
            return try Response.personal(trips.map(answer))
        }
        router.post("\(APIPaths.rider)/trips") { request, _ in
            let rider = try await access.rider(request)
            let wanted = try await RiderAccess.body(request, as: NewTrip.self)
            let trip = try trip(wanted)
            if let problem = trip.problem { throw Problem(RiderError.invalid(problem)) }
            // Who could never be called for it shall know at once.
            if case .failure(let problem) = next(trip) {
                throw Problem(
                    .unprocessableContent, kind: problem.code,
                    detail: problem.sentence(in: network.timetable.timeZone))
            }
            return try await answering {
                try .personal(answer(try await store.add(trip, of: rider)), status: .created)
            }
        }
        router.delete("\(APIPaths.rider)/trips/:id") { request, context in
            let rider = try await access.rider(request)
            let id = try context.parameters.require("id")
            return try await answering {
                try await store.deleteTrip(id, of: rider)
                return .noContent
            }
        }
    }

    private func trip(_ wanted: NewTrip) throws(Problem) -> PlannedTrip {
        let from = try stop(wanted.from, "from")
        let to = try stop(wanted.to, "to")
        guard let time = ServiceTime(wanted.arriveBy) else {
            throw .badParameter(
                "arriveBy", expected: "a time as in 08:30", given: wanted.arriveBy)
        }
        let minute = Int(time.seconds) / 60
        if let weekdays = wanted.weekdays, !weekdays.isEmpty {
            return PlannedTrip(id: "", from: from, to: to, arriveBy: minute, weekdays: weekdays)
        }
        let today = network.timetable.timeZone.day(at: clock.now())
        return PlannedTrip(
            id: "", from: from, to: to, arriveBy: minute, on: wanted.day ?? today)
    }

    private func stop(_ id: String, _ parameter: String) throws(Problem) -> SavedStop {
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
                trip, next: next.ride, on: next.day, problem: next.problem, in: network.timetable)
        case .failure(let problem):
            TripAnswer(trip, problem: problem, in: network.timetable.timeZone)
        }
    }

    /// The run that a trip is made on next.
    private struct NextRun {
        let day: ServiceDay
        let ride: FoundRide
        /// Why it is not made on a day before whose time has not passed; nil if there is none.
        let problem: TripProblem?
    }

    /// The run that the trip is made on next; why there is none on the first day that it could be.
    private func next(_ trip: PlannedTrip) -> Result<NextRun, TripProblem> {
        let now = clock.now()
        let overlay = frames.current.snapshot.overlay
        let today = network.timetable.timeZone.day(at: now)
        var (first, missing): (TripProblem?, TripProblem?)
        let days = trip.day.map { [$0] } ?? (0..<Self.daysAhead).map { today.advanced(by: $0) }
        for day in days where trip.isOn(day) {
            do throws(TripProblem) {
                let ride = try network.run(for: trip, on: day, overlay: overlay, now: now)
                return .success(NextRun(day: day, ride: ride, problem: missing))
            } catch {
                first = first ?? error
                if network.isAhead(trip, on: day, now: now) { missing = missing ?? error }
            }
        }
        return .failure(first ?? .noService(today))
    }
}
