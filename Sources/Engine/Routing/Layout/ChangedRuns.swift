import Realtime
import Timetables
import TransitModel

/// Which runs of the laid out days are not as scheduled, a bit each.
struct ChangedRuns {
    private var words: [[UInt64]] = []
    private let firstOffset: Int8

    init(_ overlay: RealtimeOverlay, days: DayShifts, runCount: Int) {
        firstOffset = days.days.first?.offset ?? 0
        guard !overlay.changes.isEmpty else { return }
        words = days.days.map { _ in [UInt64](repeating: 0, count: (runCount + 63) / 64) }
        let first = days.first.advanced(by: Int(firstOffset))
        for dated in overlay.changes.keys where dated.run.row < runCount {
            let day = first.distance(to: dated.day)
            guard words.indices.contains(day) else { continue }
            words[day][dated.run.row >> 6] |= 1 << UInt64(dated.run.row & 63)
        }
    }

    var isEmpty: Bool { words.isEmpty }

    func contains(_ run: RunIndex, on day: DayShifts.Day) -> Bool {
        guard !words.isEmpty else { return false }
        return words[Int(day.offset - firstOffset)][run.row >> 6] >> UInt64(run.row & 63) & 1 != 0
    }
}

/// Which routes and trips may be used.
struct TripFilter {
    private let timetable: Timetable
    private let filter: RoutingFilter
    private let looksAtTrips: Bool
    private let looksAtRoutes: Bool

    init(_ timetable: Timetable, _ filter: RoutingFilter) {
        self.timetable = timetable
        self.filter = filter
        looksAtTrips = filter.wheelchair || filter.bicycles
        looksAtRoutes = filter.modes != nil || !filter.excludedRoutes.isEmpty
    }

    func allows(_ route: RouteIndex) -> Bool {
        guard looksAtRoutes else { return true }
        if filter.excludedRoutes.contains(route) { return false }
        return filter.modes?.contains(timetable.routes.mode(route)) ?? true
    }

    func allows(_ trip: TripIndex) -> Bool {
        guard looksAtTrips else { return true }
        return !(filter.wheelchair && timetable.trips.wheelchair(trip) == .no)
            && !(filter.bicycles && timetable.trips.bicycles(trip) == .no)
    }
}
