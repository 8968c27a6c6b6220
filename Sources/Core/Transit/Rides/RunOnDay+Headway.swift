import Timetables

extension RunOnDay {
    /// No timetable has the run: it is worked out of how often the vehicles of a loop come.
    package var isGuess: Bool { trip.map(timetable.trips.isEstimated) ?? false }

    /// A vehicle is seen that makes the run which was a guess before.
    var isGuessSeen: Bool { isGuess && isChanged && !isCancelled }

    /// A guess that no vehicle which is seen makes.
    package var isEstimated: Bool { isGuess && !isGuessSeen }

    /// Its times come from a headway and are not kept to the minute.
    ///
    /// A guess is none any more once its vehicle is seen.
    package var isApproximate: Bool {
        !isGuessSeen && trip.map(timetable.trips.isHeadwayBased) ?? false
    }

    /// Seconds from the run to the next one, where its trip runs at a headway; nil if that is not known.
    package var headwaySeconds: Int? {
        guard let trip, let runIndex else { return nil }
        return timetable.trips.headwaySeconds(trip, run: runIndex, in: timetable.patterns)
    }
}
