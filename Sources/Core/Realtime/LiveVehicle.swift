package import Timetables
package import TransitModel

/// The run that a vehicle serves, and how far along it is.
package struct VehicleProgress: Sendable {
    package let run: RunIndex
    package let pattern: PatternIndex
    package let trip: TripIndex
    package let serviceDay: ServiceDay
    package var datedRun: DatedRun { DatedRun(run: run, day: serviceDay) }
    /// The start of the service day, from which the timetable's seconds count.
    package let dayStart: UnixTime
    /// Metres along the run's path at the last fix.
    package let alongMetres: Double
    /// Metres between the path and the last fix.
    package let offMetres: Double
    /// Seconds behind the timetable at the last fix; negative if early.
    package let delaySeconds: Double
    /// The path and timetable of the run.
    package let schedule: ScheduledProgress

    /// Whether the run was assigned by position and time, because the vehicle names none or a wrong
    /// one.
    package var isAssigned = false

    /// Whether the vehicle names a trip and a day on which that trip has only this run, so that the
    /// same names always mean it.
    package var isOnlyRun = false

    /// The pace, as reported by the vehicle or derived from the previous fix; nil if unknown.
    package var pace: Pace?

    /// The last direction of travel on a loop, in degrees clockwise from north; nil if unknown.
    package var course: Double?

    package init(
        run: RunIndex, pattern: PatternIndex, trip: TripIndex, serviceDay: ServiceDay,
        dayStart: UnixTime, alongMetres: Double, offMetres: Double, delaySeconds: Double,
        schedule: ScheduledProgress
    ) {
        self.run = run
        self.pattern = pattern
        self.trip = trip
        self.serviceDay = serviceDay
        self.dayStart = dayStart
        self.alongMetres = alongMetres
        self.offMetres = offMetres
        self.delaySeconds = delaySeconds
        self.schedule = schedule
    }

    /// A class of speed.
    package enum Pace: UInt64, Sendable {
        /// Less than 1 m/s.
        case standing = 1
        /// Less than 4 m/s, or 5 m/s if the vehicle reported its speed.
        case slow
        case driving

        /// Creates the pace from the reported speed; nil if there is none.
        package init?(_ fix: borrowing VehicleFix) {
            guard let speed = fix.speedMetresPerSecond, speed >= 0 else { return nil }
            self = speed < 1 ? .standing : speed < 5 ? .slow : .driving
        }

        /// Creates the pace from a distance along the path; nil unless 0 < `seconds` <= 150.
        package init?(metres: Double, seconds: Double) {
            guard seconds > 0, seconds <= 150 else { return nil }
            let speed = metres / seconds
            self = speed < 1 ? .standing : speed < 4 ? .slow : .driving
        }
    }

    /// The candidate positions on a loop, the likeliest first; empty on other paths.
    package var loopPlaces: [LoopPosition] = []

    /// The trip of the timetable; nil on a loop, whose trip is synthesized.
    package var statedTrip: TripIndex? { schedule.lap == nil ? trip : nil }

    /// The first call that is still ahead; nil once the last one is reached.
    package var nextCall: Int? {
        let calls = schedule.path.callDistances
        // On a loop, a stop wrongly considered reached would be expected a whole lap later.
        if schedule.lap != nil { return schedule.segment(at: alongMetres) + 1 }
        let reached = alongMetres + ScheduledProgress.stopZoneMetres
        if alongMetres <= calls[0] + ScheduledProgress.stopZoneMetres {
            return alongMetres + 1 < calls[0] ? 0 : 1
        }
        let next = schedule.segment(at: reached) + 1
        return calls[next] > reached ? next : nil
    }

    /// The call at whose stop the vehicle is, by position; nil elsewhere and on a loop.
    package var callAtStop: Int? {
        guard schedule.lap == nil, let next = nextCall, next > 0 else { return nil }
        let zone = schedule.path.callDistances[next - 1] + ScheduledProgress.stopZoneMetres
        return alongMetres <= zone ? next - 1 : nil
    }
}

/// A vehicle as of its last fix.
///
/// Immutable. It is a class because lists with all vehicles of a network are passed on every
/// second, and copying a value with so many members costs more than most of the processing.
package final class LiveVehicle: Sendable {
    /// The age class of the last fix.
    package enum Freshness: String, Sendable {
        /// At most 90 s.
        case live
        /// At most 300 s: shown, but not extrapolated past the next stop.
        case old
        /// More than 300 s: the current position is unknown.
        case stale

        /// Compares two classes; the library's operator would compare their texts.
        package static func != (one: Freshness, other: Freshness) -> Bool { !(one == other) }

        static let liveSeconds = 90.0
        static let oldSeconds = 300.0
    }

    /// Unique within the source.
    package let id: String
    package let fix: VehicleFix
    /// The route that it serves; nil if unknown.
    package let route: RouteIndex?
    /// The run that it serves; nil if it names none or an unknown one, or if it is far off the
    /// path.
    package let progress: VehicleProgress?

    package init(id: String, fix: VehicleFix, route: RouteIndex?, progress: VehicleProgress?) {
        self.id = id
        self.fix = fix
        self.route = route
        self.progress = progress
    }

    /// Returns how fresh the vehicle's last fix is at an instant.
    package func freshness(at now: UnixTime) -> Freshness {
        let age = now.seconds(since: fix.time)
        if age <= Freshness.liveSeconds { return .live }
        return age <= Freshness.oldSeconds ? .old : .stale
    }

    /// Returns the last instant at which the last fix is as fresh as that; nil if it stays so.
    package func lastInstant(of freshness: Freshness) -> UnixTime? {
        switch freshness {
        case .live: fix.time.advanced(bySeconds: Freshness.liveSeconds)
        case .old: fix.time.advanced(bySeconds: Freshness.oldSeconds)
        case .stale: nil
        }
    }
}
