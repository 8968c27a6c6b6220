package import Realtime
package import Timetables
package import TransitModel

/// Owns the live state of a network: applies what sources report and produces snapshots.
package actor LiveState {
    /// Vehicles not seen for longer than this are removed, in seconds.
    package static let memorySeconds = 900.0
    /// Vehicles that reached their last stop and fell silent are removed sooner, in seconds.
    package static let arrivedMemorySeconds = 120.0
    package static let maximumVehicles = 200_000
    /// A large report is shown in parts of at least this many fixes.
    package static let shownAtOnce = 2000
    /// A part has at least one vehicle in this many, since each costs a pass through all of them.
    package static let maximumParts = 5
    /// Fixes from further in the future come from a wrong clock, in seconds.
    private static let futureSeconds = 120.0
    /// Vehicles further than this from the network's bounding box are elsewhere, in metres.
    private static let marginMetres = 20_000.0

    private let timetable: Timetable
    private let sourceKind: String
    private let chains: BlockChains
    private var matcher: RunMatcher
    private let feeds: NetworkFeeds
    /// The feeds that sources are configured for, by the sources' ids.
    private let declaredFeeds: [String: [String]]
    private var translators: [String: FeedTranslator] = [:]
    private let shownTrips: ShownTrips
    /// The network's bounding box with a margin; nil if no stop has coordinates.
    private let area: BoundingBox?
    private var nearestTrips: NearestTrips
    /// The slot of each vehicle.
    private var vehicles: [String: Int] = [:]
    private var slots: [Slot] = []
    /// The slots without a vehicle to which no list refers.
    private var freeSlots: [Int] = []
    /// The slots of the last snapshot's vehicles, sorted by id.
    private var order: [Int] = []
    /// The vehicles of the last snapshot in the same order, including those hidden because another
    /// source reports the same vehicle.
    private var shown: [LiveVehicle] = []
    /// Whether anything was reported since the last snapshot.
    private var hasArrivals = false
    /// The number of fixes accepted since the last snapshot.
    private var unshown = 0
    private var shared = SharedVehicles()
    /// The slots filled since the last snapshot, in no order.
    private var newcomers: [Int] = []
    private var fixValidator = FixValidator()
    private var reported: ReportedChanges
    private var sequence: UInt64
    private var updatedAt: UnixTime?
    private let keepsAccepted: Bool
    private var accepted: [LiveVehicle] = []
    /// Counts of what became of reports, by source, for operators.
    package private(set) var statistics: [String: LiveStatistics] = [:]

    /// A vehicle, with what each snapshot asks of all of them side by side in memory.
    private struct Slot {
        /// The vehicle as of its newest fix; nil once it was removed.
        private(set) var vehicle: LiveVehicle?
        /// When it is removed unless there is a newer fix.
        private(set) var end: UnixTime
        /// Whether it changed since the last snapshot.
        var isChanged = true

        init(_ vehicle: LiveVehicle) {
            let hasArrived = vehicle.progress.map { $0.nextCall == nil } ?? false
            self.vehicle = vehicle
            end = vehicle.fix.time.advanced(
                bySeconds: hasArrived ? LiveState.arrivedMemorySeconds : LiveState.memorySeconds)
        }

        mutating func clear() {
            vehicle = nil
            end = UnixTime(milliseconds: .min)
        }
    }

    /// Starts without vehicles.
    ///
    /// `sourceKind` is the kind of source of the fixes, or `none`. Snapshots are numbered from
    /// `firstSequence`: starting from the clock's tenths of a second, which pass faster than
    /// snapshots are made, keeps numbers increasing across restarts, so that no viewer resumes in
    /// another process's numbering. `keepsAccepted` enables
    /// ``takeAccepted()``. `declaredFeeds` has, by source id, the ids of the feeds that a source
    /// refers to; other sources may refer to any feed.
    package init(
        _ timetable: Timetable, sourceKind: String, firstSequence: UInt64,
        keepsAccepted: Bool = false, declaredFeeds: [String: [String]] = [:]
    ) {
        self.timetable = timetable
        self.declaredFeeds = declaredFeeds
        feeds = NetworkFeeds(timetable)
        area = timetable.bounds()?.expanded(byMetres: Self.marginMetres)
        nearestTrips = NearestTrips(timetable)
        self.sourceKind = sourceKind
        sequence = firstSequence
        self.keepsAccepted = keepsAccepted
        chains = BlockChains(timetable)
        matcher = RunMatcher(timetable, chains: chains)
        reported = ReportedChanges(timetable)
        shownTrips = ShownTrips(timetable)
    }

    /// Applies what a source reported.
    ///
    /// Fixes that are implausible, duplicated or older than the vehicle's known fix, and updates of
    /// impossible runs, are counted and dropped. Whenever ``shownAtOnce`` fixes, and those of a
    /// fifth of the vehicles, were accepted since the last snapshot and more follow, `show` gets
    /// one: those fixes do not wait for the rest.
    package func apply(
        _ batch: LiveBatch, now: UnixTime,
        show: (@Sendable (NetworkSnapshot) async -> Void)? = nil
    ) async {
        updatedAt = max(updatedAt ?? batch.asOf, batch.asOf)
        hasArrivals = true
        var statistics = self.statistics[batch.source] ?? LiveStatistics()
        // Several addresses of one source are distinguished by a suffix after a slash.
        let source = String(batch.source.prefix { $0 != "/" })
        var translator =
            translators[source]
            ?? FeedTranslator(timetable, feeds: feeds, declared: declaredFeeds[source])
        let batch = shownTrips.translate(translator.translate(batch))
        translators[source] = translator
        statistics.feedID = translator.best.map { feeds.ids[$0.row] }
        let (before, wrongTime) = (statistics.fixes, statistics.wrongTime)
        let declared = translator.declared.map(shownTrips.feeds)
        let fixes = ListedTrips.settled(batch.fixes, on: timetable)
        // Iterating over them would copy each fix.
        for row in fixes.indices {
            let part = max(Self.shownAtOnce, vehicles.count / Self.maximumParts)
            if unshown >= part, let show {
                await show(snapshot(now: now))
                hasArrivals = true
            }
            if take(fixes[row], in: declared, now: now, &statistics) {
                unshown += 1
                shared.note(fixes[row].vehicleID, from: source)
            } else if vehicles[fixes[row].vehicleID] != nil {
                shared.note(fixes[row].vehicleID, from: source)
            }
        }
        if !fixes.isEmpty {
            statistics.newestCount = fixes.count
            statistics.newestFixes = statistics.fixes - before
            statistics.newestWrongTime = statistics.wrongTime - wrongTime
            statistics.newestElsewhere = batch.fixes.count { fix in
                area.map { !$0.contains(fix.coordinate) } ?? false
            }
        }
        for id in batch.goneVehicles {
            remove(id)
            fixValidator.forget(id)
        }
        reported.apply(batch, now: now, aliases: &matcher.aliases, &statistics)
        self.statistics[batch.source] = statistics
    }

    /// Applies fixes of a source that reports nothing else.
    package func apply(
        _ fixes: [VehicleFix], from source: String = "fixes", now: UnixTime
    ) async {
        var batch = LiveBatch(source: source, asOf: now)
        batch.fixes = fixes
        await apply(batch, now: now)
    }

    /// Returns whether the fix was accepted.
    private func take(
        _ fix: VehicleFix, in feeds: [FeedIndex]?, now: UnixTime,
        _ statistics: inout LiveStatistics
    ) -> Bool {
        guard fix.coordinate.isPlausible else {
            statistics.implausible += 1
            return false
        }
        guard fix.time <= now.advanced(bySeconds: Self.futureSeconds),
            now.seconds(since: fix.time) < Self.memorySeconds
        else {
            statistics.wrongTime += 1
            return false
        }
        let slot = vehicles[fix.vehicleID]
        let known = slot.flatMap { slots[$0].vehicle }
        if let known, known.fix.time >= fix.time {
            statistics.outdated += 1
            return false
        }
        guard known != nil || vehicles.count < Self.maximumVehicles else {
            statistics.tooMany += 1
            return false
        }
        let mode = known?.route.map { timetable.routes.mode($0) }
        guard fixValidator.believes(fix, after: known, mode: mode) else {
            statistics.tooFast += 1
            return false
        }
        let vehicle = vehicle(fix, known, in: feeds, &statistics)
        if let slot { slots[slot] = Slot(vehicle) } else { add(vehicle) }
        if keepsAccepted, accepted.count < Self.maximumVehicles { accepted.append(vehicle) }
        return true
    }

    private func add(_ vehicle: LiveVehicle) {
        let slot = freeSlots.popLast() ?? slots.count
        if slot < slots.count { slots[slot] = Slot(vehicle) } else { slots.append(Slot(vehicle)) }
        vehicles[vehicle.id] = slot
        newcomers.append(slot)
    }

    private func remove(_ id: String) {
        if let slot = vehicles.removeValue(forKey: id) { slots[slot].clear() }
        shared.forget(id)
    }

    /// Returns the vehicles as they were after each fix accepted since the last call, in that
    /// order.
    ///
    /// A vehicle is left out if the last snapshot showed another source's copy of it, because both
    /// sources report its fixes. At most ``maximumVehicles`` entries are held.
    package func takeAccepted() -> [LiveVehicle] {
        defer { accepted.removeAll(keepingCapacity: true) }
        return shared.hidden.isEmpty ? accepted : accepted.filter { !shared.hidden.contains($0.id) }
    }

    private func vehicle(
        _ fix: VehicleFix, _ known: LiveVehicle?, in feeds: [FeedIndex]?,
        _ statistics: inout LiveStatistics
    ) -> LiveVehicle {
        var progress: VehicleProgress?
        switch matcher.place(fix, previous: known, feeds: feeds) {
        case .on(let found, let way):
            progress = found
            statistics.matched += 1
            statistics.matchedBy[way, default: 0] += 1
        case .off(let reason):
            statistics.unmatched += 1
            statistics.unmatchedReasons[reason, default: 0] += 1
            if reason == .unknownTrip || reason == .unknownRoute, let trip = fix.trip {
                statistics.unmatchedTrips.add(trip)
            }
        }
        let route =
            progress.map { timetable.trips.routes[$0.trip] }
            ?? fix.trip?.routeID.flatMap { timetable.routes.find(id: $0) }
        return LiveVehicle(id: fix.vehicleID, fix: fix, route: route, progress: progress)
    }

    /// Returns how each source's vehicles and updates were matched, with advice where they were
    /// not.
    ///
    /// Sources that have not reported anything yet are included if they declare feeds.
    package func matching() -> [String: SourceMatching] {
        var all: [String: SourceMatching] = [:]
        for source in Set(statistics.keys).union(declaredFeeds.keys) {
            var counts = statistics[source] ?? LiveStatistics()
            counts.contradicted = reported.contradictions[source] ?? 0
            let name = String(source.prefix { $0 != "/" })
            // Only for those of a source's addresses that report vehicles.
            counts.shared = counts.newestCount > 0 ? shared.shared[name] ?? [:] : [:]
            let missing = declaredFeeds[name, default: []].filter { feeds.find($0) == nil }
            all[source] = SourceMatching(
                counts, missingFeeds: missing, knownFeeds: feeds.ids, nearest: &nearestTrips)
        }
        return all
    }

    /// Creates a snapshot of the current state and removes vehicles not seen for long.
    package func snapshot(now: UnixTime) -> NetworkSnapshot {
        var changed = advance(to: now)
        let before = shared.hidden
        shared.update(shown)
        var visible = shown
        if !shared.hidden.isEmpty || !before.isEmpty {
            let changedIDs = Set(changed.map(\.id)).union(before)
            visible = shown.filter { !shared.hidden.contains($0.id) }
            changed = visible.filter { changedIDs.contains($0.id) }
        }
        sequence += 1
        unshown = 0
        return NetworkSnapshot(
            timetable: timetable, sequence: sequence, asOf: now, vehicles: visible,
            changedVehicles: changed,
            source: LiveSourceState(kind: sourceKind, updatedAt: updatedAt),
            overlay: reported.overlay(at: now), chains: chains)
    }

    /// Brings `shown` up to date.
    ///
    /// Returns the vehicles that changed.
    private func advance(to now: UnixTime) -> [LiveVehicle] {
        var changed: [LiveVehicle] = []
        let areSame = newcomers.isEmpty && order.allSatisfy { now < slots[$0].end }
        if areSame, !hasArrivals { return [] }
        hasArrivals = false
        if areSame {
            for (row, slot) in order.enumerated() where slots[slot].isChanged {
                guard let vehicle = slots[slot].vehicle else { continue }
                slots[slot].isChanged = false
                shown[row] = vehicle
                changed.append(vehicle)
            }
            return changed
        }
        var (order, current): ([Int], [LiveVehicle]) = ([], [])
        order.reserveCapacity(vehicles.count)
        current.reserveCapacity(vehicles.count)
        func show(_ slot: Int) {
            if let vehicle = slots[slot].vehicle, now < slots[slot].end {
                order.append(slot)
                current.append(vehicle)
                if slots[slot].isChanged { changed.append(vehicle) }
                slots[slot].isChanged = false
            } else {
                if let id = slots[slot].vehicle?.id { remove(id) }
                freeSlots.append(slot)
            }
        }
        var arriving = newcomers.map { (slots[$0].vehicle?.id ?? "", $0) }
            .sorted { $0.0 < $1.0 }[...]
        newcomers.removeAll()
        for (row, slot) in self.order.enumerated() {
            while let (id, newcomer) = arriving.first, id <= shown[row].id {
                show(newcomer)
                arriving.removeFirst()
            }
            show(slot)
        }
        for (_, newcomer) in arriving { show(newcomer) }
        self.order = order
        shown = current
        return changed
    }
}
