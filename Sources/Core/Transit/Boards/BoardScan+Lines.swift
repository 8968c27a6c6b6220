import Realtime
import Timetables
import TransitModel

/// A line in one direction on a service day.
struct LineDay: Hashable {
    let line: LineDirection
    let day: ServiceDay
}

/// What riders know a line by: a feed may give one line several routes.
private struct LineName: Hashable {
    let name: StringIndex
    let mode: TransitMode
    /// Of a route without a short name, itself.
    let route: RouteIndex?

    init(_ route: RouteIndex, _ routes: RouteColumns) {
        name = routes.shortNames[route]
        mode = routes.mode(route)
        self.route = name == .none ? route : nil
    }
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
    /// here that riders can use; none where a line calls later that may go the same way.
    func lasts(of calls: [Found]) -> [LineDay: BoardCursor] {
        var days: [LineName: Set<ServiceDay>] = [:]
        for call in calls { days[name(line(of: call)), default: []].insert(call.day) }
        var lasts: [LineDay: BoardCursor] = [:]
        func offer(_ cursor: BoardCursor, _ lineDay: LineDay) {
            lasts[lineDay] = max(cursor, lasts[lineDay] ?? cursor)
        }
        for call in changed where call.status == .runs {
            let line = line(of: call)
            if days[name(line)]?.contains(call.day) == true {
                offer(call.cursor, LineDay(line: line, day: call.day))
            }
        }
        let (patterns, routes) = (maker.timetable.patterns, maker.timetable.routes)
        for call in place.calls {
            guard let days = days[LineName(patterns.routes[call.pattern], routes)] else { continue }
            let line = line(of: call.pattern)
            for day in days {
                let lineDay = LineDay(line: line, day: day)
                if let last = lastRun(of: call, on: day, after: lasts[lineDay]) {
                    offer(last, lineDay)
                }
            }
        }
        return withoutEarlierRoutes(lasts)
    }

    private func name(_ line: LineDirection) -> LineName {
        LineName(line.route, maker.timetable.routes)
    }

    /// Returns the calls after which no other route of the same name calls on that day, nor an
    /// added run whose direction is unknown.
    private func withoutEarlierRoutes(_ lasts: [LineDay: BoardCursor]) -> [LineDay: BoardCursor] {
        let groups = Dictionary(grouping: lasts) { name($0.key.line) }
        var left = lasts
        for group in groups.values where group.count > 1 {
            for (lineDay, cursor) in group {
                let isEarlier = group.contains {
                    $0.key.day == lineDay.day && $0.value > cursor
                        && !$0.key.line.isComparable(to: lineDay.line)
                }
                if isEarlier { left[lineDay] = nil }
            }
        }
        return left
    }

    /// Returns the last unchanged run of a pattern on a day if it comes after another call.
    private func lastRun(
        of call: BoardStops.PatternCall, on day: ServiceDay, after other: BoardCursor?
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
