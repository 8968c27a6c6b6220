import Timetables

extension RunOnDay {
    /// Its times come from a headway and are not kept to the minute.
    package var isApproximate: Bool { trip.map(timetable.trips.isHeadwayBased) ?? false }

    /// No timetable has it: it is worked out of how often the vehicles of a loop come.
    package var isEstimated: Bool { trip.map(timetable.trips.isEstimated) ?? false }

    /// Seconds from the run to the next one, where its trip runs at a headway; nil if that is not known.
    package var headwaySeconds: Int? {
        guard let trip, let runIndex else { return nil }
        return timetable.trips.headwaySeconds(trip, run: runIndex, in: timetable.patterns)
    }
}
