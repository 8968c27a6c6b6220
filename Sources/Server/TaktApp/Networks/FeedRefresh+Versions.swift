import Foundation
import Logging
import Timetables
import TransitModel

// The choice of the feeds' versions.
extension FeedRefresh {
    /// A feed of the network to make.
    struct Part {
        let feed: ImportJob.Feed
        /// A description of its versions.
        let text: String

        func keepsEarlier(_ place: String) -> Bool {
            feed.place == place && feed.earlier != nil
        }
    }

    /// The minimum share of the previous version's trips that a version must have.
    private static let minimumShare = 0.5
    /// The distance beyond the previous version's stops at which another region begins, in metres.
    private static let regionMetres = 50_000.0
    /// The reason for which a version is refused while it is being imported: if the process ends
    /// meanwhile, the version is not tried at once after a restart.
    static let brokenOff = "The import did not come to its end."

    /// Imports a candidate alone, and refuses it if it cannot or should not be used.
    ///
    /// - Throws: A `Failure` if a file could not be written.
    func examine(_ feed: FeedReference, _ poll: inout Poll) async throws(Failure) {
        guard let digest = poll.candidates[feed.place]?.digest else { return }
        do throws(Failure) {
            refuse(feed.place, Self.brokenOff, &poll)
            try storage.write(poll.ledger)
            let timetable = try await make([part(feed, digest)], at: storage.partPath(digest))
            let today = timetable.timeZone.day(at: poll.served)
            guard let span = try? timetable.feedSpans().first, let days = span.days else {
                throw Failure(description: "It has no day of service.", isUnreachable: false)
            }
            var version = FeedLedger.Version(
                digest: digest, trips: span.trips, firstDay: "\(days.lowerBound)",
                lastDay: "\(days.upperBound)")
            let used = used(feed, poll)
            if let used, days.lowerBound <= self.today(poll),
                poll.ledger.feeds[feed.place]?.version != nil
            {
                // The next period's timetable has other trips anyway.
                version.keptIDs = TripIDs.kept(from: used, in: timetable)
            }
            version.timeZone = timetable.timeZone.identifier
            version.timeZoneChange = timeZone(of: feed, poll).flatMap {
                TimeZoneChange(from: $0, to: timetable)
            }
            let objection =
                objection(to: version, of: feed, on: today, poll)
                ?? objection(toPlaceOf: timetable, insteadOf: used, of: feed, on: today, poll)
            if let objection {
                poll.ledger.feeds[feed.place]?.refused?.from = objection.until.map { "\($0)" }
                throw Failure(description: objection.sentence, isUnreachable: false)
            }
            poll.candidates[feed.place] = version
            if let wait = wait(for: version, of: feed, days.lowerBound, on: today, poll) {
                refuse(feed.place, wait, from: days.lowerBound, &poll)
                poll.candidates[feed.place] = nil
                logger.notice("a feed begins later", metadata: ["reason": "\(wait)"])
            }
        } catch {
            if Task.isCancelled { return }
            if error.isNotWritten { throw error }
            let reason =
                "'\(feed.shown)': "
                + error.description.replacingOccurrences(
                    of: "'\(storage.path(digest))'", with: "the file")
            poll.ledger.feeds[feed.place]?.refused?.reason = reason
            poll.troubles.append(
                (feed.place, Failure(description: reason, isUnreachable: false)))
            poll.candidates[feed.place] = nil
        }
    }

    /// Returns the time zone of the version in use; nil if it is unknown.
    private func timeZone(of feed: FeedReference, _ poll: Poll) -> TransitTimeZone? {
        if let name = poll.ledger.feeds[feed.place]?.version?.timeZone {
            return TransitTimeZone(identifier: name)
        }
        return settings.feeds.count == 1 ? poll.old?.timeZone : nil
    }

    private func part(_ feed: FeedReference, _ digest: String) -> ImportJob.Feed {
        ImportJob.Feed(
            path: storage.path(digest), name: feed.fileName, place: feed.place, id: feed.id)
    }

    /// Why a version should not be used.
    private struct Objection {
        /// A sentence or two for people.
        let sentence: String
        /// The day on which it no longer holds; nil if that is unknown.
        var until: ServiceDay?
    }

    /// Returns why a version should not be used; nil if it may be used.
    ///
    /// Few trips are better than none, once the version in the network has ended.
    private func objection(
        to version: FeedLedger.Version, of feed: FeedReference, on today: ServiceDay, _ poll: Poll
    ) -> Objection? {
        if !version.serves(from: today) {
            return Objection(
                sentence: "The feed ends on \(version.lastDay), before today. "
                    + "Ask its publisher for a newer one, or name another address.")
        }
        guard let before = before(feed, poll), before.lastDay >= today,
            Double(version.trips) < Double(before.trips) * Self.minimumShare
        else { return nil }
        return Objection(
            sentence: "The feed has \(version.trips) trips where there were \(before.trips). "
                + "If that is right, run 'takt import' once.",
            until: before.lastDay.advanced(by: 1))
    }

    /// Objects to a version of another region, which came to this address by mistake.
    private func objection(
        toPlaceOf timetable: Timetable, insteadOf used: Timetable?, of feed: FeedReference,
        on today: ServiceDay, _ poll: Poll
    ) -> Objection? {
        guard let lastDay = before(feed, poll)?.lastDay, lastDay >= today,
            let region = used?.bounds(), let place = timetable.bounds(),
            !region.expanded(byMetres: Self.regionMetres).intersects(place)
        else { return nil }
        return Objection(
            sentence: "The feed is of another region: none of its stops is where those of the "
                + "current one are. If that is right, run 'takt import' once.",
            until: lastDay.advanced(by: 1))
    }

    /// Returns the version in use as a network of its own; nil if there is none.
    private func used(_ feed: FeedReference, _ poll: Poll) -> Timetable? {
        guard let used = poll.ledger.feeds[feed.place]?.version else {
            return settings.feeds.count == 1 ? poll.old : nil
        }
        return try? Timetable(path: storage.partPath(used.digest))
    }

    /// Returns the feed's trips and last day in the network; a network that was imported by hand
    /// counts too.
    private func before(
        _ feed: FeedReference, _ poll: Poll
    ) -> (trips: Int, lastDay: ServiceDay)? {
        guard let old = poll.old, let feeds = try? old.sources.feeds(),
            let spans = try? old.feedSpans()
        else { return nil }
        let entry = poll.ledger.feeds[feed.place]
        let id = feed.id ?? entry?.id
        let isOnly = settings.feeds.count == 1 && feeds.count == 1
        let inNetwork = zip(feeds, spans).first { isOnly || $0.0.id == id }?.1
        // In the network, two joined versions count twice.
        let trips = [inNetwork?.trips, entry?.version?.trips].compactMap(\.self).min()
        return trips.map { ($0, inNetwork?.days?.upperBound ?? old.services.lastDay) }
    }

    /// Returns why a version has to wait until it begins; nil if it need not.
    ///
    /// It waits if the network's version that serves today has no file that could be joined.
    private func wait(
        for version: FeedLedger.Version, of feed: FeedReference, _ first: ServiceDay,
        on today: ServiceDay, _ poll: Poll
    ) -> String? {
        guard first > today, let old = poll.old, poll.ledger.feeds[feed.place]?.version == nil,
            before(feed, poll) != nil, old.services.firstDay <= today,
            old.services.lastDay >= today
        else { return nil }
        return "'\(feed.shown)' begins on \(first); until then the current network stays."
    }

    /// Returns the version that serves until another one begins; nil if none has to.
    func kept(
        _ entry: FeedLedger.Entry, before version: FeedLedger.Version, at today: ServiceDay
    ) -> FeedLedger.Version? {
        guard version.begins(after: today.advanced(by: -1)) else { return nil }
        // The version in use may not have begun itself.
        return [entry.earlier, entry.version].compactMap(\.self).first {
            $0.digest != version.digest && !$0.begins(after: today)
                && $0.serves(from: today.advanced(by: -1))
        }
    }

    /// Returns the planned parts of the network, with candidates instead of the versions in use.
    ///
    /// The feed that was once the only one comes first.
    func plan(_ poll: Poll) -> [Part] {
        let today = today(poll)
        let first = settings.feeds.filter { $0.place == poll.ledger.first }
        let others = settings.feeds.filter { $0.place != poll.ledger.first }
        return (first + others).compactMap { feed in
            guard let entry = poll.ledger.feeds[feed.place],
                let version = poll.candidates[feed.place] ?? entry.version
            else { return nil }
            var part = part(feed, version.digest)
            part.id = feed.id ?? entry.id
            let compiled = storage.partPath(version.digest)
            if FileManager.default.fileExists(atPath: compiled) { part.compiled = compiled }
            if let earlier = kept(entry, before: version, at: today) {
                part.earlier = storage.path(earlier.digest)
                part.isEarlierInForce = version.begins(after: today)
            }
            let words = [
                feed.place, feed.id ?? "", part.path, part.earlier ?? "",
                "\(part.isEarlierInForce)",
            ]
            return Part(feed: part, text: words.joined(separator: " "))
        }
    }

    /// Returns the parts in a form that can be compared.
    func parts(_ parts: [Part]) -> [String] { parts.map(\.text).sorted() }

    /// Returns when versions take over, and when the previous ones are no longer needed: trips of
    /// their last day may run past midnight.
    func changes(of ledger: FeedLedger) -> [UnixTime] {
        let days = ledger.feeds.values.flatMap { entry in
            [entry.earlier == nil ? nil : entry.version?.firstDay, entry.refused?.from]
                .compactMap { $0.flatMap { ServiceDay($0) } }
        }
        guard !days.isEmpty, let network = try? Timetable(path: settings.path) else { return [] }
        return days.flatMap { [$0, $0.advanced(by: 1)] }.map { network.timeZone.start(of: $0) }
    }
}
