import Timetables
import TransitModel

/// The places that the patterns of a line call at: stations, or stops without one.
///
/// Platforms of one name near each other, which some feeds have without a station, are one place.
struct LineStopPlaces {
    private let timetable: Timetable
    private var ofName: [StringIndex: [StopIndex]] = [:]

    init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    /// Returns the places of a pattern's own calls, without those of a trip that it continues as.
    mutating func places(of pattern: PatternIndex) -> [StopIndex] {
        let own = timetable.patterns.stops(of: pattern).enumerated().prefix {
            timetable.isOwnCall(pattern, at: $0.offset)
        }
        return own.map { place(of: $0.element) }
    }

    private mutating func place(of stop: StopIndex) -> StopIndex {
        let stops = timetable.stops
        let stop = stops.parent(stop) ?? stop
        let name = stops.names[stop]
        let known = ofName[name] ?? []
        guard !known.contains(stop), name != .none, let own = stops.coordinate(stop) else {
            return stop
        }
        let near = known.first {
            (stops.coordinate($0)?.distanceMetres(to: own) ?? .infinity)
                <= StopGroups.sameNameMetres
        }
        if near == nil { ofName[name, default: []].append(stop) }
        return near ?? stop
    }
}
