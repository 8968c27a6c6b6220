package import Prediction
import TransitModel

/// The accuracy of predictions, for operators.
package struct PredictionsAnswer: Encodable, Sendable {
    /// The measures of one method of prediction on one day.
    package struct Measures: Encodable, Sendable {
        /// The number of evaluated predictions.
        package let count: Int
        /// The mean absolute error of arrivals within 15 minutes, in seconds.
        package let meanErrorSeconds: Double?
        /// The score of the Transit benchmark, 0 to 1.
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
        /// The date, as in `2026-05-04`.
        package let date: String
        /// Whether riders got the timetable plus the current delay.
        package let fallback: Bool
        /// The model's predictions, whether shown or not.
        package let learnt: Measures
        /// Predictions by the timetable plus the current delay.
        package let timetableAndDelay: Measures
    }

    /// A route with its days, oldest first.
    package struct Route: Encodable, Sendable {
        /// GTFS `route_id`.
        package let route: String
        /// Whether riders get the timetable plus the current delay today.
        package let fallback: Bool
        /// At most 30 days.
        package let days: [Day]
    }

    /// The day that is being evaluated.
    package let today: String?
    /// The routes in order of their ids.
    package let routes: [Route]

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

extension LiveSchemas {
    /// The schemas of the answers above.
    static let predictions: [String: String] = [
        "Predictions": "today:text routes:[PredictedRoute]!",
        "PredictedRoute": "route:text! fallback:flag! days:[PredictedDay]!",
        "PredictedDay": """
        date:text! fallback:flag! learnt:Measures! timetableAndDelay:Measures!
        """,
        "Measures": "count:int! meanErrorSeconds:number transitShare:number mbtaShare:number",
    ]
}
