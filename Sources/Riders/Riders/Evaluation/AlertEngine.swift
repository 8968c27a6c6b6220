package import Notifications
package import Persistence
package import Realtime
import Timetables
package import TransitModel

/// Evaluates what changed for riders with something due, and puts messages into the outbox.
///
/// The note of what a rider knows is stored in the same transaction as the message. After a crash
/// either both exist, and the message is sent, or neither, and the alert is found again.
package actor AlertEngine {
    /// The number of watched things, and of messages put into the outbox since the start.
    package struct Counts: Sendable, Equatable {
        /// Watched departures, trips and rides.
        package var watched = 0
        /// Riders who are still to be evaluated, as after a start.
        package var waiting = 0
        /// Riders who are notified when vehicles come near.
        package var listening = 0
        /// Messages put into the outbox.
        package var sent = 0
    }

    private let store: RiderStore
    private let outbox: Outbox
    private let network: SavedNetwork
    private let links: AlertLinks
    private let positions: RiderPositions
    private let speed: Double
    /// This node's shards of the riders; nil with a single node.
    private let nodes: ShardLeases?
    /// The shards whose riders are watched.
    private var parts: Set<Int>
    private let ridersPerPoll: Int
    private var watched: WatchedRiders
    private var nearby: NearbyEvaluator
    /// The notes of sent messages, by topic; nil before they are read.
    private var notes: [String: String]?
    /// The last evaluated minute, counted from 1970.
    private var minute: Int64?
    private var waiting = RiderDueQueue()
    /// Whether some riders with something due since before the start are not evaluated yet.
    private var isStart = true
    private var counts = Counts()
    /// The first evaluation.
    private var begin: UnixTime?
    /// Since when live data arrives; nil if it does not.
    private var liveSince: UnixTime?
    /// Trips and rides that are over and still to be deleted.
    private var over: Set<Over> = []
    /// Decides whether these may be deleted: nothing is over because the clock leapt.
    private var retention: RetentionClock

    /// A trip on one day, or a ride, that is over.
    private struct Over: Hashable {
        let rider: RiderID
        let id: String
        let isRide: Bool
    }

    /// The longest time between two evaluations in which no clock leapt, in seconds.
    private static let leapSeconds: Int64 = 1800
    /// The number of riders read at a time.
    private static let ridersAtOnce = 250
    /// The number of messages written in one transaction: each writes all changed pages of the
    /// file, and waits for the disk.
    private static let messagesAtOnce = 1000
    /// The time after which all sources have reported, in seconds of real time.
    private static let settlingSeconds = 60.0
    /// The longest time after a start that reminders wait for live data, in seconds of real time.
    private static let listeningSeconds = 10.0
    /// After a start, the saved routes of this many minutes before are evaluated too.
    private static let routeMinutes: Int64 = 360
    /// The same for trips.
    private static let tripMinutes = Int64(RiderStore.tripMinutes + 90)
    /// In this order: trips, routes that depart soon, with half an hour of lead, and the others.
    private static let startMinutes: [(RiderStore.ReminderKind, ClosedRange<Int64>)] = [
        (.trip, 0...tripMinutes), (.route, 30...50), (.route, 12...30), (.route, 50...routeMinutes),
        (.route, 0...12),
    ]
    private static let laterMinutes: [(RiderStore.ReminderKind, ClosedRange<Int64>)] = [
        (.route, 0...routeMinutes), (.trip, 0...tripMinutes),
    ]

    /// What the engines of all networks share.
    package struct Shared {
        let store: RiderStore
        let outbox: Outbox
        /// The locations of riders whose app is open.
        package var positions = RiderPositions()
        /// Divides the riders among several nodes on the same store and outbox by
        /// ``RiderID/parts``; nil with a single node.
        package var nodes: ShardLeases?

        package init(_ store: RiderStore, _ outbox: Outbox) {
            self.store = store
            self.outbox = outbox
        }
    }

    /// How an engine works.
    package struct Settings: Sendable {
        /// A rider is notified of two vehicles of a route at least this many seconds apart.
        package var nearbyPauseSeconds = 60.0
        /// The rate of the clock against real time.
        package var speed = 1.0
        /// The number of riders who are due, as after a start, that are read before their messages
        /// are written, which takes 0.2 seconds of a core.
        package var ridersPerPoll = 4000

        package init() {}
    }

    /// Creates an engine for a network.
    package init(
        _ shared: Shared, network: SavedNetwork, links: AlertLinks,
        settings: Settings = Settings()
    ) {
        store = shared.store
        outbox = shared.outbox
        self.network = network
        self.links = links
        ridersPerPoll = max(1, settings.ridersPerPoll)
        speed = max(settings.speed, 0.01)
        retention = RetentionClock(
            leapSeconds: Int64(Double(Self.leapSeconds) * max(settings.speed, 1)))
        nodes = shared.nodes
        parts = nodes == nil ? Set(0..<RiderID.parts) : []
        positions = shared.positions
        watched = WatchedRiders(network, speed: speed)
        nearby = NearbyEvaluator(
            network, positions: positions, pauseSeconds: settings.nearbyPauseSeconds)
    }

    package var load: Counts {
        var counts = counts
        counts.watched = watched.count
        counts.waiting = waiting.count
        counts.listening = nearby.count
        return counts
    }

    /// Evaluates what is due in a snapshot.
    ///
    /// If many riders are due, the next call evaluates some more.
    ///
    /// - Throws: The error of a store that cannot be read or written; the next call does what was
    ///   not done.
    package func advance(_ snapshot: NetworkSnapshot, now: UnixTime) async throws {
        takeParts()
        positions.deleteOver(now: now)
        let isTrusted = retention.trusts(now)
        if let minute, minute > now.seconds / 60 + Int64(speed) {
            startAgain()
            begin = nil
            liveSince = nil
        }
        if notes == nil { notes = try await outbox.notes() }
        try await evaluate(now)
        let isLive = isLive(snapshot.source, now)
        if !isLive { liveSince = nil } else if liveSince == nil { liveSince = now }
        let isSettled =
            liveSince.map { now.seconds(since: $0) >= Self.settlingSeconds * speed } ?? false
        let minuteOfDay = network.minuteOfDay(now)
        var findings = try watched.routeAlerts.run(
            snapshot.overlay, now: now, sourceIsLive: isLive, isSettled: isSettled)
        findings += try watched.stepFree.run(
            snapshot.overlay, at: .init(now: now, minute: minuteOfDay, isSettled: isSettled),
            notes: notes ?? [:])
        // No rider is reminded by the timetable because live data has not arrived yet.
        let begin = begin ?? now
        self.begin = begin
        // Nor while the clock is in doubt: reminders sent then would count as sent afterwards.
        let isHeard = isLive || now.seconds(since: begin) >= Self.listeningSeconds * speed
        if isTrusted {
            findings += try watched.lost.run(now: now, minute: minuteOfDay, notes: notes ?? [:])
        }
        if isHeard, isTrusted {
            findings += try watched.trips.run(
                snapshot.overlay, now: now, minute: minuteOfDay, notes: notes ?? [:])
            findings += try watched.rides.run(snapshot.overlay, now: now)
        }
        findings += nearby.run(snapshot, now: now, minute: minuteOfDay)
        for watch in watched.trips.takePast() where watch.trip.day != nil {
            over.insert(Over(rider: watch.listener.rider, id: watch.trip.id, isRide: false))
        }
        let renderer = AlertRenderer(
            network: network, overlay: snapshot.overlay, links: links, speed: speed)
        var rest = findings[...]
        while !rest.isEmpty {
            try await send(Array(rest.prefix(Self.messagesAtOnce)), renderer, now)
            rest = rest.dropFirst(Self.messagesAtOnce)
        }
        if isTrusted { try await deleteOver() }
    }

    /// Returns whether live data arrives; on a fast clock its age counts less.
    private func isLive(_ source: LiveSourceState, _ now: UnixTime) -> Bool {
        guard let updatedAt = source.updatedAt else { return false }
        return now.seconds(since: updatedAt) <= 90 * max(1, speed)
    }

    // MARK: - Which riders are this node's

    /// Starts again when this node's shards change: the notes contain messages of other nodes.
    private func takeParts() {
        guard let held = nodes?.parts, held != parts else { return }
        parts = held
        notes = nil
        startAgain()
    }

    /// Forgets what is watched, so that everybody is evaluated again: also after the clock was set
    /// back, as departures that seemed to be past are not.
    private func startAgain() {
        minute = nil
        over = over.filter(\.isRide)
        watched = WatchedRiders(network, speed: speed)
        // Announcements of nearby vehicles use only data of this node, so they are kept.
        isStart = true
        waiting = RiderDueQueue()
        waiting.note(due: nearby.riders)
    }

    /// - Throws: `ShardLeases.Lost` within the transaction if the riders belong to another node
    ///   by then.
    private func claim(
        _ findings: [Finding]
    ) -> (@Sendable (RecordDatabase) throws -> Void)? {
        guard let nodes else { return nil }
        let parts = Set(findings.map(\.listener.rider.part)).intersection(parts)
        return { try nodes.check(parts, $0) }
    }

    // MARK: - Who has something due

    private func evaluate(_ now: UnixTime) async throws {
        waiting.note(changed: try await store.takeChanges(nodes == nil ? [] : parts))
        try await queueDue(now)
        var left = ridersPerPoll
        while left > 0 {
            let (riders, haveChanged) = waiting.next(min(left, Self.ridersAtOnce))
            guard !riders.isEmpty else { break }
            let snapshots = try await store.snapshots(riders, at: network.minuteOfDay(now))
            let maker = WatchMaker(
                network: network, notes: notes ?? [:], now: now, isStart: isStart && !haveChanged)
            for rider in Set(riders).subtracting(snapshots.map(\.rider)) {
                watched.remove(rider)
                nearby.replace(rider, nil)
            }
            for snapshot in snapshots where parts.contains(snapshot.rider.part) {
                watch(snapshot, maker)
            }
            for snapshot in snapshots where !parts.contains(snapshot.rider.part) {
                registerRider(snapshot, now)
            }
            waiting.remove(riders, haveChanged: haveChanged)
            left -= riders.count
            await Task.yield()
        }
        if waiting.isClockServed { isStart = false }
    }

    private func watch(_ snapshot: RiderSnapshot, _ maker: WatchMaker) {
        watched.replace(snapshot, maker)
        let isNotified = snapshot.settings.notifies && snapshot.hasChannel
        nearby.replace(snapshot.rider, isNotified ? snapshot.settings : nil)
        over.formUnion(
            maker.pastTrips(of: snapshot).map {
                Over(rider: snapshot.rider, id: $0, isRide: false)
            })
    }

    /// Queues the riders with something that becomes due in the minutes since the last evaluation,
    /// or before a start.
    private func queueDue(_ now: UnixTime) async throws {
        let current = now.seconds / 60
        // A clock that was set back a little continues.
        let since = minute.map { min($0, current) }
        if since == current { return }
        // What was due when clocks were set: some minutes were skipped, and others came too early.
        let isSet = since.map { offsetMinutes($0) != offsetMinutes(current) } ?? false
        let new = isSet ? .min : since.map { $0 + 1 } ?? .min
        for (kind, back) in since == nil ? Self.startMinutes : Self.laterMinutes {
            let first = max(current - back.upperBound, new)
            let last = current - back.lowerBound
            guard first <= last else { continue }
            let minutes = (first...last).reduce(into: Set<Int>()) {
                $0.formUnion(minutesOfDay(at: $1))
            }
            waiting.note(due: try await dueRiders(beginning: minutes, kind))
        }
        if since == nil { waiting.note(due: try await dueRiders(beginning: [0], .always)) }
        minute = current
    }

    private func dueRiders(
        beginning minutes: Set<Int>, _ kind: RiderStore.ReminderKind
    ) async throws -> [RiderID] {
        // Riders in the store's order share more of the pages that are read.
        try await store.riders(beginning: minutes, kind).filter { parts.contains($0.part) }
            .sorted { $0.rawValue < $1.rawValue }
    }

    /// Registers another node's rider who reported a location here: vehicles near it are announced
    /// from here, those near saved places from there.
    private func registerRider(_ snapshot: RiderSnapshot, _ now: UnixTime) {
        var settings = snapshot.settings
        settings.nearbyPlaces = []
        let isNotified =
            settings.notifies && snapshot.hasChannel && positions.isKnown(snapshot.rider, now: now)
        nearby.replace(snapshot.rider, isNotified ? settings : nil)
    }

    /// The minute of the day, with those that clocks skip before it, and the one that clocks would
    /// show if they had not been set back in the last 24 hours: runs of the evening before go on
    /// by those.
    private func minutesOfDay(at minute: Int64) -> [Int] {
        let skipped = max(0, offsetMinutes(minute) - offsetMinutes(minute - 1))
        let setBack = max(0, offsetMinutes(minute - 1440) - offsetMinutes(minute))
        let shown = network.minuteOfDay(UnixTime(seconds: minute * 60))
        return (Array(-skipped...0) + [setBack]).map { (shown + Int($0) + 1440) % 1440 }
    }

    /// The offset of local time at a minute counted from 1970.
    private func offsetMinutes(_ minute: Int64) -> Int64 {
        let time = UnixTime(seconds: minute * 60)
        return Int64(network.timetable.timeZone.offsetSeconds(at: time)) / 60
    }

    // MARK: - Sending

    private func send(_ findings: [Finding], _ renderer: AlertRenderer, _ now: UnixTime)
        async throws
    {
        let addresses = try await store.addresses(Set(findings.map(\.listener.rider)))
        var messages: [AddressedMessage] = []
        for finding in findings {
            guard let message = try renderer.message(finding) else { continue }
            messages += (addresses[finding.listener.rider] ?? []).map {
                AddressedMessage(message, to: $0)
            }
        }
        let written = findings.compactMap(\.note)
        _ = try await outbox.add(messages, notes: written, claim: claim(findings))
        counts.sent += messages.count
        for note in written { notes?[note.key] = note.body }
        watched.commit(findings)
        nearby.commit(findings, now: now)
        for case .trip(let trip) in findings.map(\.content)
        where trip.watch.sent.state.isDone && trip.watch.trip.day != nil {
            over.insert(
                Over(rider: trip.watch.listener.rider, id: trip.watch.trip.id, isRide: false))
        }
        for case .getOff(isNow: true, _, let watch) in findings.map(\.content) {
            over.insert(Over(rider: watch.listener.rider, id: watch.ride.id, isRide: true))
        }
    }

    /// Deletes what is over.
    ///
    /// - Throws: The store's error; the next call tries again.
    private func deleteOver() async throws {
        while let next = over.first {
            do {
                if next.isRide {
                    try await store.deleteRide(next.id, of: next.rider)
                } else {
                    try await store.deleteTrip(next.id, of: next.rider)
                }
            } catch is RiderError {
                // The rider deleted it meanwhile.
            }
            over.remove(next)
        }
    }
}
