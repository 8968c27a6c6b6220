package import TransitModel

/// The quality of predictions for each day and route, compared with timetable and delay alone.
///
/// A route for which the model did worse than timetable and delay on three evaluated days in a row
/// falls back to these, until a day on which the model would have been better.
package struct PredictionScores: Sendable, Equatable, Codable {
    /// One day of one route.
    package struct Day: Sendable, Equatable, Codable {
        /// The model's predictions, published or not.
        package var learnt = ArrivalTally()
        /// Predictions by timetable and delay alone.
        package var plain = ArrivalTally()
        /// Whether the predictions by timetable and delay were published.
        package var isFallback = false

        package init() {}

        /// The tally of the published predictions.
        package var published: ArrivalTally { isFallback ? plain : learnt }

        /// Whether the model did worse; nil if too few predictions were evaluated.
        package var didWorse: Bool? {
            guard let learnt = learnt.meanErrorSeconds, let plain = plain.meanErrorSeconds,
                self.learnt.count >= PredictionScores.minimumJudged
            else { return nil }
            return learnt > plain
        }
    }

    /// The days of a route.
    package struct Route: Sendable, Equatable, Codable {
        /// The key of the route in the model.
        package let key: UInt64
        /// The days by number, counted from 1970.
        package fileprivate(set) var days: [Int32: Day] = [:]

        /// Returns whether the route is predicted by timetable and delay on a day, judged by the
        /// days before it.
        package func fallsBack(on day: ServiceDay) -> Bool {
            var isFallback = false
            var worse = 0
            for number in days.keys.sorted() where number < day.daysSince1970 {
                guard let didWorse = days[number]?.didWorse else { continue }
                worse = didWorse ? worse + 1 : 0
                if worse >= PredictionScores.worseDaysBeforeFallback { isFallback = true }
                if !didWorse { isFallback = false }
            }
            return isFallback
        }
    }

    /// The number of days in a row on which the model may do worse before a route falls back.
    package static let worseDaysBeforeFallback = 3
    package static let keptDays: Int32 = 30
    /// The minimum number of evaluated arrivals for a day of a route to count.
    package static let minimumJudged = 20
    private static let maximumRoutes = 20_000

    /// The routes by GTFS `route_id`.
    package private(set) var routes: [String: Route] = [:]
    /// The keys of the routes that fall back on ``day``.
    package private(set) var fallbacks: Set<UInt64> = []
    /// The current day; nil before the first.
    package private(set) var day: ServiceDay?

    package init() {}

    /// Begins a day if it is a new one: determines which routes fall back, and removes old days.
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

    /// Records the outcome of one prediction of the day, in seconds from when it was made.
    mutating func add(
        route id: String, key: UInt64, learnt: Double, plain: Double, actual: Double
    ) {
        guard let day, routes[id] != nil || routes.count < Self.maximumRoutes else { return }
        var route = routes[id] ?? Route(key: key)
        routes[id] = nil
        var scores = route.days[day.daysSince1970] ?? Day()
        scores.isFallback = fallbacks.contains(key)
        scores.learnt.add(predicted: learnt, actual: actual)
        scores.plain.add(predicted: plain, actual: actual)
        route.days[day.daysSince1970] = scores
        routes[id] = route
    }

    /// Returns a day of all routes combined.
    ///
    /// Its `learnt` tally contains the published predictions.
    package func total(of day: ServiceDay) -> Day {
        routes.values.reduce(into: Day()) { total, route in
            guard let scores = route.days[day.daysSince1970] else { return }
            total.learnt.add(scores.published)
            total.plain.add(scores.plain)
        }
    }

    /// Whether the numbers are possible, which must be checked for those read from a file.
    package var isSound: Bool {
        routes.count <= Self.maximumRoutes
            && routes.values.allSatisfy { route in
                route.days.values.allSatisfy { $0.learnt.isSound && $0.plain.isSound }
            }
    }
}
