import HTTPServing
import HTTPTypes
import TransitModel

extension Problem {
    /// Creates the problem for a `date` that the timetable does not cover.
    static func outsideTimetable(
        _ day: ServiceDay, first: ServiceDay, last: ServiceDay
    ) -> Problem {
        var problem = Problem(
            .notFound, kind: "outside-timetable",
            detail: "The timetable covers \(first) to \(last), not \(day).")
        problem.parameter = "date"
        problem.days = ProblemDays(first: first, last: last)
        return problem
    }

    /// Creates the problem for a `date` on which something, as in `The line`, does not run.
    static func noService(_ thing: String, on day: ServiceDay) -> Problem {
        var problem = Problem(
            .notFound, kind: "no-service",
            detail: "\(thing) does not run on \(day); try another day.")
        problem.parameter = "date"
        return problem
    }
}
