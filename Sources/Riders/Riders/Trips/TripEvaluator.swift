import Notifications
import Realtime
import Transit
import TransitModel

/// Evaluates planned trips: when to remind riders, and when a trip cannot be made any more.
///
/// The riders' state changes only in ``commit(_:)``: reminders that could not be stored are found
/// again.
struct TripEvaluator {
    let network: SavedNetwork
    private let speed: Double
    private var watches: [String: TripWatch] = [:]
    private var ofRider: [RiderID: [String]] = [:]
    /// Trips whose time has passed since they were last taken.
    private var past: [TripWatch] = []

    /// The longest time after a departure in which a reminder to board is sent, in seconds.
    private static let tooLateSeconds: Int64 = 120
    /// The longest time after a departure in which a missed departure is announced, in seconds.
    private static let missedSeconds: Int64 = 900
    /// The interval of evaluations on a fast clock, in seconds of real time.
    private static let pollSeconds = 20.0

    init(_ network: SavedNetwork, speed: Double = 1) {
        self.network = network
        self.speed = speed
    }

    var count: Int { watches.count }

    /// Longer on a fast clock, where evaluations are further apart.
    private var tooLate: Int64 { max(Self.tooLateSeconds, Int64(Self.pollSeconds * speed)) }

    mutating func replace(_ rider: RiderID, _ new: [TripWatch]) {
        var known: [String: TripWatch] = [:]
        for topic in ofRider.removeValue(forKey: rider) ?? [] {
            known[topic] = watches.removeValue(forKey: topic)
        }
        guard !new.isEmpty else { return }
        ofRider[rider] = new.map(\.topic)
        for var watch in new {
            if let before = known[watch.topic] {
                watch.chosen = before.chosen
                watch.wasPossible = before.wasPossible
                watch.loss = before.loss
                watch.isSilent = before.isSilent
                watch.mayHaveMissed = before.mayHaveMissed
            }
            watches[watch.topic] = watch
        }
    }

    private mutating func remove(_ topic: String) {
        guard let watch = watches.removeValue(forKey: topic) else { return }
        ofRider[watch.listener.rider]?.removeAll { $0 == topic }
        if ofRider[watch.listener.rider]?.isEmpty == true { ofRider[watch.listener.rider] = nil }
    }

    // MARK: - Reminders

    /// Returns the reminders to send now, including live data; `notes` are the notes of sent
    /// messages, by topic.
    ///
    /// - Complexity: linear in the trips; those that are hours away are searched every ten minutes.
    mutating func run(
        _ overlay: RealtimeOverlay, now: UnixTime, minute: Int, notes: [String: String]
    ) throws -> [Finding] {
        let context = EvaluationContext(
            overlay: overlay, now: now, minute: minute, notes: notes)
        var findings: [Finding] = []
        // In a fixed order, so that tests and logs are the same every time.
        for topic in watches.keys.sorted() {
            guard var watch = watches[topic], !isPast(watch, now), !watch.isSilent else { continue }
            if let way = watch.sent.state.way {
                let follower = TripFollower(network: network, watch: watch, overlay: overlay)
                if follower.isOver(way, now: now) {
                    remove(topic)
                    past.append(watch)
                } else if let finding = try follower.next(way, now: now, minute: minute) {
                    findings.append(finding)
                }
                continue
            }
            let choice = choose(&watch, context)
            watches[topic] = watch
            if let finding = try self.finding(watch, choice, context) { findings.append(finding) }
        }
        return findings
    }

    /// Returns whether nobody waits for it any more; it is not watched then.
    private mutating func isPast(_ watch: TripWatch, _ now: UnixTime) -> Bool {
        guard now > watch.deadline.advanced(bySeconds: TripWatch.lateSeconds) else { return false }
        remove(watch.topic)
        past.append(watch)
        return true
    }

    /// Returns the trips whose time has passed, each once.
    mutating func takePast() -> [TripWatch] {
        defer { past = [] }
        return past
    }

    /// Records that these were announced.
    mutating func commit(_ findings: [Finding]) {
        for finding in findings {
            guard case .trip(let alert) = finding.content else { continue }
            watches[finding.topic]?.sent = alert.watch.sent
            if alert.watch.sent.state.isDone { remove(finding.topic) }
        }
    }

    private struct EvaluationContext {
        let overlay: RealtimeOverlay
        let now: UnixTime
        /// Minutes of the day, in the network's time zone.
        let minute: Int
        let notes: [String: String]
    }

    /// The chosen rides of a trip.
    private struct Choice {
        /// Nil if nothing runs.
        let way: RouteDeparture?
        /// Whether it arrives by the requested time.
        let isInTime: Bool
    }

    private mutating func finding(
        _ watch: TripWatch, _ choice: Choice, _ context: EvaluationContext
    ) throws -> Finding? {
        let isQuiet = watch.listener.settings.isQuiet(atMinute: context.minute)
        let first = choice.way?.first
        let left = first.map { $0.departure - context.now.seconds } ?? 0
        var updated = watch
        var (call, instead): (TripReminder?, RouteDeparture?)
        if let ride = first, left < -tooLate {
            // It has left without a reminder: while the server was down, outside of quiet hours.
            guard watch.sent.state.soon == nil, !isQuiet,
                -left <= max(Self.missedSeconds, tooLate * 2)
            else {
                watches[watch.topic]?.isSilent = true
                // A rider who was reminded of the departure is aboard, and has transfers to make.
                if watch.sent.state.soon != nil, let rides = choice.way?.underWay {
                    watches[watch.topic]?.isSilent = false
                    watches[watch.topic]?.sent.state.now = ride.departure
                    watches[watch.topic]?.sent.state.way = rides
                }
                return nil
            }
            call = updated.sent.state.missed(UnixTime(seconds: ride.departure))
            instead = late(watch, context, after: context.now)
        } else {
            if !choice.isInTime, watch.wasPossible, !network.isBehind(watch.trip, on: watch.day) {
                call = impossible(&updated, choice, context)
                instead = choice.way
            }
            if call == nil, let ride = first {
                call = updated.sent.state.next(
                    departure: UnixTime(seconds: ride.departure),
                    leaveBy: ride.run.span(ride.ride.board, isArrival: false)?.leaveBy,
                    now: context.now, walkSeconds: watch.trip.walkBefore)
                // A reminder for a vehicle that arrives in time says that it is possible again.
                if call != nil, choice.isInTime { updated.sent.state.impossible = nil }
                if call == .now { updated.sent.state.way = choice.way?.underWay }
            }
        }
        guard let call, !isQuiet else { return nil }
        updated.sent.count += 1
        let alert = TripAlert(call: call, way: choice.way, instead: instead, watch: updated)
        if case .lost(let loss) = call { return try lost(alert, loss, context) }
        return Finding(
            listener: watch.listener, topic: watch.topic, content: .trip(alert),
            id: updated.sent.messageID(watch.topic),
            note: try Finding.note(watch.topic, updated.sent),
            lifeSeconds: Double(max(120, left + 120)), urgency: .high)
    }

    /// Returns that no vehicle arrives in time any more; nil if the rider knows.
    private mutating func impossible(
        _ watch: inout TripWatch, _ choice: Choice, _ context: EvaluationContext
    ) -> TripReminder? {
        let departure = choice.way?.first?.departure
        guard let loss = watch.loss, watch.sent.state.impossible == nil else {
            return watch.sent.state.impossible(departure)
        }
        watch.sent.state.impossible = departure ?? 0
        guard context.notes[watch.topic(of: loss)] != nil else { return .lost(loss) }
        watches[watch.topic]?.sent = watch.sent
        return nil
    }

    /// The message that the timetable has no run for a weekly trip; its note prevents another one.
    private func lost(
        _ alert: TripAlert, _ loss: TripLoss, _ context: EvaluationContext
    ) throws -> Finding {
        let topic = alert.watch.topic(of: loss)
        let sent = SentNote(count: 1, state: LostReminderState(notifiedAt: context.now))
        return Finding(
            listener: alert.watch.listener, topic: alert.watch.topic, content: .trip(alert),
            id: sent.messageID(topic),
            note: try Finding.note(
                topic, sent, keepSeconds: LostReminderEvaluator.keepSeconds),
            lifeSeconds: 86_400, urgency: .normal)
    }

    // MARK: - Which run

    /// Returns the rides found before, unless there are better ones; once none arrives in time, the
    /// first that run.
    private func choose(_ watch: inout TripWatch, _ context: EvaluationContext) -> Choice {
        let known = current(watch, context.overlay)
        // A delay below the rider's threshold is in time; a run that arrives in time is searched
        // all the same.
        let latest =
            watch.deadline.seconds + 60 * Int64(watch.listener.settings.alerts.thresholdMinutes)
        // It leaves, and the rider boards: there is nothing to choose any more.
        if let known, let first = known.first, first.departure <= context.now.seconds {
            return Choice(way: known, isInTime: true)
        }
        let isExpected =
            known.map { watch.isLate || arrival($0, watch) < latest } ?? watch.chosen.isEmpty
        if context.now < watch.nextPoll, isExpected {
            return Choice(way: known, isInTime: !watch.isLate)
        }
        var (since, lateSince) = (context.now, context.now)
        // After a start, the rider may have been reminded of a vehicle that has left since, or not
        // been reminded at all.
        if watch.chosen.isEmpty, let soon = watch.sent.state.soon {
            since = min(since, UnixTime(seconds: soon - 60))
            lateSince = since
        } else if watch.chosen.isEmpty, watch.mayHaveMissed {
            since = since.advanced(bySeconds: -Double(Self.missedSeconds))
        }
        var found = try? network.way(
            for: watch.trip, on: watch.day, overlay: context.overlay, now: since)
        // A run that has left counts as missed only if it is the one in the timetable.
        if let ride = found?.first, ride.departure <= context.now.seconds,
            watch.sent.state.soon == nil,
            network.plannedWay(for: watch.trip, on: watch.day)?.first?.ride != ride.ride
        {
            found = nil
        }
        watch.mayHaveMissed = false
        let way = found ?? late(watch, context, after: lateSince)
        watch.isLate = way.map { arrival($0, watch) >= latest } ?? true
        if !watch.wasPossible {
            watch.wasPossible =
                !watch.isLate || watch.sent.state.soon != nil
                || network.isAhead(watch.trip, on: watch.day, now: context.now)
            watch.loss = watch.isLate ? network.loss(of: watch.trip, on: watch.day) : nil
        }
        watch.chosen = way?.rides.map(\.ride) ?? []
        let left = way?.first.map { $0.departure - context.now.seconds } ?? 601
        watch.nextPoll = context.now.advanced(
            bySeconds: left > 3600 ? 600 : left > 600 ? 60 : 10)
        return Choice(way: way, isInTime: !watch.isLate)
    }

    /// The rider's arrival, in Unix seconds.
    private func arrival(_ way: RouteDeparture, _ watch: TripWatch) -> Int64 {
        (way.rides.last?.arrival ?? 0) + watch.trip.walkAfter
    }

    /// Returns the first rides that still run, whenever they arrive; nil if none departs within an
    /// hour of the deadline.
    private func late(
        _ watch: TripWatch, _ context: EvaluationContext, after time: UnixTime
    ) -> RouteDeparture? {
        network.lateWay(
            for: watch.trip, overlay: context.overlay, after: time,
            until: watch.deadline.advanced(bySeconds: TripWatch.lateSeconds))
    }

    /// Returns the chosen rides as expected; nil if there are none, or they cannot be made any
    /// more.
    private func current(_ watch: TripWatch, _ overlay: RealtimeOverlay) -> RouteDeparture? {
        let rides = watch.chosen.compactMap { $0.current(overlay, in: network.timetable) }
        guard !rides.isEmpty, rides.count == watch.chosen.count, rides.allSatisfy(\.canBeMade)
        else { return nil }
        for (number, seconds) in (watch.trip.route?.changeSeconds ?? []).enumerated()
        where rides[number].arrival + Int64(seconds) > rides[number + 1].departure { return nil }
        return RouteDeparture(rides: rides, wanted: rides.count)
    }
}
