package import Timetables

/// The corresponding calls of two trips that are the same journey in different feeds.
package struct SharedCalls {
    private let timetable: Timetable
    private let from: TripIndex
    private let to: TripIndex
    private let ownStops: [StopIndex]
    private let stops: [StopIndex]

    /// Returns nil if the trips have different numbers of calls.
    package init?(_ timetable: Timetable, from own: TripIndex, to other: TripIndex) {
        guard let ownRun = timetable.trips.runs(of: own).first,
            let run = timetable.trips.runs(of: other).first
        else { return nil }
        let patterns = timetable.patterns
        ownStops = Array(patterns.stops(of: patterns.pattern(of: ownRun)))
        stops = Array(patterns.stops(of: patterns.pattern(of: run)))
        guard ownStops.count == stops.count else { return nil }
        self.timetable = timetable
        from = own
        to = other
    }

    /// Returns the position of a call given by the first trip's `stop_sequence` or stop; nil if
    /// there is no such call.
    package func position(_ sequence: Int?, _ stopID: String?) -> Int? {
        if let sequence {
            return stops.indices.first {
                timetable.trips.stopSequence(from, at: $0) == sequence
            }
        }
        guard let stop = stopID.flatMap({ timetable.stops.find(id: $0) }) else { return nil }
        return ownStops.firstIndex(of: stop)
    }

    /// Returns the other trip's stop at a position.
    package func stopID(_ position: Int) -> String { timetable.stops.id(stops[position]) }

    /// Returns the other trip's `stop_sequence` at a position.
    package func sequence(_ position: Int) -> Int {
        timetable.trips.stopSequence(to, at: position)
    }
}
