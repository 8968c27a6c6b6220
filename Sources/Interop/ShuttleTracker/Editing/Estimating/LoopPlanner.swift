package import GTFSImport
package import TransitModel

/// Plans the trips of a campus's routes, which have no timetable.
///
/// The operator's input takes precedence: the hours of the route's schedule, and its headway.
/// Otherwise the observed hours and the observed number of vehicles per lap are used. Without
/// observations one vehicle runs all day.
package struct LoopPlanner: Sendable {
    private let zone: TransitTimeZone
    private let habits: LoopHabits

    private static let wholeDay: Int32 = 86_400
    /// The minimum headway, in seconds.
    private static let minimumHeadway = 60.0

    package init(_ zone: TransitTimeZone, habits: LoopHabits) {
        self.zone = zone
        self.habits = habits
    }

    /// Plans a route.
    ///
    /// `hopSeconds`: Seconds from each stop to the next, over one lap.
    ///
    /// Returns nil if a lap takes no time.
    package func plan(of route: ShuttleRoute, hopSeconds: [Double]) -> LoopPlan? {
        let lap = hopSeconds.reduce(0, +)
        guard lap > 0 else { return nil }
        let week = (0..<7).map { weekday in
            let headway = headway(of: route, lap: lap, weekday)
            return hours(of: route, weekday).map {
                LoopPlan.Period(start: $0.lowerBound, end: $0.upperBound, headway: headway)
            }
        }
        return LoopPlan(hopSeconds: hopSeconds, week: week)
    }

    /// Returns the headway in seconds, a whole number of minutes.
    private func headway(of route: ShuttleRoute, lap: Double, _ weekday: Int) -> Int32 {
        if let stated = route.headwayMinutes { return Int32(stated * 60) }
        let kind = LoopHabits.DayKind(weekday: weekday)
        let vehicles = habits.vehicles(on: "\(route.id)", kind, in: zone) ?? 1
        let seconds = lap / Double(max(1, vehicles))
        return Int32(min(86_400, max(Self.minimumHeadway, (seconds / 60).rounded() * 60)))
    }

    /// Returns the hours of service of a weekday (0 is Monday), as seconds of the day.
    private func hours(of route: ShuttleRoute, _ weekday: Int) -> [Range<Int32>] {
        guard route.schedule.isEmpty else { return stated(route, weekday) }
        let kind = LoopHabits.DayKind(weekday: weekday)
        return habits.hours(on: "\(route.id)", kind, in: zone) ?? [0..<Self.wholeDay]
    }

    private func stated(_ route: ShuttleRoute, _ weekday: Int) -> [Range<Int32>] {
        // The protocol's week begins on Sunday.
        let midnight = (weekday + 1) % 7 * 1440
        let day = midnight...midnight + 1439
        let parts = route.activeMinutes(in: zone)
            .filter { $0.overlaps(day) }
            .map { $0.clamped(to: day) }
            .sorted { $0.lowerBound < $1.lowerBound }
        var hours: [Range<Int32>] = []
        for part in parts {
            let start = Int32((part.lowerBound - midnight) * 60)
            // A period up to the day's last minute continues to midnight.
            let end = Int32((part.upperBound - midnight) * 60)
            let range = start..<(end == Self.wholeDay - 60 ? Self.wholeDay : end)
            guard !range.isEmpty else { continue }
            if let last = hours.last, last.upperBound >= range.lowerBound {
                hours[hours.count - 1] =
                    last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                hours.append(range)
            }
        }
        return hours
    }
}
