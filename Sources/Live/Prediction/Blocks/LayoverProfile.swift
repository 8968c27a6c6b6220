package import Realtime

/// What vehicles need between two trips, learnt from those that came too late to leave on time.
///
/// Kept for each pair of last and first hop and for each route that is begun: the usual seconds of vehicles
/// that had to hurry, old ones fading, and the least ever seen of them. Vehicles with time to spare stay as
/// long as the timetable lets them, which says nothing of what they need.
package struct LayoverProfile: Sendable, Equatable {
    /// What was seen at one place, or before one route.
    package struct Cell: Sendable, Equatable {
        /// How many late departures the usual time stands for, at most ``LayoverProfile/memory``.
        package var weight: Float = 0
        /// Seconds from arrival to departure of those that were late.
        package var usual: Float = 0
        /// The fewest seconds that any of them took.
        package var least: Float = .greatestFiniteMagnitude

        mutating func take(_ seconds: Float) {
            least = min(least, seconds)
            weight = min(weight + 1, LayoverProfile.memory)
            let step = seconds - usual
            usual += weight < 2 ? step : max(-180, min(180, step)) / weight
        }
    }

    /// How many late departures a cell remembers.
    package static let memory: Float = 30
    /// The most cells kept.
    package static let maximumCells = 50_000
    /// The layover of a late vehicle where nothing was learnt, in seconds; no longer than the scheduled one.
    package static let defaultSeconds = 120.0
    /// How many observations the wider estimate stands for.
    private static let pseudoObservations: Float = 3
    /// A longer stay, in seconds, is a break or another vehicle's.
    static let maximumSeconds = 3600.0
    /// A vehicle that arrives earlier than this before its departure, in seconds, has no reason to hurry.
    private static let slackSeconds = 120.0
    /// The least delay of a late departure, in seconds.
    private static let lateSeconds = 60.0

    /// All estimates, by place and by route.
    package private(set) var cells: [TravelProfile.Key: Cell] = [:]

    /// Knows nothing.
    package init() {}

    /// Restores what was saved.
    package init(cells: [TravelProfile.Key: Cell]) {
        self.cells = cells
    }

    /// Names the change from one run to the next: by the hops before and behind it, and by the route that is begun.
    static func keys(
        _ last: ScheduledProgress, _ next: ScheduledProgress
    ) -> (place: TravelProfile.Key, route: TravelProfile.Key) {
        let last = last.hopKeys.last ?? 0
        let stops = last &* 0x9e37_79b9_7f4a_7c15 ^ (next.hopKeys.first ?? 0)
        return (TravelProfile.mixed(stops), TravelProfile.mixed(next.routeKey &+ 0x6c61_796f))
    }

    /// Takes in a layover of `seconds` after which the vehicle left `late` seconds behind the timetable, if
    /// it had to hurry: who had time to spare and left late had another reason.
    package mutating func learn(
        from last: ScheduledProgress, to next: ScheduledProgress, seconds: Double, late: Double
    ) {
        guard seconds >= 0, seconds <= Self.maximumSeconds, late >= Self.lateSeconds,
            seconds - late <= Self.slackSeconds
        else { return }
        let keys = Self.keys(last, next)
        for key in [keys.route, keys.place]
        where cells[key] != nil || cells.count < Self.maximumCells {
            cells[key, default: Cell()].take(Float(seconds))
        }
    }

    /// Seconds that a late vehicle needs between two runs whose timetable leaves it `scheduled`.
    ///
    /// Never less than the least that was ever seen there, or before that route if nobody was seen there.
    package func seconds(
        from last: ScheduledProgress, to next: ScheduledProgress, scheduled: Double
    ) -> Double {
        let keys = Self.keys(last, next)
        var estimate = Float(min(Self.defaultSeconds, max(0, scheduled)))
        var least: Float = 0
        for cell in [cells[keys.route], cells[keys.place]] {
            guard let cell else { continue }
            estimate =
                (cell.usual * cell.weight + estimate * Self.pseudoObservations)
                / (cell.weight + Self.pseudoObservations)
            least = cell.least
        }
        return Double(max(estimate, least))
    }
}
