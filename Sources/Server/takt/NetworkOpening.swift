import Timetables
import Transit
import TransitModel

/// Opens a network file, or ends the command with a sentence.
func openNetwork(_ path: String) throws -> Timetable {
    do {
        return try Timetable(path: path)
    } catch {
        if case .notFound = error { throw fail(error.description, .noInput) }
        throw fail(error.description, .badData)
    }
}

/// Ends the command with a sentence where the timetable does not cover the day.
func requireCovered(_ day: ServiceDay, by timetable: Timetable) throws {
    if let problem = uncovered(day, by: timetable) { throw fail(problem, .badData) }
}

/// What to say where the timetable does not cover the day; nil where it does.
func uncovered(_ day: ServiceDay, by timetable: Timetable) -> String? {
    let services = timetable.services
    guard day < services.firstDay || day > services.lastDay else { return nil }
    return PlanningProblem.outsideTimetable(
        day, first: services.firstDay, last: services.lastDay
    ).sentence
}
