import Timetables

extension RunOnDay {
    /// Whether no timetable contains the run: it is estimated from the frequency of a loop's
    /// vehicles.
    package var isGuess: Bool { trip.map { timetable.trips.isEstimated($0) } ?? false }

    /// Whether a vehicle is seen that makes the estimated run.
    var isGuessSeen: Bool { isGuess && isChanged && !isCancelled }

    /// Whether the run is estimated and no seen vehicle makes it.
    package var isEstimated: Bool { isGuess && !isGuessSeen }

    /// Whether its times come from a headway and are not kept to the minute.
    ///
    /// False for an estimated run whose vehicle is seen.
    package var isApproximate: Bool {
        !isGuessSeen && trip.map { timetable.trips.isHeadwayBased($0) } ?? false
    }

    /// Seconds from this run to the next one, if its trip is headway-based; nil if unknown.
    package var headwaySeconds: Int? {
        guard let trip, let runIndex else { return nil }
        return timetable.trips.headwaySeconds(trip, run: runIndex, in: timetable.patterns)
    }
}
