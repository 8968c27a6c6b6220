package import Timetables
package import TransitModel

/// Owns what is known of the network: takes what sources tell, gives snapshots.
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
    /// The vehicles of the last snapshot, in order of id.
    private var shown: [LiveVehicle] = []
    /// The ids of vehicles that came since, in no order; some may be shown, or gone again.
    private var newcomers: Set<String> = []
    private var fixGuard = FixGuard()
    private var told: ToldChanges
    private var sequence: UInt64
    private var updatedAt: UnixTime?
    private let keepsAccepted: Bool
    private var accepted: [LiveVehicle] = []
    /// What happened to what came, by source, for the operator.
    package private(set) var statistics: [String: LiveStatistics] = [:]

    /// Starts without vehicles.
    ///
    /// `sourceKind` says where fixes will come from, `none` if nowhere. `firstSequence` numbers the
    /// snapshots from there on: starting from the seconds of the clock keeps numbers rising over
    /// restarts, so that nobody resumes in another server's count. `keepsAccepted` is for those who
    /// call ``takeAccepted()``.
    package init(
        _ timetable: Timetable, sourceKind: String, firstSequence: UInt64,
        keepsAccepted: Bool = false
    ) {
        self.timetable = timetable
        self.sourceKind = sourceKind
        sequence = firstSequence
        self.keepsAccepted = keepsAccepted
        matcher = RunMatcher(timetable)
        told = ToldChanges(timetable)
    }

    /// Takes in what a source told.
    ///
    /// Fixes that are implausible, doubled or older than what is known of their vehicle, and updates of
    /// runs that cannot be, are counted and dropped.
    package func apply(_ batch: LiveBatch, now: UnixTime) {
        updatedAt = max(updatedAt ?? batch.asOf, batch.asOf)
        var statistics = self.statistics[batch.source] ?? LiveStatistics()
        for fix in ListedTrips.settled(batch.fixes, on: timetable) {
            take(fix, now: now, &statistics)
        }
        for id in batch.goneVehicles {
            vehicles[id] = nil
            fixGuard.forget(id)
        }
        told.take(batch, now: now, &statistics)
        self.statistics[batch.source] = statistics
    }

    /// Takes in fixes of one source that tells nothing else.
    package func apply(_ fixes: [VehicleFix], from source: String = "fixes", now: UnixTime) {
        var batch = LiveBatch(source: source, asOf: now)
        batch.fixes = fixes
        apply(batch, now: now)
    }

    private func take(_ fix: VehicleFix, now: UnixTime, _ statistics: inout LiveStatistics) {
        guard fix.coordinate.isPlausible else {
            statistics.implausible += 1
            return
        }
        guard fix.time <= now.advanced(bySeconds: Self.futureSeconds),
            now.seconds(since: fix.time) < Self.memorySeconds
        else {
            statistics.wrongTime += 1
            return
        }
        let known = vehicles[fix.vehicleID]
        if let known, known.fix.time >= fix.time {
            statistics.outdated += 1
            return
        }
        guard known != nil || vehicles.count < Self.maximumVehicles else {
            statistics.tooMany += 1
            return
        }
        let mode = known?.route.map { timetable.routes.mode($0) }
        guard fixGuard.believes(fix, after: known?.fix, mode: mode) else {
            statistics.tooFast += 1
            return
        }
        let vehicle = vehicle(fix, known, &statistics)
        vehicles[fix.vehicleID] = vehicle
        if known == nil { newcomers.insert(vehicle.id) }
        if keepsAccepted, accepted.count < Self.maximumVehicles { accepted.append(vehicle) }
    }

    /// The vehicles as each fix that was taken in since the last call left them, in that order.
    ///
    /// More than ``maximumVehicles`` are not held.
    package func takeAccepted() -> [LiveVehicle] {
        defer { accepted.removeAll(keepingCapacity: true) }
        return accepted
    }

    private func vehicle(
        _ fix: VehicleFix, _ known: LiveVehicle?, _ statistics: inout LiveStatistics
    ) -> LiveVehicle {
        var progress: VehicleProgress?
        switch matcher.place(fix, previous: known) {
        case .on(let found):
            progress = found
            statistics.matched += 1
            if found.isAssigned { statistics.assigned += 1 }
        case .off(let reason):
            statistics.unmatched += 1
            statistics.unmatchedReasons[reason, default: 0] += 1
        }
        let route =
            progress.map { timetable.trips.routes[$0.trip] }
            ?? fix.trip?.routeID.flatMap { timetable.routes.find(id: $0) }
        return LiveVehicle(id: fix.vehicleID, fix: fix, route: route, progress: progress)
    }

    /// Freezes what is known now and forgets vehicles that were not seen for long.
    package func snapshot(now: UnixTime) -> NetworkSnapshot {
        let news = advance(to: now)
        sequence += 1
        return NetworkSnapshot(
            timetable: timetable, sequence: sequence, asOf: now, vehicles: shown, news: news,
            source: LiveSourceState(kind: sourceKind, updatedAt: updatedAt),
            overlay: told.overlay(at: now))
    }

    /// Brings what is shown up to date; gives the vehicles that were not shown so before.
    private func advance(to now: UnixTime) -> [LiveVehicle] {
        var news: [LiveVehicle] = []
        var current: [LiveVehicle] = []
        current.reserveCapacity(vehicles.count)
        func show(_ vehicle: LiveVehicle, isNew: Bool) {
            guard Self.isRemembered(vehicle, now) else {
                vehicles[vehicle.id] = nil
                return
            }
            current.append(vehicle)
            if isNew { news.append(vehicle) }
        }
        var arriving = newcomers.sorted()[...]
        newcomers.removeAll(keepingCapacity: true)
        for before in shown {
            while let id = arriving.first, id < before.id {
                if let vehicle = vehicles[id] { show(vehicle, isNew: true) }
                arriving.removeFirst()
            }
            if arriving.first == before.id { arriving.removeFirst() }
            if let vehicle = vehicles[before.id] { show(vehicle, isNew: vehicle !== before) }
        }
        for id in arriving { if let vehicle = vehicles[id] { show(vehicle, isNew: true) } }
        shown = current
        return news
    }

    private static func isRemembered(_ vehicle: LiveVehicle, _ now: UnixTime) -> Bool {
        let age = now.seconds(since: vehicle.fix.time)
        if age < arrivedMemorySeconds { return true }
        let hasArrived = vehicle.progress.map { $0.nextCall == nil } ?? false
        return age < memorySeconds && !hasArrived
    }
}

/// What happened to what a source told since the start.
package struct LiveStatistics: Sendable, Equatable {
    /// Fixes placed on a run.
    package var matched = 0
    /// Of those, fixes whose run was found by place and time: the vehicle names none, or a wrong one.
    package var assigned = 0
    /// Fixes of vehicles on no known run.
    package var unmatched = 0
    /// The same, by the reason.
    package var unmatchedReasons: [UnmatchedReason: Int] = [:]
    /// Fixes off the globe or at (0, 0).
    package var implausible = 0
    /// Fixes from the future or from long ago.
    package var wrongTime = 0
    /// Fixes no newer than what was known.
    package var outdated = 0
    /// Fixes of vehicles beyond the bound.
    package var tooMany = 0
    /// Fixes that no vehicle of the kind could have reached.
    package var tooFast = 0
    /// Updates of runs that were found, or of new ones that could be made.
    package var matchedUpdates = 0
    /// Updates of unknown runs.
    package var unmatchedUpdates = 0
    /// Updates with times that cannot be.
    package var implausibleUpdates = 0
    /// Whole lists of updates that were set aside, by reason.
    package var refused: [String: Int] = [:]
    /// Alerts that hold something about this network, in the newest list.
    package var alerts = 0
    /// Alerts of the newest list that are about nothing known here.
    package var unknownAlerts = 0

    /// Nothing came yet.
    package init() {}

    /// What was set aside, by reason; only what happened.
    package var quarantined: [String: Int] {
        let counts = [
            "no_place": implausible, "wrong_time": wrongTime,
            "too_many_vehicles": tooMany, "too_fast": tooFast,
            "implausible_update": implausibleUpdates,
        ]
        return refused.merging(counts.filter { $0.value > 0 }) { $0 + $1 }
    }
}
