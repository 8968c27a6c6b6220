import Realtime
import Testing
import Timetables
import TransitModel

// Realtime deviations.
extension RandomNetwork {
    mutating func addRealtime(_ random: inout SeededRandom) {
        for trip in trips.indices {
            for (number, start) in trips[trip].starts.enumerated() {
                for day in -1...1 where Int.random(in: 0..<3, using: &random) == 0 {
                    let calls = shifted(trip, to: start)
                    changes.append(
                        Change(
                            trip: trip, run: number, day: day,
                            calls: Int.random(in: 0..<5, using: &random) == 0
                                ? nil : expected(calls, &random)))
                }
            }
        }
    }

    /// Returns the calls of a run whose first departure is at `start`.
    func shifted(_ trip: Int, to start: Int) -> [Call] {
        let late = start - trips[trip].calls[0].departure
        return trips[trip].calls.map { call in
            var call = call
            call.arrival += late
            call.departure += late
            return call
        }
    }

    private func expected(_ calls: [Call], _ random: inout SeededRandom) -> [ChangedCall] {
        var delay = Int.random(in: -10...20, using: &random) * 30
        var earliest = Int.min
        return calls.map { call in
            delay += Int.random(in: -4...4, using: &random) * 30
            let arrival = max(earliest, call.arrival + delay)
            let departure = max(arrival, call.departure + delay)
            earliest = departure
            let isMoved = Int.random(in: 0..<8, using: &random) == 0
            return ChangedCall(
                stop: isMoved ? Int.random(in: 0..<stops.count, using: &random) : nil,
                arrival: arrival, departure: departure,
                isSkipped: Int.random(in: 0..<6, using: &random) == 0)
        }
    }

    mutating func addRuns(_ random: inout SeededRandom) {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            var second = Int.random(in: 20_000...80_000, using: &random) / 30 * 30
            var calls: [Call] = []
            for _ in 0..<Int.random(in: 2...5, using: &random) {
                let stay = Int.random(in: 0...3, using: &random) * 30
                calls.append(
                    Call(
                        stop: Int.random(in: 0..<stops.count, using: &random), arrival: second,
                        departure: second + stay))
                second += stay + Int.random(in: 0...20, using: &random) * 60
            }
            var run = Added(
                route: Int.random(in: 0..<routes.count, using: &random),
                day: Int.random(in: -1...1, using: &random), calls: calls)
            let cancelled = changes.indices.filter {
                changes[$0].calls == nil && changes[$0].day == run.day
            }
            if let replaced = cancelled.randomElement(using: &random) {
                run.replacements = replaced
            }
            added.append(run)
        }
    }

    /// Converts the changes for the fast search.
    func overlay(_ timetable: Timetable) throws -> RealtimeOverlay {
        var made: [DatedRun: RunChange] = [:]
        var dated: [DatedRun] = []
        for change in changes {
            let run = DatedRun(
                run: try runIndex(change, timetable), day: day.advanced(by: change.day))
            dated.append(run)
            guard let calls = change.calls else {
                made[run] = .cancelled
                continue
            }
            made[run] = RunChange(
                calls: try calls.map { call in
                    ExpectedCall(
                        arrival: ServiceTime(seconds: Int32(call.arrival)),
                        departure: ServiceTime(seconds: Int32(call.departure)),
                        stop: try call.stop.map {
                            try #require(timetable.stops.find(id: "S\($0)"))
                        },
                        isSkipped: call.isSkipped)
                })
        }
        let runs = try added.enumerated().compactMap { number, run in
            AddedRun(
                tripID: "added\(number)", day: day.advanced(by: run.day),
                route: try #require(timetable.routes.find(id: "R\(run.route)")),
                replaces: run.replacements.map { dated[$0] },
                calls: try run.calls.map { call in
                    AddedCall(
                        stop: try #require(timetable.stops.find(id: "S\(call.stop)")),
                        arrival: ServiceTime(seconds: Int32(call.arrival)),
                        departure: ServiceTime(seconds: Int32(call.departure)))
                })
        }
        return RealtimeOverlay(version: 1, changes: made, added: runs)
    }

    private func runIndex(_ change: Change, _ timetable: Timetable) throws -> RunIndex {
        let trip = try #require(timetable.trips.find(id: "T\(change.trip)"))
        let start = trips[change.trip].starts[change.run]
        return try #require(
            timetable.trips.runs(of: trip).first {
                timetable.patterns.runStarts[$0] == Int32(start)
            })
    }
}
