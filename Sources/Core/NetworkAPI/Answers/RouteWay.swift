import Timetables
import TransitModel

/// Where most trips of a route go, to know it by where it has no long name.
struct RouteWay {
    /// The names of the first and last stop.
    let from: String
    let to: String
    private let route: RouteIndex
    private let pattern: PatternIndex
    private let timetable: Timetable

    /// The name and mode of a route, to find others with the same.
    struct Name: Hashable {
        private let short: StringIndex
        private let mode: TransitMode

        init(_ route: RouteIndex, in timetable: Timetable) {
            short = timetable.routes.shortNames[route]
            mode = timetable.routes.mode(route)
        }
    }

    /// The pattern with the most trips, of equal ones the longest; nil without trips, and where
    /// both ends have one name.
    init?(of route: RouteIndex, in timetable: Timetable) {
        let patterns = timetable.patterns
        let main = timetable.ways(of: route).max { left, right in
            let (one, other) = (patterns.allRunCount(of: left), patterns.allRunCount(of: right))
            if one != other { return one < other }
            let (short, long) = (patterns.stops(of: left).count, patterns.stops(of: right).count)
            return short != long ? short < long : left > right
        }
        guard let main, let first = patterns.stops(of: main).first,
            let last = patterns.stops(of: main).last
        else { return nil }
        let (from, to) = (timetable.stops.name(first), timetable.stops.name(last))
        guard from != to else { return nil }
        self.from = from
        self.to = to
        self.route = route
        self.timetable = timetable
        pattern = main
    }

    /// Returns the stop nearest to the middle of the way at which none of the `namesakes` with the
    /// same ends calls; nil if there are none, or no such stop.
    func via(_ namesakes: [RouteIndex]) -> String? {
        let others = namesakes.filter { other in
            other != route && timetable.shownRoute(other) == nil
                && timetable.routes.longNames[other] == .none
                && RouteWay(of: other, in: timetable).map { Set([$0.from, $0.to]) }
                    == Set([from, to])
        }
        guard !others.isEmpty else { return nil }
        var known: Set<String> = [from, to]
        for pattern in others.flatMap(timetable.ways) {
            known.formUnion(timetable.patterns.stops(of: pattern).map(timetable.stops.name))
        }
        let stops = timetable.patterns.stops(of: pattern).map(timetable.stops.name)
        let middle = stops.count / 2
        return stops.indices.filter { !known.contains(stops[$0]) }.min {
            abs($0 - middle) < abs($1 - middle)
        }.map { stops[$0] }
    }
}
