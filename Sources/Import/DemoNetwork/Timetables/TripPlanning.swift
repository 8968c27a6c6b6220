/// A trip of the finished timetable.
struct PlannedTrip {
    let id: String
    /// Index of its ``CoursePlan``.
    let plan: Int
    let service: Service
    /// Departure from the first call, in seconds after the service day's start.
    let start: Int
    /// The vehicle's day that the trip is part of; nil where `frequencies.txt` repeats the trip.
    var block: String?
}

/// All trips of all lines, and which of them one vehicle serves after the other.
struct TripPlanning {
    private(set) var trips: [PlannedTrip] = []
    /// Pairs of trip indices between which riders stay in the vehicle while the line changes.
    private(set) var continuations: [(first: Int, second: Int)] = []

    /// Lays out the trips of `plans` on the days of `services`.
    init(plans: [CoursePlan], services: [Service]) {
        for service in services {
            for (index, plan) in plans.enumerated() {
                addTrips(of: plan, at: index, on: service)
            }
        }
        chainTrips(plans: plans)
    }

    private mutating func addTrips(of plan: CoursePlan, at index: Int, on service: Service) {
        let timetable = plan.course.timetable
        let departures = timetable.departures(of: service, outbound: plan.isOutbound)
        let prefix = "\(plan.shapeID)-\(service.rawValue)-"
        if plan.line.departures != .listed {
            guard let first = departures.first else { return }
            trips.append(
                PlannedTrip(id: prefix + "rhythm", plan: index, service: service, start: first))
            return
        }
        let offset = plan.anchorOffset
        for departure in departures {
            let start = departure - offset
            trips.append(
                PlannedTrip(
                    id: prefix + compactClock(start), plan: index, service: service, start: start))
        }
    }

    /// A vehicle that stands at a terminus.
    private struct Waiting {
        let trip: Int
        let arrival: Int
        let place: String
    }

    /// Gives every listed trip a block: first come, first served at each terminus.
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

    /// Where two through-running lines meet, vehicles go over to the other line.
    private static func mustChangeLine(after plan: CoursePlan) -> Bool {
        plan.line.meetingPlace == plan.destination
    }
}

extension Line {
    /// Where the line hands its vehicles over to the line that it continues as, nil if it does not.
    ///
    /// Both lines start there on their way out.
    var meetingPlace: String? {
        continuesAs == nil ? nil : courses.first?.calls.first?.place
    }
}

/// `0705` or `070530`: a time of day without colons.
private func compactClock(_ seconds: Int) -> String {
    let text = clockText(seconds).filter { $0 != ":" }
    return text.hasSuffix("00") ? String(text.dropLast(2)) : text
}
