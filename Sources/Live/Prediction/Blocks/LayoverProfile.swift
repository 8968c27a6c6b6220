package import Realtime

/// The time that vehicles need between two trips, learnt from those that arrived too late to depart
/// on time.
///
/// For each pair of last and first hop, and for each route being started, it stores the usual
/// duration in seconds for vehicles that had to hurry, with old observations fading, and the
/// shortest one observed. Vehicles with time to spare stay as long as the timetable allows, which
/// says nothing about what they need.
package struct LayoverProfile: Sendable, Equatable {
    /// The observations at one pair of hops, or before one route.
    package struct Cell: Sendable, Equatable {
        /// The number of late departures behind `usual`, at most ``LayoverProfile/memory``.
        package var weight: Float = 0
        /// The usual seconds from arrival to departure of vehicles that departed late.
        package var usual: Float = 0
        /// The fewest seconds of any of them.
        package var least: Float = .greatestFiniteMagnitude

        mutating func add(_ seconds: Float) {
            least = min(least, seconds)
            weight = min(weight + 1, LayoverProfile.memory)
            let step = seconds - usual
            usual += weight < 2 ? step : max(-180, min(180, step)) / weight
        }
    }

    /// The number of late departures that a cell remembers.
    package static let memory: Float = 30
    package static let maximumCells = 50_000
    /// The layover of a late vehicle where nothing was learnt, in seconds, but no longer than
    /// scheduled.
    package static let defaultSeconds = 120.0
    /// The number of observations that the wider estimate counts for.
    private static let pseudoObservations: Float = 3
    /// The maximum layover in seconds; a longer one is a break or belongs to another vehicle.
    static let maximumSeconds = 3600.0
    /// A vehicle that arrives earlier than this before its departure, in seconds, need not hurry.
    private static let slackSeconds = 120.0
    /// The minimum delay of a late departure, in seconds.
    private static let lateSeconds = 60.0

    /// All estimates, by pair of hops and by route.
    package private(set) var cells: [TravelProfile.Key: Cell] = [:]

    package init() {}

    package init(cells: [TravelProfile.Key: Cell]) {
        self.cells = cells
    }

    /// Returns the keys of a layover: of the hops before and after it, and of the route being
    /// started.
    static func keys(
        _ last: ScheduledProgress, _ next: ScheduledProgress
    ) -> (place: TravelProfile.Key, route: TravelProfile.Key) {
        let last = last.hopKeys.last ?? 0
        let stops = last &* 0x9e37_79b9_7f4a_7c15 ^ (next.hopKeys.first ?? 0)
        return (TravelProfile.mixed(stops), TravelProfile.mixed(next.routeKey &+ 0x6c61_796f))
    }

    /// Learns from a layover of `seconds` after which the vehicle departed `late` seconds behind
    /// the timetable, if it had to hurry.
    ///
    /// A vehicle with time to spare that departed late had another reason.
    package mutating func learn(
        from last: ScheduledProgress, to next: ScheduledProgress, seconds: Double, late: Double
    ) {
        guard seconds >= 0, seconds <= Self.maximumSeconds, late >= Self.lateSeconds,
            seconds - late <= Self.slackSeconds
        else { return }
        let keys = Self.keys(last, next)
        for key in [keys.route, keys.place]
        where cells[key] != nil || cells.count < Self.maximumCells {
            cells[key, default: Cell()].add(Float(seconds))
        }
    }

    /// Returns the seconds that a late vehicle needs between two runs with a scheduled layover of
    /// `scheduled` seconds.
    ///
    /// Never less than the shortest layover observed there, or before that route if none was
    /// observed there.
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
