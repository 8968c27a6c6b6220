import Timetables
import TransitModel

/// Gives the routes of a campus estimated runs at a headway, according to ``LoopPlan``s.
///
/// A run calls at every stop of a lap for boarding, then continues for a second lap for alighting
/// only: riders who board at the last stop ride on through the first. Boarding on the second lap is
/// left to the next runs.
struct LoopEstimates {
    /// A loop after its stops were located along it.
    struct Loop {
        /// The stops of a lap, without the first one at the end.
        let stops: [StopIndex]
        /// The line of a lap, which ends where it starts.
        let line: [Coordinate]
        /// Metres along the line for each stop, and for the first one at the end of the lap.
        let distances: [Float]
    }

    private let draft: NetworkDraft
    private let plans: LoopPlans?
    private var services: [UInt8: ServiceIndex] = [:]
    private var trips: [Int64: [TripIndex]] = [:]

    /// The value of GTFS `pickup_type` for no pickup.
    private static let noPickup: UInt8 = 1

    init(_ draft: NetworkDraft, _ plans: LoopPlans?) {
        self.draft = draft
        self.plans = plans
    }

    // MARK: - Trips

    /// Adds a trip with its headways for each set of weekdays with equal hours.
    mutating func addTrips(_ route: LoopRoute, _ number: Int) {
        guard let plans, let plan = plans.plans[route.id] else { return }
        var masks: [(periods: [LoopPlan.Period], weekdays: UInt8)] = []
        for (weekday, periods) in plan.week.enumerated() where !periods.isEmpty {
            if let known = masks.firstIndex(where: { $0.periods == periods }) {
                masks[known].weekdays |= 1 << UInt8(weekday)
            } else {
                masks.append((periods, 1 << UInt8(weekday)))
            }
        }
        for (periods, weekdays) in masks {
            let trip = TripIndex(draft.trips.count)
            draft.trips.append(
                TripDraft(
                    id: draft.strings.index("about-\(route.id)-\(weekdays)"),
                    route: RouteIndex(number), service: service(weekdays, plans.days),
                    headsign: .none, shortName: .none, block: .none, shape: .none,
                    direction: PatternColumns.noDirection, flags: TripColumns.loopFlag, line: 0))
            for period in periods {
                draft.frequencies.append(
                    FrequencyDraft(
                        trip: trip, start: period.start, end: period.end,
                        headway: period.headway, isExact: false))
            }
            trips[route.id, default: []].append(trip)
        }
    }

    /// The service of a set of weekdays, whose lowest bit is Monday.
    private mutating func service(
        _ weekdays: UInt8, _ days: ClosedRange<ServiceDay>
    ) -> ServiceIndex {
        if let known = services[weekdays] { return known }
        let service = ServiceIndex(draft.services.count)
        draft.services.append(
            ServiceDraft(
                id: draft.strings.index("weekdays-\(weekdays)"), weekdays: weekdays,
                first: days.lowerBound, last: days.upperBound, line: 0))
        services[weekdays] = service
        return service
    }

    // MARK: - Calls

    /// Assembles the estimated trips of a route along its loop.
    func finishTrips(
        of route: LoopRoute, along loop: Loop, _ assembler: inout TripAssembler
    ) {
        let count = loop.stops.count
        guard let trips = trips[route.id], let plan = plans?.plans[route.id],
            plan.hopSeconds.count == count
        else { return }
        let shape = shape(of: loop, named: "about-\(route.id)")
        let headsigns = headsigns(loop)
        let lap = loop.distances[count] - loop.distances[0]
        var time = 0.0
        var calls: [TripAssembler.Call] = []
        for position in 0..<2 * count - 1 {
            let place = position % count
            if position > 0 { time += plan.hopSeconds[(position - 1) % count] }
            // A stop that is listed twice in a row counts once.
            if let last = calls.last, last.stop == loop.stops[place] { continue }
            var call = TripAssembler.Call(
                stop: loop.stops[place], sequence: UInt32(calls.count + 1),
                arrival: Int32(time.rounded()), departure: Int32(time.rounded()), line: 0)
            call.boarding = position < count ? 0 : Self.noPickup
            call.headsign = headsigns[place]
            call.isTimepoint = false
            call.statedDistance =
                loop.distances[place] - loop.distances[0] + (position < count ? 0 : lap)
            calls.append(call)
        }
        for trip in trips {
            draft.trips[trip.row].shape = shape
            assembler.calls = calls
            assembler.finish(trip)
        }
    }

    /// The headsign at each stop.
    ///
    /// Up to the stop farthest from the first one, it is that stop; from there on, it is the first.
    private func headsigns(_ loop: Loop) -> [StringIndex] {
        let places = loop.stops.map { draft.stops[$0.row].coordinate }
        let away = places.map { place in
            place.flatMap { place in places[0].map { place.distanceMetres(to: $0) } } ?? 0
        }
        let farthest = away.indices.max { away[$0] < away[$1] } ?? 0
        return loop.stops.indices.map { place in
            draft.stops[loop.stops[place < farthest ? farthest : 0].row].name
        }
    }

    /// The shape of two laps.
    private func shape(of loop: Loop, named id: String) -> ShapeIndex {
        let line = loop.line + loop.line.dropFirst()
        let shape = draft.shapes.add(line, id: draft.strings.index(id), isUsed: true)
        // The stops are already located, so the measured distances count as stated ones.
        for point in Int(draft.shapes.offsets[shape.row])..<Int(draft.shapes.offsets[shape.row + 1])
        {
            draft.shapes.statedDistances[point] = draft.shapes.distances[point]
        }
        return shape
    }
}
