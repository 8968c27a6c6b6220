import Realtime
import Timetables
import TransitModel

/// A line in one direction on a service day.
struct LineDay: Hashable {
    let line: LineDirection
    let day: ServiceDay
}

extension BoardScan {
    func line(of call: Found) -> LineDirection {
        guard let added = call.added else { return line(of: call.pattern) }
        let run = changes.overlay.added[added]
        if let replaced = run.replaces?.run, replaced.row < maker.timetable.patterns.runCount {
            let pattern = maker.timetable.patterns.pattern(of: replaced)
            if maker.timetable.patterns.routes[pattern] == run.route { return line(of: pattern) }
        }
        let last = run.calls[run.calls.count - 1].stop
        return LineDirection(route: run.route, direction: nil, terminus: station(of: last))
    }

    private func line(of pattern: PatternIndex) -> LineDirection {
        let patterns = maker.timetable.patterns
        let stops = patterns.stops(of: pattern)
        return LineDirection(
            route: patterns.routes[pattern], direction: patterns.direction(of: pattern),
            terminus: station(of: stops[stops.count - 1]))
    }

    private func station(of stop: StopIndex) -> StopIndex {
        maker.timetable.stops.parent(stop) ?? stop
    }

    /// Returns, for each line, direction and service day of the calls, the last call of the day
    /// here that riders can use.
    func lasts(of calls: [Found]) -> [LineDay: BoardCursor] {
        let wanted = Set(calls.map { LineDay(line: line(of: $0), day: $0.day) })
        var days: [LineDirection: [ServiceDay]] = [:]
        for lineDay in wanted { days[lineDay.line, default: []].append(lineDay.day) }
        let routes = Set(days.keys.map { $0.route })
        var lasts: [LineDay: BoardCursor] = [:]
        func offer(_ cursor: BoardCursor, _ lineDay: LineDay) {
            lasts[lineDay] = max(cursor, lasts[lineDay] ?? cursor)
        }
        for call in changed where call.status == .runs {
            let lineDay = LineDay(line: line(of: call), day: call.day)
            if wanted.contains(lineDay) { offer(call.cursor, lineDay) }
        }
        for call in place.calls
        where routes.contains(maker.timetable.patterns.routes[call.pattern]) {
            let line = line(of: call.pattern)
            for day in days[line] ?? [] {
                let lineDay = LineDay(line: line, day: day)
                if let last = lastRun(of: call, on: day, after: lasts[lineDay]) {
                    offer(last, lineDay)
                }
            }
        }
        return lasts
    }

    /// Returns the last unchanged run of a pattern on a day if it comes after another call.
    private func lastRun(
        of call: BoardPlace.PatternCall, on day: ServiceDay, after other: BoardCursor?
    ) -> BoardCursor? {
        let timetable = maker.timetable
        let start = maker.zones[Int(call.zone)].start(of: day).seconds
        let changedRuns = changes.runs(of: call.pattern)
        var run = Int(call.endRun)
        while run > Int(call.firstRun) {
            run -= 1
            let cursor = BoardCursor(
                seconds: start
                    + Int64(times.seconds(run, Int(call.position), call.isWide)),
                number: UInt64(run), day: day.daysSince1970, position: call.position)
            if let other, cursor < other { return nil }
            let service = timetable.patterns.runServices[run]
            if timetable.services.isActive(service, on: day),
                changedRuns.isEmpty || !changes.contains(run, day, in: changedRuns)
            {
                return cursor
            }
        }
        return nil
    }
}
