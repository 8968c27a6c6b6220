import Realtime
import Timetables
import TransitModel

/// Finds the run whose timetable fits the times of an update, for updates whose trip the network
/// does not know.
///
/// The stops must be those of a pattern, in its order, and the times must fit one of its runs
/// clearly better than any other. The cost assumes that vehicles are late more often than early,
/// with a similar delay at all stops.
struct StopTimesFinder: Sendable {
    /// The maximum number of calls compared.
    private static let maximumCalls = 60
    /// The maximum difference between reported and scheduled times, in seconds.
    private static let maximumSeconds: Int64 = 2700
    /// The minimum difference in cost to the second best run, in seconds.
    private static let minimumLead = 120.0
    /// The weight of being early relative to being late.
    private static let earlyWeight = 3.0

    private struct Call {
        let stop: StopIndex
        let time: Int64
        let isArrival: Bool
    }

    private let timetable: Timetable

    init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    /// Returns the run that fits; nil if none does, or if several fit equally well.
    ///
    /// If the best run `isTaken` by another update, nil is returned, because two updates of one run
    /// look alike.
    /// - Complexity: linear in the runs of the route, or of all patterns that call at the first
    ///   stop.
    func run(of update: TripUpdate, at now: UnixTime, isTaken: (DatedRun) -> Bool) -> DatedRun? {
        let calls = calls(of: update)
        guard calls.count >= 2 else { return nil }
        var best: (run: DatedRun, cost: Double)?
        var second = Double.infinity
        for pattern in patterns(for: update, calls) {
            guard let positions = positions(of: calls, in: pattern) else { continue }
            let zone = timetable.timeZone(of: pattern)
            let today = zone.day(at: now)
            for day in [today, today.advanced(by: -1), today.advanced(by: 1)] {
                let start = zone.start(of: day).seconds
                for run in timetable.patterns.runs(of: pattern) {
                    let dated = DatedRun(run: run, day: day)
                    guard let cost = cost(calls, positions, run: run, in: pattern, from: start),
                        timetable.services.isActive(timetable.patterns.runServices[run], on: day)
                    else { continue }
                    if cost < best?.cost ?? .infinity {
                        second = best?.cost ?? .infinity
                        best = (dated, cost)
                    } else {
                        second = min(second, cost)
                    }
                }
            }
        }
        guard let best, second - best.cost >= Self.minimumLead, !isTaken(best.run) else {
            return nil
        }
        return best.run
    }

    private func calls(of update: TripUpdate) -> [Call] {
        update.calls.prefix(Self.maximumCalls).compactMap { call in
            guard call.relationship == .scheduled,
                let stop = call.stopID.flatMap({ timetable.stops.find(id: $0) })
            else { return nil }
            if case .at(let time)? = call.arrival {
                return Call(stop: stop, time: time.seconds, isArrival: true)
            }
            guard case .at(let time)? = call.departure else { return nil }
            return Call(stop: stop, time: time.seconds, isArrival: false)
        }
    }

    private func patterns(for update: TripUpdate, _ calls: [Call]) -> [PatternIndex] {
        let wanted = update.trip.directionID
        let all: [PatternIndex]
        if let route = update.trip.routeID.flatMap({ timetable.routes.find(id: $0) }) {
            all = Array(timetable.routes.patterns(of: route))
        } else {
            let stops = timetable.stops
            all = Array(stops.callPatterns[stops.callOffsets[calls[0].stop]])
        }
        guard let wanted else { return all }
        return all.filter { pattern in
            timetable.patterns.direction(of: pattern).map { $0 == wanted } ?? true
        }
    }

    /// Returns the position of each call in a pattern; nil if a call is missing or the order
    /// differs.
    private func positions(of calls: [Call], in pattern: PatternIndex) -> [Int]? {
        let stops = timetable.patterns.stops(of: pattern)
        var from = 0
        var positions: [Int] = []
        for call in calls {
            guard
                let position = (from..<stops.count).first(where: {
                    stops[$0] == call.stop || isSamePlace(stops[$0], call.stop)
                })
            else { return nil }
            positions.append(position)
            from = position + 1
        }
        return positions
    }

    private func isSamePlace(_ one: StopIndex, _ other: StopIndex) -> Bool {
        let stops = timetable.stops
        return stops.isOneStation(one, other)
    }

    /// Returns the cost of a run in seconds; nil if it is too far from the reported times.
    private func cost(
        _ calls: [Call], _ positions: [Int], run: RunIndex, in pattern: PatternIndex,
        from dayStart: Int64
    ) -> Double? {
        var sum = 0.0
        var squares = 0.0
        for (call, position) in zip(calls, positions) {
            let times = timetable.patterns.times(of: run, in: pattern, at: position)
            let scheduled =
                dayStart + Int64((call.isArrival ? times.arrival : times.departure).seconds)
            let late = call.time - scheduled
            guard abs(late) <= Self.maximumSeconds else { return nil }
            sum += Double(late)
            squares += Double(late * late)
        }
        let mean = sum / Double(calls.count)
        let spread = max(0, squares / Double(calls.count) - mean * mean).squareRoot()
        return (mean < 0 ? -mean * Self.earlyWeight : mean) + spread
    }
}
