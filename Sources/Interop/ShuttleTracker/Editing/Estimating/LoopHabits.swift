package import TransitModel

/// Counts of the vehicles observed on each route of a campus over the last two weeks.
///
/// Time is divided into half hours. Two weeks of a route have fewer than 700 of them.
package struct LoopHabits: Sendable {
    /// Days with similar service.
    enum DayKind: Hashable {
        case workday, saturday, sunday

        /// `weekday` is 0 for Monday.
        init(weekday: Int) {
            self = weekday == 5 ? .saturday : weekday == 6 ? .sunday : .workday
        }

        /// The whole days of this kind needed before hours without service are inferred.
        fileprivate var minimumDays: Int { self == .workday ? 4 : 2 }
    }

    /// The length of a time slot, in seconds.
    package static let slotSeconds: Int64 = 1800
    /// The age up to which observations count, in seconds.
    package static let memorySeconds: Double = 14 * 86_400
    /// The maximum number of vehicles counted per route and time slot.
    private static let maximumVehicles = 500
    /// The share of days of a kind on which a time slot must be served to count as served.
    private static let minimumShare = 1.0 / 3

    /// The vehicles of each half hour since 1970, by GTFS `route_id`.
    private var seen: [String: [Int64: Set<String>]] = [:]

    package init() {}

    /// Records that a vehicle was observed on a route.
    package mutating func record(_ vehicle: String, on route: String, at time: UnixTime) {
        let slot = time.seconds / Self.slotSeconds
        guard seen[route]?[slot].map({ $0.count < Self.maximumVehicles }) ?? true else { return }
        seen[route, default: [:]][slot, default: []].insert(vehicle)
    }

    /// Removes observations older than ``memorySeconds``.
    package mutating func forget(before now: UnixTime) {
        let first = now.advanced(bySeconds: -Self.memorySeconds).seconds / Self.slotSeconds
        seen = seen.compactMapValues { slots in
            let rest = slots.filter { $0.key >= first }
            return rest.isEmpty ? nil : rest
        }
    }

    /// Returns the median number of vehicles that share a route, over served time slots.
    ///
    /// Uses days of the kind, or all days if there are too few.
    ///
    /// - Returns: Nil if the route has fewer than two time slots.
    func vehicles(on route: String, _ kind: DayKind, in zone: TransitTimeZone) -> Int? {
        guard let slots = seen[route], slots.count > 1 else { return nil }
        let alike = slots.filter { Self.place($0.key, zone).kind == kind }
        let counts = (alike.count > 1 ? alike : slots).values.map(\.count).sorted()
        return counts[counts.count / 2]
    }

    /// Returns the usual hours of service on a kind of day, as seconds of the day.
    ///
    /// - Returns: Empty without service, nil if too few days are recorded.
    func hours(
        on route: String, _ kind: DayKind, in zone: TransitTimeZone
    ) -> [Range<Int32>]? {
        let all = seen.values.flatMap(\.keys)
        guard let first = all.min(), let last = all.max(), let slots = seen[route] else {
            return nil
        }
        // The first and the last day of the record are incomplete.
        let days = zone.day(at: UnixTime(seconds: (first + 1) * Self.slotSeconds)).advanced(by: 1)
        let end = zone.day(at: UnixTime(seconds: last * Self.slotSeconds))
        let count = max(0, days.distance(to: end))
        let whole = (0..<count).map { days.advanced(by: $0) }
        let alike = whole.filter { DayKind(weekday: $0.weekday) == kind }
        guard alike.count >= kind.minimumDays else { return nil }
        var served = [Int](repeating: 0, count: Self.slotsOfDay)
        for slot in slots.keys {
            let place = Self.place(slot, zone)
            if place.kind == kind, place.day >= days, place.day < end { served[place.slot] += 1 }
        }
        return Self.ranges(served.map { Double($0) >= Self.minimumShare * Double(alike.count) })
    }

    private static let slotsOfDay = Int(86_400 / slotSeconds)

    private static func place(
        _ slot: Int64, _ zone: TransitTimeZone
    ) -> (day: ServiceDay, kind: DayKind, slot: Int) {
        let time = UnixTime(seconds: slot * slotSeconds)
        let day = zone.day(at: time)
        let seconds = Int64(time.seconds(since: zone.start(of: day)))
        return (
            day, DayKind(weekday: day.weekday),
            min(slotsOfDay - 1, max(0, Int(seconds / slotSeconds)))
        )
    }

    /// Joins served time slots; a single unserved one between two served ones is filled.
    private static func ranges(_ isServed: [Bool]) -> [Range<Int32>] {
        var ranges: [Range<Int32>] = []
        for slot in isServed.indices where isServed[slot] {
            let start = Int32(slot) * Int32(slotSeconds)
            let end = start + Int32(slotSeconds)
            if let last = ranges.last, start - last.upperBound <= Int32(slotSeconds) {
                ranges[ranges.count - 1] = last.lowerBound..<end
            } else {
                ranges.append(start..<end)
            }
        }
        return ranges
    }
}
