import Timetables
import TransitModel

/// Reports the fixes of one simulated vehicle.
struct FixReporter {
    let timetable: Timetable
    let settings: SimulationSettings
    let day: ServiceDay
    let dayStart: UnixTime
    let vehicleID: String
    let script: [SimulatedRun]

    /// How long before its first departure a vehicle begins to report, in seconds.
    private static let leadSeconds = 90.0
    /// How long after its last arrival a vehicle reports, in seconds.
    private static let trailSeconds = 45.0

    /// Adds the fixes after `start` and up to `end`.
    ///
    /// Each vehicle reports at its own phase of the interval.
    func addFixes(after start: UnixTime, upTo end: UnixTime, to fixes: inout [VehicleFix]) {
        var idBytes = vehicleID
        let hash = idBytes.withUTF8 { StableHash.hash($0) }
        let interval = Int64(max(1, settings.fixIntervalSeconds) * 1000)
        let phase = Int64(hash % UInt64(interval))
        var tick = (start.milliseconds - phase) / interval * interval + phase
        while tick <= start.milliseconds { tick += interval }
        while tick <= end.milliseconds {
            let time = UnixTime(milliseconds: tick)
            if let fix = fix(at: time, hash: hash) { fixes.append(fix) }
            tick += interval
        }
    }

    private func fix(at time: UnixTime, hash: UInt64) -> VehicleFix? {
        let second = time.seconds(since: dayStart)
        guard let run = run(at: second) else { return nil }
        var random = SeededRandom(
            seed: settings.seed, stream: [hash, UInt64(bitPattern: time.milliseconds)])
        let along = run.distance(at: second)
        let (place, heading) = run.path.position(at: along)
        let moved = run.distance(at: second + 1) - along
        let plane = LocalPlane(around: place)
        let side = detourOffset(run, along: along)
        let turned = ((heading ?? 0) + 90) * .pi / 180
        let coordinate = plane.coordinate(
            x: random.gaussian() * settings.noiseMetres + side * Self.sine(turned),
            y: random.gaussian() * settings.noiseMetres + side * Self.sine(turned + .pi / 2))
        let trips = timetable.trips
        let isRepeated = trips.runs(of: run.trip).count > 1
        return VehicleFix(
            vehicleID: vehicleID, coordinate: coordinate, headingDegrees: heading,
            speedMetresPerSecond: max(0, moved), time: time,
            trip: TripReference(
                tripID: trips.id(run.trip), routeID: timetable.routes.id(trips.routes[run.trip]),
                serviceDay: day,
                startTime: isRepeated
                    ? ServiceTime(seconds: timetable.patterns.runStarts[run.run]) : nil))
    }

    /// Returns the run that the vehicle serves or is about to start; nil before, between distant
    /// runs, and after.
    private func run(at second: Double) -> SimulatedRun? {
        for run in script where !run.isCancelled {
            if second < run.start - Self.leadSeconds { return nil }
            if second <= run.end + Self.trailSeconds { return run }
        }
        return nil
    }

    /// Returns the metres to the side of the path, which rise and fall smoothly over the detour.
    private func detourOffset(_ run: SimulatedRun, along: Double) -> Double {
        guard let detour = run.detour, run.path.length > 0 else { return 0 }
        let share = along / run.path.length
        guard detour.contains(share) else { return 0 }
        let part = (share - detour.lowerBound) / (detour.upperBound - detour.lowerBound)
        return settings.detourMetres * run.detourSide * SimulatedRun.sine(part / 2)
    }

    /// Returns the sine of any angle in radians, by ``SimulatedRun/sine(_:)``.
    private static func sine(_ angle: Double) -> Double {
        let turns = angle / (2 * .pi)
        return SimulatedRun.sine(turns - turns.rounded(.down))
    }
}
