/// The expected departure and arrival of a journey in Unix seconds, and its number of rides.
struct JourneyTimes: Hashable {
    let departure: Int64
    let arrival: Int64
    let rides: Int

    /// Only journeys that depart (or arrive, on that axis) within this time of each other are
    /// compared.
    static let neighbourSeconds: Int64 = 120
    /// The loss at the other end, in seconds, that a slightly later departure or earlier arrival is
    /// not worth.
    static let lossSeconds: Int64 = 300

    func value(on axis: PageCursor.Axis) -> Int64 { axis == .departure ? departure : arrival }

    /// Returns whether this neighbour makes the other journey pointless.
    ///
    /// Either it takes no more rides and is better at the other end by minutes, or it takes fewer
    /// and is behind by less than a minute. In both cases it has fewer rides, or as many and a
    /// better other end, so that one of the best always remains.
    func dominates(_ other: JourneyTimes, on axis: PageCursor.Axis) -> Bool {
        guard rides <= other.rides,
            abs(value(on: axis) - other.value(on: axis)) <= Self.neighbourSeconds
        else { return false }
        if rides < other.rides, departure > other.departure - 60,
            arrival < other.arrival + 60
        {
            return true
        }
        return axis == .departure
            ? arrival <= other.arrival - Self.lossSeconds
            : departure >= other.departure + Self.lossSeconds
    }

    /// Returns the journeys within a window that no neighbour dominates, by time.
    static func paretoOptimal(
        of journeys: [JourneyTimes], on axis: PageCursor.Axis, in window: Range<Int64>
    ) -> [Int] {
        let order = journeys.indices.sorted {
            (journeys[$0].value(on: axis), $0) < (journeys[$1].value(on: axis), $1)
        }
        return order.indices.compactMap { index in
            let journey = journeys[order[index]]
            let value = journey.value(on: axis)
            guard window.contains(value) else { return nil }
            let before = order[..<index].reversed().lazy.map { journeys[$0] }
                .prefix { $0.value(on: axis) >= value - neighbourSeconds }
            let after = order[(index + 1)...].lazy.map { journeys[$0] }
                .prefix { $0.value(on: axis) <= value + neighbourSeconds }
            let isDominated =
                before.contains { $0.dominates(journey, on: axis) }
                || after.contains { $0.dominates(journey, on: axis) }
            return isDominated ? nil : order[index]
        }
    }
}
