package import Timetables
package import TransitModel

/// A run that a vehicle is on, and how far it has come.
package struct VehicleProgress: Sendable {
    /// The run it is on.
    package let run: RunIndex
    /// That run's pattern.
    package let pattern: PatternIndex
    /// That run's trip.
    package let trip: TripIndex
    /// The day that the run belongs to.
    package let serviceDay: ServiceDay
    /// The run of that day.
    package var datedRun: DatedRun { DatedRun(run: run, day: serviceDay) }
    /// The start of the service day, from which the timetable's seconds count.
    package let dayStart: UnixTime
    /// Metres along the run's path when it was last seen.
    package let alongMetres: Double
    /// Metres between the path and the place where it was seen.
    package let offMetres: Double
    /// Seconds behind the timetable when it was last seen; negative if early.
    package let delaySeconds: Double
    /// Path and timetable of the run.
    package let schedule: ScheduledProgress

    /// Whether the run was found by place and time: the vehicle names none, or a wrong one.
    package var isAssigned = false

    /// How fast it goes, by its own word or along the path since the fix before; nil if unknown.
    package var pace: Pace?

    /// Degrees clockwise from north in which it went last on a loop; nil if unknown.
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

    /// How a vehicle gets ahead.
    package enum Pace: UInt64, Sendable {
        /// Less than a metre a second.
        case standing = 1
        /// Less than four metres a second, or five by its own word.
        case slow
        /// Faster.
        case driving

        /// The pace of a vehicle by its own word, where it gives one.
        package init?(_ fix: VehicleFix) {
            guard let speed = fix.speedMetresPerSecond, speed >= 0 else { return nil }
            self = speed < 1 ? .standing : speed < 5 ? .slow : .driving
        }

        /// The pace of a vehicle that got ahead by `metres` in `seconds`; nil if that is too long.
        package init?(metres: Double, seconds: Double) {
            guard seconds > 0, seconds <= 150 else { return nil }
            let speed = metres / seconds
            self = speed < 1 ? .standing : speed < 4 ? .slow : .driving
        }
    }

    /// Where else on a loop it may be, this place first; empty on other paths.
    package var loopPlaces: [LoopPlace] = []

    /// The trip as the timetable has it; nil on a loop, whose trip is our own invention.
    package var statedTrip: TripIndex? { schedule.lap == nil ? trip : nil }

    /// The first call that is still ahead, nil once the last one is reached.
    package var nextCall: Int? {
        let calls = schedule.path.callDistances
        // On a loop a stop taken for reached would be expected a whole lap later.
        if schedule.lap != nil { return schedule.segment(at: alongMetres) + 1 }
        let reached = alongMetres + ScheduledProgress.stopZoneMetres
        if alongMetres <= calls[0] + ScheduledProgress.stopZoneMetres {
            return alongMetres + 1 < calls[0] ? 0 : 1
        }
        let next = schedule.segment(at: reached) + 1
        return calls[next] > reached ? next : nil
    }

    /// The call at whose stop it is, by its place; nil elsewhere and on a loop.
    package var callAtStop: Int? {
        guard schedule.lap == nil, let next = nextCall, next > 0 else { return nil }
        let zone = schedule.path.callDistances[next - 1] + ScheduledProgress.stopZoneMetres
        return alongMetres <= zone ? next - 1 : nil
    }
}

/// A vehicle as it was last seen.
///
/// It never changes. An object, since every second whole networks of vehicles go from list to list: a value
/// of so many parts costs more to hand on than most of what is done with it.
package final class LiveVehicle: Sendable {
    /// How old the last fix is.
    package enum Freshness: String, Sendable {
        /// At most 90 s.
        case live
        /// At most 300 s: shown, but not carried on past the next stop.
        case old
        /// More: where it is now cannot be told.
        case stale
    }

    /// Unique within the source.
    package let id: String
    /// The last fix.
    package let fix: VehicleFix
    /// The route it serves; nil if unknown.
    package let route: RouteIndex?
    /// The run it is on; nil if it names none, an unknown one, or is far off its path.
    package let progress: VehicleProgress?

    /// Describes a vehicle; see the properties.
    package init(id: String, fix: VehicleFix, route: RouteIndex?, progress: VehicleProgress?) {
        self.id = id
        self.fix = fix
        self.route = route
        self.progress = progress
    }

    /// How fresh the vehicle is at a moment.
    package func freshness(at now: UnixTime) -> Freshness {
        let age = now.seconds(since: fix.time)
        if age <= 90 { return .live }
        return age <= 300 ? .old : .stale
    }
}
