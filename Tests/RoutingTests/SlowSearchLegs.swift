import Timetables
import TransitModel

@testable import Routing

/// Verifies a journey leg by leg, as a rider with the timetable would.
struct JourneyCheck {
    let runs: [SlowRun]
    let transfers: SlowTransfers
    let request: SlowRequest
    private let timetable: Timetable
    private let day: ServiceDay

    init(
        _ runs: [SlowRun], _ transfers: SlowTransfers, _ request: SlowRequest,
        _ timetable: Timetable,
        _ day: ServiceDay
    ) {
        self.runs = runs
        self.transfers = transfers
        self.request = request
        self.timetable = timetable
        self.day = day
    }

    /// The reason why a journey is impossible.
    struct Flaw: Error {
        let text: String
    }

    /// A rider's location and how it was reached; stays at vias are added to the time.
    private enum Location {
        /// Not departed yet: at a stop, or after the walk to it.
        case previousRound(stop: Int, mayWalk: Bool, time: Int)
        /// Alighted from a run.
        case alighted(SlowRun, stop: Int, time: Int)
        /// Walked, after a ride or before the first one.
        case walked(stop: Int, time: Int, after: SlowRun?)
    }

    /// The possible numbers of visited vias, each with the remaining stay before departing.
    private typealias Visits = [(visited: Int, stay: Int)]

    /// Throws a ``Flaw`` if the journey is impossible.
    func check(_ journey: Journey) throws {
        let rides = journey.legs.compactMap { leg in
            if case .ride(let ride) = leg { ride } else { nil }
        }
        try require(
            journey.rides == rides.count { !$0.staysSeated }
                && journey.rides <= request.maximumRides, "vehicles")
        if journey.legs.isEmpty { return try checkStaying(journey) }
        var flaw = Flaw(text: "begins nowhere")
        for origin in request.origins {
            do {
                return try check(journey, from: origin)
            } catch let found as Flaw {
                flaw = found
            }
        }
        throw flaw
    }

    private func check(_ journey: Journey, from origin: SlowRequest.Access) throws {
        var location = Location.previousRound(
            stop: origin.stop, mayWalk: origin.seconds == 0,
            time: Int(journey.departure.seconds) + origin.seconds)
        var legs = journey.legs[...]
        if origin.seconds > 0 {
            guard case .walk(let walk)? = legs.popFirst() else { throw Flaw(text: "no access") }
            try require(
                walk.from == nil && walk.to.map(number) == origin.stop
                    && walk.seconds == origin.seconds
                    && walk.departure >= journey.departure, "access")
            location = .previousRound(
                stop: origin.stop, mayWalk: false, time: Int(walk.arrival.seconds))
        }
        var visits = self.visits([(0, 0)], at: origin.stop)
        while let leg = legs.popFirst() {
            switch leg {
            case .walk(let walk) where walk.to == nil:
                try require(legs.isEmpty, "legs after the last walk")
                return try checkEgress(walk, journey, location, visits)
            case .walk(let walk):
                let next: SlowRun?
                if case .ride(let ride)? = legs.first { next = try run(ride) } else { next = nil }
                try checkWalk(walk, to: next, &location, &visits)
            case .ride(let ride):
                var nextRide: Journey.Ride?
                if case .ride(let next)? = legs.first { nextRide = next }
                try checkRide(ride, nextRide, &location, &visits)
            }
        }
        let (stop, time, _) = parts(location)
        try require(request.destinations.contains { $0.stop == stop && $0.seconds == 0 }, "end")
        try require(
            visits.contains {
                $0.visited == request.vias.count && time + $0.stay == journey.arrival.seconds
            }, "arrival or vias")
    }

    /// Checks a journey without legs: the origin is the destination, or there is only a stay at a
    /// via.
    private func checkStaying(_ journey: Journey) throws {
        try require(
            request.origins.contains { origin in
                origin.seconds == 0
                    && request.destinations.contains { $0.stop == origin.stop && $0.seconds == 0 }
                    && visits([(0, 0)], at: origin.stop).contains {
                        $0.visited == request.vias.count
                            && Int(journey.departure.seconds) + $0.stay == journey.arrival.seconds
                    }
            }, "staying")
    }

    private func checkEgress(
        _ walk: Journey.Walk, _ journey: Journey, _ location: Location, _ visits: Visits
    ) throws {
        guard case .alighted(_, let stop, let time) = location else {
            throw Flaw(text: "egress without a vehicle")
        }
        try require(walk.from.map(number) == stop, "egress elsewhere")
        try require(
            request.destinations.contains { $0.stop == stop && $0.seconds == walk.seconds },
            "egress time")
        try require(
            visits.contains {
                $0.visited == request.vias.count && time + $0.stay <= walk.departure.seconds
            } && walk.arrival == journey.arrival, "egress vias")
    }

    private func checkWalk(
        _ walk: Journey.Walk, to next: SlowRun?, _ location: inout Location, _ visits: inout Visits
    ) throws {
        let (stop, time, before) = parts(location)
        switch location {
        case .previousRound(_, let mayWalk, _): try require(mayWalk, "walk after access")
        case .walked: throw Flaw(text: "two walks")
        case .alighted: break
        }
        guard let from = walk.from.map(number), let to = walk.to.map(number), from == stop else {
            throw Flaw(text: "walk elsewhere")
        }
        let general = transfers.walks[from].first { $0.target == to }?.seconds
        let seconds = transfers.walk(from, to, before, next, general).map(request.walking)
        try require(seconds == walk.seconds, "walk takes \(seconds.map { "\($0)" } ?? "for ever")")
        let departure = Int(walk.departure.seconds)
        // The margin of a transfer may be before the walk or after it.
        let margin = before == nil || next == nil ? 0 : request.marginSeconds
        visits = self.visits(
            visits.filter { time + $0.stay <= departure }.map {
                ($0.visited, max(0, margin - (departure - time - $0.stay)))
            }, at: to)
        location = .walked(stop: to, time: Int(walk.arrival.seconds), after: before)
    }

    private func checkRide(
        _ ride: Journey.Ride, _ next: Journey.Ride?, _ location: inout Location,
        _ visits: inout Visits
    ) throws {
        let run = try run(ride)
        try require(
            ride.board < ride.alight && run.calls.indices.contains(ride.alight), "positions")
        let (board, alight) = (run.calls[ride.board], run.calls[ride.alight])
        try require(
            board.stop == number(ride.boardAt) && alight.stop == number(ride.alightAt)
                && board.departure == ride.departure.seconds
                && alight.arrival == ride.arrival.seconds, "times or stops of \(run.name)")
        let (stop, time, _) = parts(location)
        if ride.staysSeated {
            guard case .alighted(let before, _, _) = location else {
                throw Flaw(text: "not seated")
            }
            let goesOn = before.continuesAs.map { runs[$0].name } == run.name
            try require(goesOn && ride.board == 0, "\(before.name) does not go on as \(run.name)")
            visits = passing(visits.map { ($0.visited, 0) }, board)
        } else {
            try require(board.mayBoard && board.stop == stop, "boarding \(run.name)")
            visits = try boarded(ride, run, location, time, visits)
        }
        for call in run.calls[(ride.board + 1)..<ride.alight] { visits = passing(visits, call) }
        if next?.staysSeated == true {
            try require(ride.alight == run.calls.count - 1, "seated to the end")
            visits = passing(visits, alight)
        } else {
            try require(alight.mayAlight, "alighting from \(run.name)")
            visits = self.visits(visits, at: alight.stop)
        }
        location = .alighted(run, stop: alight.stop, time: alight.arrival)
    }

    /// Returns the visits with which the ride can still be boarded.
    private func boarded(
        _ ride: Journey.Ride, _ run: SlowRun, _ location: Location, _ time: Int, _ visits: Visits
    ) throws -> Visits {
        var transfer = 0
        if case .alighted(let before, let stop, _) = location {
            guard let seconds = transfers.transfer(stop, before, run) else {
                throw Flaw(text: "forbidden transfer")
            }
            transfer = seconds + request.marginSeconds
        }
        let possible = visits.filter {
            time + max($0.stay, transfer) <= ride.departure.seconds
        }
        try require(!possible.isEmpty, "\(run.name) is missed")
        return possible.map { ($0.visited, 0) }
    }

    // MARK: - Vias

    private func visits(_ before: Visits, at stop: Int) -> Visits {
        var visits = before
        var next = 0
        while next < visits.count {
            let (visited, stay) = visits[next]
            next += 1
            guard visited < request.vias.count, request.vias[visited].stops.contains(stop) else {
                continue
            }
            visits.append((visited + 1, stay + request.vias[visited].staySeconds))
        }
        return visits
    }

    private func passing(_ before: Visits, _ call: SlowCall) -> Visits {
        call.mayBoard || call.mayAlight
            ? visits(before, at: call.stop).filter { $0.stay == 0 } : before
    }

    // MARK: - The fast search's types

    private func parts(_ location: Location) -> (stop: Int, time: Int, before: SlowRun?) {
        switch location {
        case .previousRound(let stop, _, let time): (stop, time, nil)
        case .alighted(let run, let stop, let time): (stop, time, run)
        case .walked(let stop, let time, let run): (stop, time, run)
        }
    }

    private func number(_ stop: StopIndex) -> Int {
        Int(timetable.stops.id(stop).dropFirst()) ?? -1
    }

    private func run(_ ride: Journey.Ride) throws -> SlowRun {
        let patterns = timetable.patterns
        var name = "added \(Int(ride.run.rawValue) - patterns.runCount)"
        if ride.run.row < patterns.runCount {
            let trip = patterns.runTrips[ride.run]
            let location = timetable.trips.runs(of: trip).sorted {
                patterns.runStarts[$0] < patterns.runStarts[$1]
            }.firstIndex(of: ride.run)
            name = "\(timetable.trips.id(trip))/\(location ?? -1) on \(day.distance(to: ride.day))"
        }
        guard let run = runs.first(where: { $0.name == name }) else {
            throw Flaw(text: "\(name) does not run")
        }
        return run
    }

    private func require(_ condition: Bool, _ text: String) throws {
        if !condition { throw Flaw(text: text) }
    }
}

extension Journey.Walk {
    fileprivate var seconds: Int { Int(arrival.seconds) - Int(departure.seconds) }
}
