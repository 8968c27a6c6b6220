import JSONWriting
package import Prediction
import TransitModel

/// The accuracy of predictions, for operators.
package struct PredictionsAnswer: Encodable, Sendable {
    /// The measures of one method of prediction on one day.
    package struct Measures: Encodable, Sendable {
        package let count: Int
        package let meanErrorSeconds: Double?
        package let transitShare: Double?
        package let mbtaShare: Double?

        static let schema = JSONSchema(
            "Measures",
            .int("count", "Evaluated predictions"),
            .number("meanErrorSeconds?", "The mean absolute error of arrivals within 15 minutes"),
            .number("transitShare?", "The score of the Transit benchmark, 0 to 1"),
            .number("mbtaShare?", "The MBTA's score, 0 to 1"))

        init(_ tally: ArrivalTally) {
            func rounded(_ value: Double?, _ limiter: Double) -> Double? {
                value.map { ($0 * limiter).rounded() / limiter }
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
        package let fallback: Bool
        package let learnt: Measures
        package let timetableAndDelay: Measures

        static let schema = JSONSchema(
            "PredictedDay", .text("date"),
            .flag("fallback", "Whether riders got the timetable plus the current delay"),
            .object("learnt", Measures.schema, "The model's predictions, whether shown or not"),
            .object(
                "timetableAndDelay", Measures.schema,
                "Predictions by the timetable plus the current delay"))
    }

    /// A route with its days, oldest first.
    package struct Route: Encodable, Sendable {
        package let route: String
        package let fallback: Bool
        package let days: [Day]

        static let schema = JSONSchema(
            "PredictedRoute",
            .text("route", "The `route_id`"),
            .flag("fallback", "Whether riders get the timetable plus the current delay today"),
            .list("days", of: Day.schema, "At most 30, the oldest first"))
    }

    package let today: String?
    package let routes: [Route]

    static let schema = JSONSchema(
        "Predictions",
        .text("today?", "The day that is being evaluated"),
        .list("routes", of: Route.schema, "In order of their ids"))

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
