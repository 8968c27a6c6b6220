import Notifications
import Realtime
import TransitModel

/// The watched departures of saved routes, and the alerts about them.
///
/// Departures are evaluated when their runs change, and all of them at every full minute, because
/// the other conditions depend on the clock. The riders' state changes only in ``commit(_:)``:
/// alerts that could not be stored are found again.
struct AlertEvaluator {
    let network: SavedNetwork
    private var routes: [RouteWatch?] = []
    private var freeRoutes: [Int] = []
    private var ofRider: [RiderID: [Int]] = [:]
    private var ofRun: [DatedRun: [Int]] = [:]
    private var ofTopic: [String: Int] = [:]
    private var last: (overlay: RealtimeOverlay, now: UnixTime, isLive: Bool)?
    /// New watches, and those with findings that were not committed.
    private var fresh: Set<Int> = []

    init(_ network: SavedNetwork) {
        self.network = network
    }

    /// The number of watched departures.
    var count: Int { routes.count - freeRoutes.count }

    // MARK: - What is watched

    mutating func replace(_ rider: RiderID, _ new: [RouteWatch]) {
        let old = ofRider.removeValue(forKey: rider)
        var known: [String: RouteWatch] = [:]
        for slot in old ?? [] {
            if let watch = routes[slot] { known[watch.subject.topic] = watch }
            remove(route: slot)
        }
        guard !new.isEmpty else { return }
        var slots: [Int] = []
        for var watch in new {
            if let before = known[watch.subject.topic] {
                // Only this process knows when live data was last there.
                watch.sent.state.liveAt = before.sent.state.liveAt
                watch.wasLive = before.wasLive
            }
            slots.append(add(watch))
        }
        ofRider[rider] = slots
    }

    private mutating func add(_ watch: RouteWatch) -> Int {
        let slot = freeRoutes.popLast() ?? routes.count
        if slot == routes.count { routes.append(watch) } else { routes[slot] = watch }
        ofTopic[watch.subject.topic] = slot
        for run in watch.subject.runs { ofRun[run, default: []].append(slot) }
        fresh.insert(slot)
        return slot
    }

    private mutating func remove(route slot: Int) {
        guard let watch = routes[slot] else { return }
        for run in watch.subject.runs {
            ofRun[run]?.removeAll { $0 == slot }
            if ofRun[run]?.isEmpty == true { ofRun[run] = nil }
        }
        ofTopic[watch.subject.topic] = nil
        ofRider[watch.subject.listener.rider]?.removeAll { $0 == slot }
        fresh.remove(slot)
        routes[slot] = nil
        freeRoutes.append(slot)
    }

    // MARK: - Alerts

    /// Returns the alerts to send now, including live data.
    ///
    /// - Complexity: linear in what changed; at full minutes in what is watched.
    mutating func run(
        _ overlay: RealtimeOverlay, now: UnixTime, sourceIsLive: Bool, isSettled: Bool = true
    ) throws -> [Finding] {
        let isWhole = last.map { last in
            last.now.seconds / 60 != now.seconds / 60 || last.isLive != sourceIsLive
                || now < last.now
        }
        let context = EvaluationContext(
            overlay: overlay, now: now, sourceIsLive: sourceIsLive, isSettled: isSettled,
            minute: network.minuteOfDay(now), before: last?.now)
        var findings: [Finding] = []
        let slots: any Sequence<Int> =
            isWhole ?? true ? routes.indices : changed(overlay).union(fresh)
        for slot in slots {
            guard let finding = try evaluate(atRoute: slot, context) else { continue }
            findings.append(finding)
        }
        // What is not committed is found again.
        fresh = Set(findings.compactMap { ofTopic[$0.topic] })
        last = (overlay, now, sourceIsLive)
        return findings
    }

    /// Records that these were announced.
    mutating func commit(_ findings: [Finding]) {
        for finding in findings {
            guard case .route(_, _, let watch) = finding.content, let slot = ofTopic[finding.topic]
            else { continue }
            routes[slot]?.sent = watch.sent
            fresh.remove(slot)
        }
    }

    private struct EvaluationContext {
        let overlay: RealtimeOverlay
        let now: UnixTime
        let sourceIsLive: Bool
        let isSettled: Bool
        /// Minutes of the day, in the network's time zone.
        let minute: Int
        /// The previous evaluation.
        let before: UnixTime?
    }

    /// Returns the watches on runs whose expectation changed since the previous evaluation.
    private func changed(_ overlay: RealtimeOverlay) -> Set<Int> {
        guard let before = last?.overlay, before.version != overlay.version else { return [] }
        var slots = Set(before.unheard.subtracting(overlay.unheard).flatMap { ofRun[$0] ?? [] })
        // Iterates over the shorter list.
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

    private mutating func evaluate(atRoute slot: Int, _ context: EvaluationContext) throws
        -> Finding?
    {
        guard let watch = routes[slot] else { return nil }
        let subject = watch.subject
        guard context.now >= subject.span.lowerBound else { return nil }
        guard
            let state = RouteState(
                subject.plan, subject.route, in: network, overlay: context.overlay),
            !subject.isOver(state, now: context.now)
        else {
            remove(route: slot)
            return nil
        }
        var sent = watch.sent
        let isLive = state.isLive && context.sourceIsLive
        // It was live until the previous evaluation; the loss counts from then.
        if watch.wasLive, !isLive, let before = context.before { sent.state.liveAt = before }
        let alert = subject.rule.next(
            state, &sent.state, now: context.now, sourceIsLive: context.sourceIsLive,
            isSettled: context.isSettled && !state.isUnheard)
        routes[slot]?.wasLive = isLive
        routes[slot]?.sent.state.liveAt = sent.state.liveAt
        guard let alert, !subject.listener.settings.isQuiet(atMinute: context.minute) else {
            return nil
        }
        sent.count += 1
        var updated = watch
        updated.sent = sent
        let left = state.departure.seconds(since: context.now)
        return Finding(
            listener: subject.listener, topic: subject.topic,
            content: .route(alert, state, updated), id: sent.messageID(subject.topic),
            note: try Finding.note(subject.topic, sent),
            lifeSeconds: max(300, left + 600), urgency: alert.urgency)
    }
}

extension DelayAlert {
    var urgency: MessageUrgency {
        switch self {
        case .cancelled, .earlier, .onTime, .transferBroken: .high
        case .later, .runsAgain, .transfersWork, .platform: .normal
        case .liveLost, .liveBack: .low
        }
    }
}
