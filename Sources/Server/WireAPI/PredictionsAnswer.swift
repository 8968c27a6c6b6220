package import Prediction
import TransitModel

/// How good predictions were, for operators.
package struct PredictionsAnswer: Encodable, Sendable {
    /// One way to predict, over one day.
    package struct Measures: Encodable, Sendable {
        /// How many predictions were judged.
        package let count: Int
        /// The mean error without sign of arrivals within 15 minutes, in seconds.
        package let meanErrorSeconds: Double?
        /// The Transit benchmark's score, 0 to 1.
        package let transitShare: Double?
        /// The MBTA's score, 0 to 1.
        package let mbtaShare: Double?

        init(_ tally: ArrivalTally) {
            func rounded(_ value: Double?, _ places: Double) -> Double? {
                value.map { ($0 * places).rounded() / places }
            }
            count = tally.count
            meanErrorSeconds = rounded(tally.meanErrorSeconds, 10)
            transitShare = rounded(tally.transitShare, 1000)
            mbtaShare = rounded(tally.mbtaShare, 1000)
        }
    }

    /// A day of a route.
    package struct Day: Encodable, Sendable {
        /// As in `2026-05-04`.
        package let date: String
        /// Whether riders were told timetable and delay.
        package let fallback: Bool
        /// What was learnt, told or not.
        package let learnt: Measures
        /// Timetable and delay.
        package let timetableAndDelay: Measures
    }

    /// A route, oldest day first.
    package struct Route: Encodable, Sendable {
        /// GTFS `route_id`.
        package let route: String
        /// Whether riders are told timetable and delay today.
        package let fallback: Bool
        /// At most 30.
        package let days: [Day]
    }

    /// The day that is being judged.
    package let today: String?
    /// In order of their ids.
    package let routes: [Route]

    /// Tells the scores.
    package init(_ scores: PredictionScores) {
        today = scores.day?.description
        routes = scores.routes.sorted { $0.key < $1.key }.map { id, route in
            Route(
                route: id, fallback: scores.fallbacks.contains(route.key),
                days: route.days.sorted { $0.key < $1.key }.map { number, day in
                    Day(
                        date: ServiceDay(daysSince1970: number).description,
                        fallback: day.isFallback, learnt: Measures(day.learnt),
                        timetableAndDelay: Measures(day.plain))
                })
        }
    }
}
