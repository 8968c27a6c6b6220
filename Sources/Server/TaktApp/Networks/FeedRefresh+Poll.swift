import Foundation
import GTFSImport
import HTTPFetching
import Logging
import Timetables
import TransitModel

// One refresh of the feeds.
extension FeedRefresh {
    /// The state of a refresh.
    struct Poll {
        let now: UnixTime
        /// The time that the server shows.
        let served: UnixTime
        /// Whether an operator requested the refresh: refused versions are tried again.
        let isWanted: Bool
        /// The current network; nil if there is none that can be opened.
        let old: Timetable?
        var ledger: FeedLedger
        /// The newest versions by address, if they differ from the ones in use.
        var candidates: [String: FeedLedger.Version] = [:]
        /// The failures, by the feed's address.
        var troubles: [(place: String, failure: Failure)] = []
        /// Whether the streets changed since the last refresh.
        var hasOtherStreets = false
    }

    /// Checks the feeds now, and replaces the network if one of them changed.
    ///
    /// The network file is complete at any time. `isWanted` tries refused versions again.
    ///
    /// - Throws: A `Failure` if no network can be made.
    package func refresh(isWanted: Bool = false) async throws(Failure) -> Outcome {
        var poll = Poll(
            now: clock.now(), served: served.now(), isWanted: isWanted,
            old: try? Timetable(path: settings.path), ledger: storage.read())
        forgetOthers(&poll)
        let start = poll.ledger
        try storage.tidy(poll.ledger)
        try requireRoom()
        poll.ledger.program = TaktVersion.current
        poll.ledger.checked = poll.now.seconds
        poll.ledger.configured = settings.configured
        let streets = settings.streetsVersion
        poll.hasOtherStreets = poll.ledger.streets != streets
        poll.ledger.streets = streets
        do throws(Failure) {
            let outcome = try await work(&poll)
            poll.ledger.failures = poll.troubles.isEmpty ? 0 : (poll.ledger.failures ?? 0) + 1
            try storage.write(poll.ledger)
            try storage.tidy(poll.ledger)
            // What the log says is remembered, even if the program is killed now.
            logTroubles(poll)
            logEnded(poll)
            return outcome
        } catch {
            if !Task.isCancelled { logTroubles(poll) }
            if Task.isCancelled || error.isNotWritten { undo(&poll, to: start) }
            poll.ledger.failures = error.isNotWritten ? 1 : (poll.ledger.failures ?? 0) + 1
            // The first reason is the one to report, even if this cannot be written.
            try? storage.tidy(poll.ledger)
            try? storage.write(poll.ledger)
            throw error
        }
    }

    /// Fetches nothing that could not be stored: a publisher is not asked again and again
    /// meanwhile.
    private func requireRoom() throws(Failure) {
        guard !hasRoom(storage.folder) else { return }
        throw .notWritten(DiskRoom.refusal(of: storage.folder))
    }

    /// Forgets what a refresh found, so that it is tried again as if nothing had happened: at once
    /// if it was cancelled, and after the first pause if a file could not be written.
    private func undo(_ poll: inout Poll, to start: FeedLedger) {
        let tried = poll.ledger
        poll.ledger = start
        guard !Task.isCancelled else { return }
        poll.ledger.program = tried.program
        poll.ledger.checked = tried.checked
        poll.ledger.configured = tried.configured
    }

    /// Removes from the ledger feeds that are no longer configured.
    private func forgetOthers(_ poll: inout Poll) {
        let places = Set(settings.feeds.map(\.place))
        poll.ledger.feeds = poll.ledger.feeds.filter { places.contains($0.key) }
        noteFirst(&poll)
        let given = Set(settings.feeds.compactMap(\.id))
        if poll.ledger.parts == nil { takeUpIDs(&poll) }
        for (place, entry) in poll.ledger.feeds {
            if let id = entry.id, given.contains(id) { poll.ledger.feeds[place]?.id = nil }
            // A lost file is fetched again.
            if !storage.has(entry.version) {
                poll.ledger.feeds[place]?.version = nil
                poll.ledger.feeds[place]?.validators = .init()
                poll.ledger.parts = nil
            }
            if !storage.has(entry.earlier) { poll.ledger.feeds[place]?.earlier = nil }
        }
    }

    /// Records which feed is the only one of a network that was made by hand or by an older
    /// version.
    private func noteFirst(_ poll: inout Poll) {
        if let first = poll.ledger.first, !settings.feeds.contains(where: { $0.place == first }) {
            poll.ledger.first = nil
        }
        guard poll.ledger.first == nil, let feeds = try? poll.old?.sources.feeds(),
            feeds.count == 1
        else { return }
        let used = poll.ledger.feeds.filter { $0.value.version != nil }.map(\.key)
        let named = settings.feeds.filter { $0.fileName == feeds[0].name }.map(\.place)
        for places in [used, named] where places.count == 1 {
            poll.ledger.first = poll.ledger.first ?? places[0]
        }
    }

    /// Keeps the ids of a network that was made before ids were recorded.
    private func takeUpIDs(_ poll: inout Poll) {
        guard let feeds = try? poll.old?.sources.feeds(), feeds.count == settings.feeds.count,
            feeds.count > 1, feeds.map(\.name) == settings.feeds.map(\.fileName),
            Set(feeds.map(\.id)).count == feeds.count
        else { return }
        for (feed, known) in zip(settings.feeds, feeds) where FeedID.isValid(known.id) {
            poll.ledger.feeds[feed.place, default: FeedLedger.Entry()].id = known.id
        }
    }

    private func work(_ poll: inout Poll) async throws(Failure) -> Outcome {
        try await fetchAll(&poll)
        for feed in settings.feeds where poll.candidates[feed.place] != nil {
            try await examine(feed, &poll)
        }
        if poll.old == nil, !isAnyThere(poll), let trouble = poll.troubles.first?.failure {
            throw trouble
        }
        let wanted = plan(poll)
        // A network whose files are gone is not made again without them.
        let isWhole =
            poll.old == nil || poll.ledger.parts != nil || wanted.count == settings.feeds.count
        guard !wanted.isEmpty, isWhole else {
            throw poll.troubles.first?.failure
                ?? Failure(description: "None of the feeds could be used.", isUnreachable: false)
        }
        let isSame = poll.old != nil && parts(wanted) == poll.ledger.parts
        guard !isSame || poll.hasOtherStreets else { return .unchanged }
        let trips = try await replace(&poll).trips.count
        return isSame ? .rewalked : .replaced(trips: trips)
    }

    /// Makes a new network, replaces the old one with it, and records its feeds in the ledger.
    private func replace(_ poll: inout Poll) async throws(Failure) -> Timetable {
        let draft = "\(storage.folder)/network.takt"
        do throws(Failure) {
            let (wanted, timetable) = try await join(&poll, at: draft)
            guard rename(draft, settings.path) == 0 else {
                throw .notRenamed(to: settings.path)
            }
            for (place, version) in poll.candidates { take(version, of: place, &poll) }
            for (place, _) in poll.ledger.feeds
            where !wanted.contains(where: { $0.keepsEarlier(place) }) {
                poll.ledger.feeds[place]?.earlier = nil
            }
            poll.ledger.parts = parts(wanted)
            if wanted.count == 1 { poll.ledger.first = wanted[0].feed.place }
            pinIDs(wanted.map(\.feed), timetable, &poll)
            return timetable
        } catch {
            if !error.isNotWritten {
                for place in poll.candidates.keys { refuse(place, error.description, &poll) }
            }
            throw error
        }
    }

    /// Returns whether at least one of the feeds was fetched, now or earlier.
    private func isAnyThere(_ poll: Poll) -> Bool {
        settings.feeds.contains { feed in
            poll.ledger.feeds[feed.place]?.version != nil || poll.candidates[feed.place] != nil
        }
    }

    /// Makes a network and opens it.
    ///
    /// - Throws: A `Failure` if the import fails.
    func make(_ feeds: [ImportJob.Feed], at path: String) async throws(Failure) -> Timetable {
        try await importing(
            ImportJob(
                feeds: feeds, output: path, feedBytes: settings.feedBytes,
                streets: settings.usableStreets))
        do {
            return try Timetable(path: path)
        } catch {
            throw Failure(
                description: "The network made from the feeds cannot be opened: \(error)",
                isUnreachable: false)
        }
    }

    /// Puts a version into use.
    private func take(_ version: FeedLedger.Version, of place: String, _ poll: inout Poll) {
        guard var entry = poll.ledger.feeds[place] else { return }
        if let kept = kept(entry, before: version, at: today(poll)) { entry.earlier = kept }
        entry.version = version
        entry.refused = nil
        if let change = version.timeZoneChange {
            let sentence = change.sentence(on: "'\(FeedReference(place: place).shown)'")
            logger.warning("a feed has another time zone", metadata: ["reason": "\(sentence)"])
        }
        poll.ledger.feeds[place] = entry
    }

    /// Records that the newest version is not used.
    func refuse(
        _ place: String, _ reason: String, from day: ServiceDay? = nil, _ poll: inout Poll
    ) {
        guard let digest = poll.candidates[place]?.digest else { return }
        let before = poll.ledger.feeds[place]?.refused
        poll.ledger.feeds[place]?.refused = FeedLedger.Refusal(
            digest: digest, reason: reason, tried: poll.now.seconds,
            times: before?.digest != digest
                ? 1 : (before?.times ?? 0) + (before?.tried == poll.now.seconds ? 0 : 1),
            from: day.map { "\($0)" })
    }

    /// Records the ids of feeds, which stay the same as long as the feeds are configured.
    private func pinIDs(
        _ feeds: [ImportJob.Feed], _ timetable: Timetable, _ poll: inout Poll
    ) {
        guard feeds.count > 1, let described = try? timetable.sources.feeds(),
            described.count == feeds.count
        else { return }
        for (feed, description) in zip(feeds, described) {
            poll.ledger.feeds[feed.place]?.id = description.id
        }
    }

    /// Logs the problems of each feed, once until they change.
    private func logTroubles(_ poll: Poll) {
        let reasons = Dictionary(
            poll.troubles.map { ($0.place, $0.failure.description) }, uniquingKeysWith: { $1 })
        for (place, reason) in requests.changed(reasons).sorted(by: { $0.key < $1.key }) {
            logger.warning(
                isServed(place, poll) ? "a feed stays as it was" : "a feed is not served yet",
                metadata: ["reason": "\(reason)"])
        }
    }

    /// Returns whether the network has a feed, also if the feed's file is lost, as after a restore.
    private func isServed(_ place: String, _ poll: Poll) -> Bool {
        let entry = poll.ledger.feeds[place]
        if entry?.version != nil { return true }
        guard let feed = settings.feeds.first(where: { $0.place == place }),
            let known = try? poll.old?.sources.feeds()
        else { return false }
        if known.count > 1, let id = feed.id ?? entry?.id { return known.contains { $0.id == id } }
        return known.contains { $0.name == feed.fileName }
    }

    private func logEnded(_ poll: Poll) {
        let today = today(poll)
        for (place, entry) in poll.ledger.feeds.sorted(by: { $0.key < $1.key }) {
            guard let version = entry.version, !version.serves(from: today) else { continue }
            logger.warning(
                "a feed has ended, and \(entry.successor): ask its publisher, or leave it out",
                metadata: [
                    "feed": "\(FeedReference(place: place).shown)",
                    "last day": "\(version.lastDay)",
                ])
        }
    }

    /// Returns the service day by the network's time zone.
    func today(_ poll: Poll) -> ServiceDay {
        (poll.old?.timeZone ?? .utc).day(at: poll.served)
    }
}
