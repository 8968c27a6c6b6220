package import TransitModel

/// How good predictions were, each day for each route, beside timetable and delay alone.
///
/// A route that did worse than timetable and delay on three days in a row falls back to it, until a day
/// on which what was learnt would have been better.
package struct PredictionScores: Sendable, Equatable, Codable {
    /// One day of one route.
    package struct Day: Sendable, Equatable, Codable {
        /// What was learnt, published or not.
        package var learnt = ArrivalTally()
        /// Timetable and delay alone.
        package var plain = ArrivalTally()
        /// Whether timetable and delay were published.
        package var isFallback = false

        /// Nothing was judged yet.
        package init() {}

        /// What was published.
        package var published: ArrivalTally { isFallback ? plain : learnt }

        /// Whether what was learnt did worse; nil where too little was seen to say so.
        package var didWorse: Bool? {
            guard let learnt = learnt.meanErrorSeconds, let plain = plain.meanErrorSeconds,
                self.learnt.count >= PredictionScores.leastJudged
            else { return nil }
            return learnt > plain
        }
    }

    /// A route's days.
    package struct Route: Sendable, Equatable, Codable {
        /// What names the route among what was learnt.
        package let key: UInt64
        /// By day, counted from 1970.
        package fileprivate(set) var days: [Int32: Day] = [:]

        /// Whether the route is told by timetable and delay on a day, by what was judged before it.
        package func fallsBack(on day: ServiceDay) -> Bool {
            var isFallback = false
            var worse = 0
            for number in days.keys.sorted() where number < day.daysSince1970 {
                guard let didWorse = days[number]?.didWorse else { continue }
                worse = didWorse ? worse + 1 : 0
                if worse >= PredictionScores.patienceDays { isFallback = true }
                if !didWorse { isFallback = false }
            }
            return isFallback
        }
    }

    /// Days in a row that a route may do worse before it falls back.
    package static let patienceDays = 3
    /// Days that are kept.
    package static let keptDays: Int32 = 30
    /// A day with fewer judged arrivals of a route says nothing.
    package static let leastJudged = 20
    /// More routes than this are not told apart.
    private static let maximumRoutes = 20_000

    /// By GTFS `route_id`.
    package private(set) var routes: [String: Route] = [:]
    /// The routes that fall back on ``day``, by their keys.
    package private(set) var fallbacks: Set<UInt64> = []
    /// The day that is being judged; nil before the first.
    package private(set) var day: ServiceDay?

    /// Nothing was judged yet.
    package init() {}

    /// Begins a day, if it is a new one: works out who falls back, and forgets what is too old.
    package mutating func begin(_ day: ServiceDay) {
        guard day != self.day else { return }
        self.day = day
        fallbacks = []
        for (id, route) in routes {
            var route = route
            route.days = route.days.filter {
                $0.key > day.daysSince1970 - Self.keptDays && $0.key <= day.daysSince1970
            }
            routes[id] = route.days.isEmpty ? nil : route
            if route.fallsBack(on: day) { fallbacks.insert(route.key) }
        }
    }

    /// Takes in what became of one prediction of the day, in seconds from when it was made.
    mutating func take(
        route id: String, key: UInt64, learnt: Double, plain: Double, actual: Double
    ) {
        guard let day, routes[id] != nil || routes.count < Self.maximumRoutes else { return }
        var route = routes[id] ?? Route(key: key)
        routes[id] = nil
        var scores = route.days[day.daysSince1970] ?? Day()
        scores.isFallback = fallbacks.contains(key)
        scores.learnt.take(predicted: learnt, actual: actual)
        scores.plain.take(predicted: plain, actual: actual)
        route.days[day.daysSince1970] = scores
        routes[id] = route
    }

    /// A day of all routes together.
    package func total(of day: ServiceDay) -> Day {
        routes.values.reduce(into: Day()) { total, route in
            guard let scores = route.days[day.daysSince1970] else { return }
            total.learnt.add(scores.published)
            total.plain.add(scores.plain)
        }
    }

    /// Whether the numbers can be true, as those that were read from a file must.
    package var isSound: Bool {
        routes.count <= Self.maximumRoutes
            && routes.values.allSatisfy { route in
                route.days.values.allSatisfy { $0.learnt.isSound && $0.plain.isSound }
            }
    }
}
