import Realtime
package import Timetables
package import TransitModel

/// Determines the trip that a vehicle is on if its source lists several trips of its block.
///
/// Such sources name the current trip and the following ones, in one fix for each, all with the
/// same position and time.
package enum ListedTrips {
    /// The maximum number of trips that are compared for a vehicle.
    private static let maximumTrips = 12
    /// The minimum difference in cost for a later trip to be preferred.
    private static let minimumLead = 4.0

    /// Groups fixes by vehicle, time and position, in order: a group has one fix, or one for each
    /// trip that is listed.
    package static func listings(_ fixes: [VehicleFix]) -> [[VehicleFix]] {
        var lists: [[VehicleFix]] = []
        lists.reserveCapacity(fixes.count)
        var numbers: [String: Int] = [:]
        for fix in fixes {
            if let number = numbers[fix.vehicleID], let known = lists[number].first,
                known.time == fix.time, known.coordinate == fix.coordinate,
                known.trip != fix.trip
            {
                lists[number].append(fix)
            } else {
                numbers[fix.vehicleID] = lists.count
                lists.append([fix])
            }
        }
        return lists
    }

    /// Returns the fixes, and of each group only the one of the current trip.
    package static func settled(
        _ fixes: [VehicleFix], on timetable: Timetable
    ) -> [VehicleFix] {
        // Most sources have one fix for each vehicle.
        var ids = Set<String>(minimumCapacity: fixes.count)
        let isListing = !fixes.allSatisfy { ids.insert($0.vehicleID).inserted }
        return isListing ? listings(fixes).compactMap { current(of: $0, on: timetable) } : fixes
    }

    /// Returns the fix of the most likely current trip, with the trips that start later as
    /// `VehicleFix.laterTrips`; nil without any fix.
    ///
    /// Sources omit finished trips, so the trip that starts first is the current one, unless path
    /// and timetable of a later one fit clearly better.
    package static func current(of listed: [VehicleFix], on timetable: Timetable) -> VehicleFix? {
        guard listed.count > 1 else { return listed.first }
        let finder = RunFinder(timetable)
        var fits: [(fix: VehicleFix, cost: Double, start: UnixTime)] = []
        for fix in listed.prefix(maximumTrips) {
            guard let named = fix.trip, let dated = finder.run(named, at: fix.time) else {
                continue
            }
            let pattern = timetable.patterns.pattern(of: dated.run)
            let dayStart = timetable.timeZone(of: pattern).start(of: dated.day)
            let trip = timetable.patterns.runTrips[dated.run]
            guard let path = RunPath(timetable, trip: trip, pattern: pattern) else { continue }
            let schedule = ScheduledProgress(
                timetable, run: dated.run, pattern: pattern, path: path)
            let start = dayStart.advanced(bySeconds: schedule.departures[0])
            fits.append((fix, cost(fix, on: schedule, dayStart), start))
        }
        fits.sort { $0.start < $1.start }
        guard var best = fits.first else { return listed.first }
        for fit in fits.dropFirst() where fit.cost + minimumLead < best.cost { best = fit }
        var current = best.fix
        current.laterTrips = fits.filter { $0.start > best.start }.compactMap(\.fix.trip)
        return current
    }

    /// Returns the misfit of a run.
    ///
    /// A vehicle may wait at the first stop before the run begins.
    private static func cost(
        _ fix: VehicleFix, on schedule: ScheduledProgress, _ dayStart: UnixTime
    ) -> Double {
        let second = fix.time.seconds(since: dayStart)
        let place = schedule.path.projection(
            of: fix.coordinate, from: schedule.scheduledDistance(at: second - 2400),
            to: schedule.scheduledDistance(at: second + 600))
        let off = schedule.path.place(at: place.along).distanceMetres(to: fix.coordinate)
        let cost = RunSearch.cost(
            fix, along: place.along, off: min(off, 500), dayStart: dayStart, schedule)
        let early = max(0, schedule.departures[0] - second)
        return cost + early / 300
    }
}
