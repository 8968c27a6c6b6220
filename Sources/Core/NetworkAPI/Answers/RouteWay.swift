import Timetables
import Transit
import TransitModel

/// Where most trips of a route go, to know it by where it has no long name.
struct RouteWay {
    /// The names of the first and last stop.
    let from: String
    let to: String
    fileprivate let route: RouteIndex
    fileprivate let pattern: PatternIndex

    /// The pattern with the most trips, of equal ones the longest; nil without trips, and where
    /// both ends have one name.
    init?(of route: RouteIndex, in timetable: Timetable) {
        let patterns = timetable.patterns
        guard let main = RouteDirections.main(timetable.ways(of: route), in: timetable),
            let first = patterns.stops(of: main).first, let last = patterns.stops(of: main).last
        else { return nil }
        let (from, to) = (timetable.stops.name(first), timetable.stops.name(last))
        guard from != to else { return nil }
        self.from = from
        self.to = to
        self.route = route
        pattern = main
    }
}

/// The ways of routes without a long name, and what distinguishes those of one name.
struct RouteWays {
    /// Name and mode of a route.
    private struct Name: Hashable {
        private let short: StringIndex
        private let mode: TransitMode

        init(_ route: RouteIndex, in timetable: Timetable) {
            short = timetable.routes.shortNames[route]
            mode = timetable.routes.mode(route)
        }
    }

    /// Name, mode and ends.
    private struct Kind: Hashable {
        let name: Name
        let ends: Set<String>
    }

    private let timetable: Timetable
    private var ways: [RouteIndex: RouteWay] = [:]
    /// The shown routes of each kind.
    private var routes: [Kind: [RouteIndex]] = [:]

    /// Finds the ways of the routes and of their namesakes, each once.
    /// - Complexity: O(n) in the routes of the network.
    init(of listed: some Sequence<RouteIndex>, in timetable: Timetable) {
        self.timetable = timetable
        for route in listed where timetable.strings.ifAny(timetable.routes.longNames[route]) == nil
        {
            ways[route] = RouteWay(of: route, in: timetable)
        }
        let names = Set(ways.keys.map { Name($0, in: timetable) })
        guard !names.isEmpty else { return }
        for route in timetable.routes.indices
        where timetable.routes.longNames[route] == .none && timetable.shownRoute(route) == nil {
            let name = Name(route, in: timetable)
            guard names.contains(name),
                let way = ways[route] ?? RouteWay(of: route, in: timetable)
            else { continue }
            ways[route] = way
            routes[Kind(name: name, ends: [way.from, way.to]), default: []].append(route)
        }
    }

    subscript(route: RouteIndex) -> RouteWay? { ways[route] }

    /// Returns the stop nearest to the middle of a route's way at which no other route of the same
    /// name with the same ends calls; nil if there are none, or no such stop.
    func via(_ way: RouteWay) -> String? {
        let kind = Kind(name: Name(way.route, in: timetable), ends: [way.from, way.to])
        let others = routes[kind, default: []].filter { $0 != way.route }
        guard !others.isEmpty else { return nil }
        var known: Set<String> = [way.from, way.to]
        for pattern in others.flatMap(timetable.ways) {
            known.formUnion(timetable.patterns.stops(of: pattern).map(timetable.stops.name))
        }
        let stops = timetable.patterns.stops(of: way.pattern).map(timetable.stops.name)
        let middle = stops.count / 2
        return stops.indices.filter { !known.contains(stops[$0]) }.min {
            abs($0 - middle) < abs($1 - middle)
        }.map { stops[$0] }
    }
}
