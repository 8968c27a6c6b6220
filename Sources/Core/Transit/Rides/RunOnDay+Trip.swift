package import Realtime
package import Timetables
package import TransitModel

extension RunOnDay {
    /// Why a trip has no run on a day.
    package enum Missing: Error, Hashable {
        /// Neither the timetable nor live data has the trip.
        case unknownTrip
        /// The timetable covers other days, which are told.
        case outsideTimetable(first: ServiceDay, last: ServiceDay)
        /// The trip does not run on that day.
        case noService
        /// It runs, but no run begins then; the times at which runs begin, at most ten.
        case noSuchStart(known: [ServiceTime])
    }

    /// The run of a trip on a service day, as it is expected.
    ///
    /// Of runs at a headway `start` picks the one that begins then by the timetable; nil takes the one that is under
    /// way by `now`, before the first of the day that one.
    /// - Complexity: linear in the trip's runs, for a trip that only live data has in all of those.
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
