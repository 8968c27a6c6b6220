/// A trip of the complete timetable.
struct DrawnTrip {
    let id: String
    /// The index of its ``CoursePlan``.
    let plan: Int
    let service: Service
    /// The departure from the first call, in seconds after the service day's start.
    let start: Int
    /// The GTFS block of the trip; nil if `frequencies.txt` repeats the trip.
    var block: String?
}

/// All trips of all lines, grouped into blocks.
struct TripPlanning {
    private(set) var trips: [DrawnTrip] = []
    /// Pairs of trip indices with an in-seat transfer between two lines.
    private(set) var continuations: [(first: Int, second: Int)] = []

    /// Plans the trips of `plans` on the days of `services`.
    init(plans: [CoursePlan], services: [Service]) {
        for service in services {
            for (index, plan) in plans.enumerated() {
                addTrips(of: plan, at: index, on: service)
            }
        }
        chainTrips(plans: plans)
    }

    private mutating func addTrips(of plan: CoursePlan, at index: Int, on service: Service) {
        let headways = plan.course.headways
        let departures = headways.departures(of: service, outbound: plan.isOutbound)
        let prefix = "\(plan.shapeID)-\(service.rawValue)-"
        if plan.line.departures != .listed {
            guard let first = departures.first else { return }
            trips.append(
                DrawnTrip(id: prefix + "rhythm", plan: index, service: service, start: first))
            return
        }
        let offset = plan.anchorOffset
        for departure in departures {
            let start = departure - offset
            trips.append(
                DrawnTrip(
                    id: prefix + compactClock(start), plan: index, service: service, start: start))
        }
    }

    /// A vehicle that waits at a terminus.
    private struct Waiting {
        let trip: Int
        let arrival: Int
        let place: String
    }

    /// Assigns a block to every listed trip, first come, first served at each terminus.
    private mutating func chainTrips(plans: [CoursePlan]) {
        let shortestTurn = 180
        let longestTurn = 2400
        var waiting: [String: [Waiting]] = [:]
        var blockCount: [String: Int] = [:]
        let order = trips.indices.sorted {
            (trips[$0].start, $0) < (trips[$1].start, $1)
        }
        for index in order {
            let trip = trips[index]
            let plan = plans[trip.plan]
            guard plan.line.departures == .listed else { continue }
            let pool =
                [plan.line.id, plan.line.continuesAs].compactMap { $0 }.sorted()
                .joined(separator: "+") + "-" + trip.service.rawValue
            let candidate = (waiting[pool] ?? []).firstIndex { vehicle in
                let previous = plans[trips[vehicle.trip].plan]
                let changesLine = previous.line.id != plan.line.id
                let pause = trip.start - vehicle.arrival
                return vehicle.place == plan.origin && pause <= longestTurn
                    && pause >= (changesLine ? 0 : shortestTurn)
                    && changesLine == Self.mustChangeLine(after: previous)
            }
            if let candidate, let vehicle = waiting[pool]?.remove(at: candidate) {
                trips[index].block = trips[vehicle.trip].block
                if plans[trips[vehicle.trip].plan].line.id != plan.line.id {
                    continuations.append((vehicle.trip, index))
                }
            } else {
                blockCount[pool, default: 0] += 1
                trips[index].block = "\(pool)-\(blockCount[pool] ?? 0)"
            }
            waiting[pool, default: []].removeAll { trip.start - $0.arrival > longestTurn }
            waiting[pool, default: []].append(
                Waiting(trip: index, arrival: trip.start + plan.duration, place: plan.destination))
        }
    }

    /// Whether vehicles continue on the other line at the end of the course.
    private static func mustChangeLine(after plan: CoursePlan) -> Bool {
        plan.line.meetingPlace == plan.destination
    }
}

extension Line {
    /// The place where vehicles change to the line that it continues as; nil if there is none.
    ///
    /// The outbound courses of both lines start there.
    var meetingPlace: String? {
        continuesAs == nil ? nil : courses.first?.calls.first?.place
    }
}

/// A time of day without colons: `0705` or `070530`.
private func compactClock(_ seconds: Int) -> String {
    let text = clockText(seconds).filter { $0 != ":" }
    return text.hasSuffix("00") ? String(text.dropLast(2)) : text
}
