package import Timetables
package import TransitModel

/// Owns what is known of the vehicles: takes batches of fixes, gives snapshots.
package actor LiveState {
    /// Vehicles that were not seen for longer are forgotten, in seconds.
    package static let memorySeconds = 900.0
    /// Vehicles that reached their last stop and fell silent are forgotten sooner, in seconds.
    package static let arrivedMemorySeconds = 120.0
    /// More vehicles than this are not taken in.
    package static let maximumVehicles = 200_000
    /// Fixes from further in the future come from a wrong clock, in seconds.
    private static let futureSeconds = 120.0

    private let timetable: Timetable
    private let sourceKind: String
    private var matcher: RunMatcher
    private var vehicles: [String: LiveVehicle] = [:]
    private var sequence: UInt64
    private var updatedAt: UnixTime?
    /// What happened to the fixes that came, for the operator.
    package private(set) var statistics = LiveStatistics()

    /// Starts without vehicles.
    ///
    /// `sourceKind` says where fixes will come from, `none` if nowhere. `firstSequence` numbers the
    /// snapshots from there on: starting from the seconds of the clock keeps numbers rising over
    /// restarts, so that nobody resumes in another server's count.
    package init(_ timetable: Timetable, sourceKind: String, firstSequence: UInt64) {
        self.timetable = timetable
        self.sourceKind = sourceKind
        sequence = firstSequence
        matcher = RunMatcher(timetable)
    }

    /// Takes in what a source measured.
    ///
    /// Fixes that are implausible, doubled or older than what is known of their vehicle are counted
    /// and dropped.
    package func apply(_ fixes: [VehicleFix], now: UnixTime) {
        updatedAt = now
        for fix in fixes {
            guard fix.coordinate.isPlausible else {
                statistics.implausible += 1
                continue
            }
            guard fix.time <= now.advanced(bySeconds: Self.futureSeconds),
                now.seconds(since: fix.time) < Self.memorySeconds
            else {
                statistics.wrongTime += 1
                continue
            }
            let known = vehicles[fix.vehicleID]
            if let known, known.fix.time >= fix.time {
                statistics.outdated += 1
                continue
            }
            guard known != nil || vehicles.count < Self.maximumVehicles else {
                statistics.tooMany += 1
                continue
            }
            vehicles[fix.vehicleID] = vehicle(fix, known)
        }
    }

    private func vehicle(_ fix: VehicleFix, _ known: LiveVehicle?) -> LiveVehicle {
        let progress = matcher.match(fix, previous: known)
        if progress == nil { statistics.unmatched += 1 } else { statistics.matched += 1 }
        let route =
            progress.map { timetable.trips.routes[$0.trip] }
            ?? fix.trip?.routeID.flatMap { timetable.routes.find(id: $0) }
        return LiveVehicle(id: fix.vehicleID, fix: fix, route: route, progress: progress)
    }

    /// Freezes what is known now and forgets vehicles that were not seen for long.
    package func snapshot(now: UnixTime) -> NetworkSnapshot {
        vehicles = vehicles.filter { _, vehicle in
            let hasArrived = vehicle.progress.map { $0.nextCall == nil } ?? false
            return now.seconds(since: vehicle.fix.time)
                < (hasArrived ? Self.arrivedMemorySeconds : Self.memorySeconds)
        }
        sequence += 1
        return NetworkSnapshot(
            timetable: timetable, sequence: sequence, asOf: now,
            vehicles: vehicles.values.sorted { $0.id < $1.id },
            source: LiveSourceState(kind: sourceKind, updatedAt: updatedAt))
    }
}

/// What happened to the fixes that came since the start.
package struct LiveStatistics: Sendable, Equatable {
    /// Fixes placed on a run.
    package var matched = 0
    /// Fixes of vehicles on no known run.
    package var unmatched = 0
    /// Fixes off the globe or at (0, 0).
    package var implausible = 0
    /// Fixes from the future or from long ago.
    package var wrongTime = 0
    /// Fixes no newer than what was known.
    package var outdated = 0
    /// Fixes of vehicles beyond the bound.
    package var tooMany = 0

    /// Nothing came yet.
    package init() {}
}
