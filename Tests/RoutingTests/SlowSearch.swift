/// A slow and simple search to check the fast one.
///
/// For every seat in every vehicle it computes the arrival at the destination by trying everything
/// that a rider may do next: alight there, transfer, walk and board, stay aboard. There is no
/// pruning; memoization is the only optimization.
struct SlowSearch {
    /// A journey: its departure, its arrival, and the number of rides.
    struct Answer: Hashable {
        let departure: Int
        let arrival: Int
        let rides: Int
    }

    /// A state aboard a run arriving at a position, with a number of visited vias.
    private struct Seat {
        let run: Int
        let position: Int
        let visited: Int
    }

    /// Later than any time.
    static let never = Int.max / 4

    private static let unknown = Int.min

    let runs: [SlowRun]
    let transfers: SlowTransfers
    let request: SlowRequest
    /// The runs that may be boarded at each stop.
    private let boardings: [[(run: Int, position: Int, departure: Int)]]
    private let firstSeat: [Int]
    private var known: [Int]

    init(_ runs: [SlowRun], _ transfers: SlowTransfers, stopCount: Int, _ request: SlowRequest) {
        self.runs = runs
        self.transfers = transfers
        self.request = request
        var boardings: [[(run: Int, position: Int, departure: Int)]] = Array(
            repeating: [], count: stopCount)
        var firstSeat: [Int] = []
        var seats = 0
        for (number, run) in runs.enumerated() {
            firstSeat.append(seats)
            seats += run.calls.count
            for (position, call) in run.calls.dropLast().enumerated() where call.mayBoard {
                boardings[call.stop].append((number, position, call.departure))
            }
        }
        self.boardings = boardings
        self.firstSeat = firstSeat
        known = Array(
            repeating: Self.unknown,
            count: seats * (request.vias.count + 1) * request.maximumRides)
    }

    /// Returns every possible first boarding, with the best result for each number of rides.
    mutating func allAnswers() -> [Answer] {
        var answers: [Answer] = []
        for origin in request.origins {
            for (visited, stay) in visits(origin.stop, after: 0) {
                for boarding in boardings[origin.stop] {
                    addAnswers(
                        boarding, visited, leaving: boarding.departure - stay - origin.seconds,
                        to: &answers)
                }
                guard origin.seconds == 0 else { continue }
                for (target, walked) in walks(from: origin.stop) {
                    for (visited, secondStay) in visits(target, after: visited) {
                        for boarding in boardings[target] {
                            guard
                                let walk = transfers.walk(
                                    origin.stop, target, nil, runs[boarding.run], walked)
                            else { continue }
                            addAnswers(
                                boarding, visited,
                                leaving: boarding.departure - secondStay - request.walking(walk)
                                    - stay, to: &answers)
                        }
                    }
                }
            }
        }
        return answers
    }

    /// Returns the seconds for walking only; nil if that is impossible.
    func secondsOnFoot() -> Int? {
        var best = Self.never
        for origin in request.origins where origin.seconds == 0 {
            for (visited, stay) in visits(origin.stop, after: 0) {
                if let rest = finish(origin.stop, visited, onFoot: true) {
                    best = min(best, stay + rest)
                }
                for (target, walked) in walks(from: origin.stop) {
                    guard let walk = transfers.walk(origin.stop, target, nil, nil, walked)
                    else { continue }
                    for (visited, secondStay) in visits(target, after: visited) {
                        if let rest = finish(target, visited, onFoot: true) {
                            best = min(best, stay + request.walking(walk) + secondStay + rest)
                        }
                    }
                }
            }
        }
        return best < Self.never ? best : nil
    }

    private mutating func addAnswers(
        _ boarding: (run: Int, position: Int, departure: Int), _ visited: Int, leaving: Int,
        to answers: inout [Answer]
    ) {
        let seat = Seat(run: boarding.run, position: boarding.position + 1, visited: visited)
        var best = Self.never
        for further in 0..<request.maximumRides {
            let arrival = arrival(from: seat, further: further)
            guard arrival < best else { continue }
            best = arrival
            answers.append(Answer(departure: leaving, arrival: arrival, rides: further + 1))
        }
    }

    /// Returns the earliest arrival from a seat with at most `further` additional rides.
    private mutating func arrival(from seat: Seat, further: Int) -> Int {
        let stages = request.vias.count + 1
        let number =
            ((firstSeat[seat.run] + seat.position) * stages + seat.visited)
            * request.maximumRides + further
        if known[number] != Self.unknown { return known[number] }
        let run = runs[seat.run]
        let call = run.calls[seat.position]
        var best = Self.never
        if seat.position > 0, call.mayAlight {
            for (visited, stay) in visits(call.stop, after: seat.visited) {
                if let rest = finish(call.stop, visited, onFoot: false) {
                    best = min(best, call.arrival + stay + rest)
                }
                best = min(best, changing(run, call, visited, stay: stay, further: further))
                best = min(best, walking(run, call, visited, stay: stay, further: further))
            }
        }
        for visited in passed(call, after: seat.visited) {
            if seat.position + 1 < run.calls.count {
                let next = Seat(run: seat.run, position: seat.position + 1, visited: visited)
                best = min(best, arrival(from: next, further: further))
            } else if let next = run.continuesAs {
                let seat = Seat(run: next, position: 0, visited: visited)
                best = min(best, arrival(from: seat, further: further))
            }
        }
        known[number] = best
        return best
    }

    /// Returns the best arrival by a transfer at the same stop.
    private mutating func changing(
        _ run: SlowRun, _ call: SlowCall, _ visited: Int, stay: Int, further: Int
    ) -> Int {
        guard further > 0 else { return Self.never }
        var best = Self.never
        for boarding in boardings[call.stop] where boarding.departure >= call.arrival + stay {
            guard let transfer = transfers.transfer(call.stop, run, runs[boarding.run]),
                boarding.departure >= call.arrival + transfer + request.marginSeconds
            else { continue }
            let seat = Seat(run: boarding.run, position: boarding.position + 1, visited: visited)
            best = min(best, arrival(from: seat, further: further - 1))
        }
        return best
    }

    /// Returns the best arrival by walking to another stop: to the destination, or to board.
    private mutating func walking(
        _ run: SlowRun, _ call: SlowCall, _ visited: Int, stay: Int, further: Int
    ) -> Int {
        var best = Self.never
        for (target, walked) in walks(from: call.stop) {
            for (visited, secondStay) in visits(target, after: visited) {
                let left = call.arrival + stay
                if let walk = transfers.walk(call.stop, target, run, nil, walked),
                    let rest = finish(target, visited, onFoot: true)
                {
                    best = min(best, left + request.walking(walk) + secondStay + rest)
                }
                guard further > 0 else { continue }
                for boarding in boardings[target] where boarding.departure >= left {
                    guard
                        let walk = transfers.walk(
                            call.stop, target, run, runs[boarding.run], walked),
                        boarding.departure >= left + request.walking(walk)
                            + request.marginSeconds + secondStay
                    else { continue }
                    let seat = Seat(
                        run: boarding.run, position: boarding.position + 1, visited: visited)
                    best = min(best, arrival(from: seat, further: further - 1))
                }
            }
        }
        return best
    }

    /// Returns the seconds from a stop to the destination; nil if it is not there or vias are
    /// missing.
    private func finish(_ stop: Int, _ visited: Int, onFoot: Bool) -> Int? {
        guard visited == request.vias.count else { return nil }
        var least: Int?
        for end in request.destinations
        where end.stop == stop && (!onFoot || end.seconds == 0) && end.seconds < least ?? .max {
            least = end.seconds
        }
        return least
    }

    /// Returns the stops within a walk, with the general walking time.
    private func walks(from stop: Int) -> [(target: Int, seconds: Int?)] {
        transfers.walks[stop]
    }

    /// Returns the possible visits of vias at a stop: none, or the next vias there, one stay after
    /// another.
    private func visits(_ stop: Int, after visited: Int) -> [(visited: Int, stay: Int)] {
        var visits = [(visited: visited, stay: 0)]
        for via in request.vias[visited...] {
            guard via.stops.contains(stop), let last = visits.last else { break }
            visits.append((last.visited + 1, last.stay + via.staySeconds))
        }
        return visits
    }

    /// Returns the possible visits of vias while staying aboard at a call.
    private func passed(_ call: SlowCall, after visited: Int) -> [Int] {
        guard call.mayBoard || call.mayAlight else { return [visited] }
        return visits(call.stop, after: visited).filter { $0.stay == 0 }.map(\.visited)
    }
}
