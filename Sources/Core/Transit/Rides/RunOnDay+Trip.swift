package import Realtime
package import Timetables
package import TransitModel

extension RunOnDay {
    /// The reason why a trip has no run on a day.
    package enum Missing: Error, Hashable {
        /// Neither the timetable nor live data contains the trip.
        case unknownTrip
        /// The day is outside the timetable, which covers the given days.
        case outsideTimetable(first: ServiceDay, last: ServiceDay)
        /// The trip does not run on that day.
        case noService
        /// It runs, but no run starts at the given time; with at most ten start times.
        case noSuchStart(known: [ServiceTime])
    }

    /// Finds the run of a trip on a service day, with expected times.
    ///
    /// For headway-based trips, `start` selects the run that is scheduled to start then; nil
    /// selects the run under way at `now`, or the first one before that.
    ///
    /// - Throws: `Missing` if there is no such run.
    /// - Complexity: linear in the trip's runs; for a trip that only live data contains, linear in
    ///   all added runs.
    package static func find(
        trip id: String, on day: ServiceDay, start: ServiceTime? = nil, at now: UnixTime,
        in network: (timetable: Timetable, overlay: RealtimeOverlay)
    ) throws(Missing) -> RunOnDay {
        let (timetable, overlay) = network
        guard let trip = timetable.keptTrip(id, on: day) else {
            let number = overlay.added.firstIndex { $0.tripID == id && $0.day == day }
            let added = number.flatMap { RunOnDay(.added($0), day: day, timetable, overlay) }
            guard let added else { throw .unknownTrip }
            return added
        }
        let services = timetable.services
        guard day >= services.firstDay, day <= services.lastDay else {
            throw .outsideTimetable(first: services.firstDay, last: services.lastDay)
        }
        let patterns = timetable.patterns
        let runs = timetable.trips.runs(of: trip).filter {
            services.isActive(patterns.runServices[$0], on: day)
                && !(overlay.change(of: $0, on: day)?.isDeleted ?? false)
        }.sorted { patterns.runStarts[$0] < patterns.runStarts[$1] }
        guard let first = runs.first else { throw .noService }
        let pattern = patterns.pattern(of: first)
        let begin = timetable.timeZone(of: pattern).start(of: day).seconds
        let run: RunIndex?
        if let start {
            run = runs.first { patterns.runStarts[$0] == start.seconds }
        } else {
            run = runs.last { begin + Int64(patterns.runStarts[$0]) <= now.seconds } ?? first
        }
        guard let run,
            let found = RunOnDay(
                .scheduled(run, patterns.pattern(of: run)), day: day, timetable, overlay)
        else {
            throw .noSuchStart(
                known: runs.prefix(10).map { ServiceTime(seconds: patterns.runStarts[$0]) })
        }
        return found
    }
}
