import Timetables
import Transit
import TransitModel

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

/// Returns the time that an option names, local in a zone; now without one.
///
/// - Throws: An exit code, after a printed sentence, if it is not a time.
func instant(at text: String?, in zone: TransitTimeZone) throws -> UnixTime {
    guard let text else { return SystemWallClock().now() }
    guard let time = TimestampText.instant(text, in: zone) else {
        throw fail("--at must be a time as in 2016-02-08T08:00, not '\(text)'.", .usage)
    }
    return time
}

/// Returns hours and minutes on local clocks, as in 08:05.
func clockText(_ time: UnixTime, _ zone: TransitTimeZone) -> String {
    String(zone.iso8601(time).dropFirst(11).prefix(5))
}
