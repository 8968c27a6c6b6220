import Notifiers
import Realtime
import Rides
import Timetables
import TransitModel

/// Everything that is watched just now, and what is worth telling of it.
///
/// Looked at are departures whose runs changed, and all of them at every full minute: what else decides are
/// clocks. Nothing of what was told changes before ``commit(_:)``: what could not be written down is found
/// again.
struct AlertPass {
    let network: SavedNetwork
    /// Nobody is called so long after a vehicle left, in seconds; on a fast clock looks are further apart.
    let tooLateSeconds: Int64
    private var routes: [RouteWatch?] = []
    private var trips: [TripWatch?] = []
    private var freeRoutes: [Int] = []
    private var freeTrips: [Int] = []
    private var ofRider: [RiderID: (routes: [Int], trips: [Int])] = [:]
    private var ofRun: [DatedRun: [Int]] = [:]
    private var ofTopic: [String: Int] = [:]
    private var last: (overlay: RealtimeOverlay, now: UnixTime, isLive: Bool)?
    /// Riders whose watches are new and have to be looked at.
    private var fresh: Set<Int> = []

    init(_ network: SavedNetwork, speed: Double = 1) {
        self.network = network
        tooLateSeconds = max(300, Int64(10 * speed))
    }

    /// How much is watched.
    var count: Int { routes.count - freeRoutes.count + trips.count - freeTrips.count }

    // MARK: - What is watched

    /// Watches these things of a rider, and nothing else of theirs.
    mutating func replace(_ rider: RiderID, routes new: [RouteWatch], trips newTrips: [TripWatch]) {
        let old = ofRider.removeValue(forKey: rider)
        var known: [String: RouteWatch] = [:]
        for slot in old?.routes ?? [] {
            if let watch = routes[slot] { known[watch.topic] = watch }
            remove(route: slot)
        }
        var knownTrips: [String: TripWatch] = [:]
        for slot in old?.trips ?? [] {
            if let watch = trips[slot] { knownTrips[watch.topic] = watch }
            remove(trip: slot)
        }
        guard !new.isEmpty || !newTrips.isEmpty else { return }
        var slots: (routes: [Int], trips: [Int]) = ([], [])
        for var watch in new {
            if let before = known[watch.topic] {
                // When live data was there is known here alone.
                watch.told.state.liveAt = before.told.state.liveAt
                watch.wasLive = before.wasLive
            }
            slots.routes.append(add(watch))
        }
        for var watch in newTrips {
            watch.chosen = knownTrips[watch.topic]?.chosen
            let slot = freeTrips.popLast() ?? trips.count
            if slot == trips.count { trips.append(watch) } else { trips[slot] = watch }
            ofTopic[watch.topic] = slot
            slots.trips.append(slot)
        }
        ofRider[rider] = slots
    }

    private mutating func add(_ watch: RouteWatch) -> Int {
        let slot = freeRoutes.popLast() ?? routes.count
        if slot == routes.count { routes.append(watch) } else { routes[slot] = watch }
        ofTopic[watch.topic] = slot
        for run in watch.runs { ofRun[run, default: []].append(slot) }
        fresh.insert(slot)
        return slot
    }

    private mutating func remove(route slot: Int) {
        guard let watch = routes[slot] else { return }
        for run in watch.runs {
            ofRun[run]?.removeAll { $0 == slot }
            if ofRun[run]?.isEmpty == true { ofRun[run] = nil }
        }
        ofTopic[watch.topic] = nil
        ofRider[watch.listener.rider]?.routes.removeAll { $0 == slot }
        fresh.remove(slot)
        routes[slot] = nil
        freeRoutes.append(slot)
    }

    private mutating func remove(trip slot: Int) {
        guard let watch = trips[slot] else { return }
        ofTopic[watch.topic] = nil
        ofRider[watch.listener.rider]?.trips.removeAll { $0 == slot }
        trips[slot] = nil
        freeTrips.append(slot)
    }

    // MARK: - What is worth telling

    /// What to tell now, by all that is known.
    ///
    /// - Complexity: linear in what changed; at full minutes in what is watched.
    mutating func run(
        _ overlay: RealtimeOverlay, now: UnixTime, sourceIsLive: Bool, isSettled: Bool = true
    ) throws -> [Finding] {
        let isWhole = last.map { last in
            last.now.seconds / 60 != now.seconds / 60 || last.isLive != sourceIsLive
                || now < last.now
        }
        let moment = Moment(
            overlay: overlay, now: now, sourceIsLive: sourceIsLive, isSettled: isSettled,
            minute: minute(now), before: last?.now)
        var findings: [Finding] = []
        let slots: any Sequence<Int> =
            isWhole ?? true ? routes.indices : changed(overlay).union(fresh)
        for slot in slots {
            guard let finding = try look(atRoute: slot, moment) else { continue }
            findings.append(finding)
        }
        for slot in trips.indices {
            guard let finding = try look(atTrip: slot, moment) else { continue }
            findings.append(finding)
        }
        fresh = []
        last = (overlay, now, sourceIsLive)
        return findings
    }

    /// Takes over that these were told.
    mutating func commit(_ findings: [Finding]) {
        for finding in findings {
            guard let slot = ofTopic[finding.topic] else { continue }
            switch finding.news {
            case .route(_, _, let watch): routes[slot]?.told = watch.told
            case .trip(_, _, let watch):
                trips[slot]?.told = watch.told
                if watch.told.state.isDone { remove(trip: slot) }
            case .nearby, .getOff: break
            }
        }
    }

    private struct Moment {
        let overlay: RealtimeOverlay
        let now: UnixTime
        let sourceIsLive: Bool
        let isSettled: Bool
        /// Of the day, by the network's clocks.
        let minute: Int
        /// When it was last looked.
        let before: UnixTime?
    }

    /// The minute of the day, by the network's clocks.
    func minute(_ time: UnixTime) -> Int {
        let zone = network.timetable.timeZone
        let seconds = time.seconds + Int64(zone.offsetSeconds(at: time))
        return Int((seconds % 86_400 + 86_400) % 86_400) / 60
    }

    /// What is watched of runs of which something else is known than when it was last looked.
    private func changed(_ overlay: RealtimeOverlay) -> Set<Int> {
        guard let before = last?.overlay, before.version != overlay.version else { return [] }
        var slots: Set<Int> = []
        // Few runs are watched or few are changed: the shorter list decides.
        if ofRun.count < overlay.changes.count + before.changes.count {
            for (run, watching) in ofRun where overlay.changes[run] != before.changes[run] {
                slots.formUnion(watching)
            }
            return slots
        }
        for (run, change) in overlay.changes where before.changes[run] != change {
            slots.formUnion(ofRun[run] ?? [])
        }
        for run in before.changes.keys where overlay.changes[run] == nil {
            slots.formUnion(ofRun[run] ?? [])
        }
        return slots
    }

    private mutating func look(atRoute slot: Int, _ moment: Moment) throws -> Finding? {
        guard let watch = routes[slot], moment.now >= watch.from else { return nil }
        guard
            let state = RouteState(
                watch.plan, watch.route, in: network, overlay: moment.overlay),
            !watch.isOver(state, now: moment.now)
        else {
            remove(route: slot)
            return nil
        }
        var told = watch.told
        let isLive = state.isLive && moment.sourceIsLive
        // It was live until the last look; how long it is lost counts from then.
        if watch.wasLive, !isLive, let before = moment.before { told.state.liveAt = before }
        let alert = watch.rule.next(
            state, &told.state, now: moment.now, sourceIsLive: moment.sourceIsLive,
            isSettled: moment.isSettled)
        routes[slot]?.wasLive = isLive
        routes[slot]?.told.state.liveAt = told.state.liveAt
        guard let alert, !watch.listener.settings.isQuiet(atMinute: moment.minute) else {
            return nil
        }
        told.count += 1
        var telling = watch
        telling.told = told
        let left = state.departure.seconds(since: moment.now)
        return Finding(
            listener: watch.listener, topic: watch.topic, news: .route(alert, state, telling),
            id: told.messageID(watch.topic), note: try Finding.note(watch.topic, told),
            lifeSeconds: max(300, left + 600), urgency: alert.urgency)
    }

    private mutating func look(atTrip slot: Int, _ moment: Moment) throws -> Finding? {
        guard var watch = trips[slot] else { return nil }
        let ride = choose(&watch, moment)
        defer { if trips[slot] != nil { trips[slot] = watch } }
        guard let ride else { return nil }
        var told = watch.told
        guard
            let call = told.state.next(
                departure: UnixTime(seconds: ride.departure), now: moment.now)
        else { return nil }
        let isLate = moment.now.seconds - ride.departure > tooLateSeconds
        guard !isLate, !watch.listener.settings.isQuiet(atMinute: moment.minute) else {
            // Nobody is called for what has left.
            if isLate { remove(trip: slot) }
            return nil
        }
        told.count += 1
        var telling = watch
        telling.told = told
        return Finding(
            listener: watch.listener, topic: watch.topic, news: .trip(call, ride, telling),
            id: told.messageID(watch.topic), note: try Finding.note(watch.topic, told),
            lifeSeconds: Double(max(120, ride.departure - moment.now.seconds + 120)),
            urgency: .high)
    }

    /// The run that a trip is made on: what was found before, unless something better is.
    private func choose(_ watch: inout TripWatch, _ moment: Moment) -> FoundRide? {
        let known = watch.chosen.flatMap { ride in
            RunOnDay(ride.run, day: ride.day, network.timetable, moment.overlay).map {
                FoundRide(ride: ride, run: $0)
            }
        }
        // It leaves, and the rider gets on: there is nothing to choose any more.
        if let known, !known.run.isCancelled, known.departure <= moment.now.seconds { return known }
        guard moment.now >= watch.nextLook else { return known }
        // After a restart the rider may have been told of a vehicle that has left since.
        let told = watch.chosen == nil ? watch.told.state.soon : nil
        let since = told.map { min(moment.now, UnixTime(seconds: $0 - 60)) } ?? moment.now
        let found = try? network.run(
            for: watch.trip, on: watch.day, overlay: moment.overlay, now: since)
        watch.chosen = found?.ride ?? (known?.run.isCancelled == false ? known?.ride : nil)
        let ride = found ?? (known?.run.isCancelled == false ? known : nil)
        let left = ride.map { $0.departure - moment.now.seconds } ?? 600
        watch.nextLook = moment.now.advanced(
            bySeconds: left > 3600 ? 600 : left > 600 ? 60 : 10)
        return ride
    }
}

extension DelayAlert {
    /// How much it may disturb.
    var urgency: MessageUrgency {
        switch self {
        case .cancelled, .earlier, .onTime, .changeBroken: .high
        case .later, .runsAgain, .changeWorks, .platform: .normal
        case .liveLost, .liveBack: .low
        }
    }
}
