import Timetables

/// A cache of the paths of runs.
struct PathStore {
    /// The maximum number of cached paths.
    private static let limit = 20_000

    private let timetable: Timetable
    private var paths: [UInt64: RunPath] = [:]

    init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    /// Returns the path of a trip on its pattern; nil if neither its shape nor its stops have
    /// coordinates.
    mutating func path(of trip: TripIndex, pattern: PatternIndex) -> RunPath? {
        let trip = shaped(trip, pattern)
        let number = timetable.trips.paths[trip]
        let key =
            number == TripColumns.noPath
            ? UInt64(pattern.rawValue) : 1 << 32 | UInt64(number)
        if let known = paths[key] { return known }
        guard let path = RunPath(timetable, trip: trip, pattern: pattern) else { return nil }
        if paths.count >= Self.limit { paths.removeAll() }
        paths[key] = path
        return path
    }

    /// Returns the trip itself or, if it has no shape, one of the same pattern that has one.
    private func shaped(_ trip: TripIndex, _ pattern: PatternIndex) -> TripIndex {
        guard timetable.trips.paths[trip] == TripColumns.noPath else { return trip }
        let patterns = timetable.patterns
        return patterns.runs(of: pattern).prefix(200).lazy.map { patterns.runTrips[$0] }
            .first { timetable.trips.paths[$0] != TripColumns.noPath } ?? trip
    }
}
