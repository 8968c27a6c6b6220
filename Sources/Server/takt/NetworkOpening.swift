import Timetables
import Transit
import TransitModel

/// Opens a network file.
///
/// - Throws: An exit code, after a printed sentence, if the file is missing or invalid.
func openNetwork(_ path: String) throws -> Timetable {
    do {
        return try Timetable(path: path)
    } catch {
        if case .notFound = error { throw fail(error.description, .noInput) }
        throw fail(error.description, .badData)
    }
}

/// Checks that the timetable covers a day.
///
/// - Throws: An exit code, after a printed sentence, if it does not.
func requireCovered(_ day: ServiceDay, by timetable: Timetable) throws {
    if let problem = uncovered(day, by: timetable) { throw fail(problem, .badData) }
}

/// Returns a sentence if the timetable does not cover the day; nil if it does.
func uncovered(_ day: ServiceDay, by timetable: Timetable) -> String? {
    let services = timetable.services
    guard day < services.firstDay || day > services.lastDay else { return nil }
    return PlanningProblem.outsideTimetable(
        day, first: services.firstDay, last: services.lastDay
    ).sentence
}
