import Timetables
import TransitModel

/// Translates the ids of one source to the network's ids.
///
/// With several feeds, each network id begins with its feed's id and a colon, which sources do not
/// use.
///
/// A source may declare the feeds that it refers to. Otherwise the feed that knows most of its
/// trips, routes and stops takes precedence, followed by the others for trips which that feed does
/// not know. Ids that are already the network's own are left unchanged.
struct FeedTranslator: Sendable {
    /// The maximum number of lookups in all feeds per delivery to determine the feed of a source.
    private static let maximumLookups = 20_000
    /// Votes are halved above this count, so that a source can move to another feed.
    private static let maximumVotes = 20_000
    /// The maximum distance of a vehicle from the bounding box of its trip's stops, in metres.
    private static let marginMetres = 1500.0
    /// The maximum number of feeds in which an id is looked up.
    private static let maximumAlternatives = 8

    private let timetable: Timetable
    private let feeds: NetworkFeeds
    /// The feeds that the source declares; nil if the network has none of them.
    let declared: [FeedIndex]?
    private var votes: [Int]
    private var order: [FeedIndex]

    /// Creates a translator for a source that declares these feed ids; nil or unknown ids mean any
    /// feed.
    init(_ timetable: Timetable, feeds: NetworkFeeds, declared: [String]?) {
        self.timetable = timetable
        self.feeds = feeds
        let known = (declared ?? []).compactMap(feeds.find)
        self.declared = known.isEmpty ? nil : known
        votes = Array(repeating: 0, count: feeds.ids.count)
        order = Array((self.declared ?? feeds.indices.map { $0 }).prefix(Self.maximumAlternatives))
    }

    /// The feed that knows most of what the source names; nil while none does, and in a network
    /// with one feed.
    var best: FeedIndex? {
        guard let first = order.first, !votes.isEmpty, votes[first.row] > 0 else { return nil }
        return first
    }

    /// Returns the batch with the network's ids.
    ///
    /// - Complexity: linear in the batch, times ``maximumAlternatives`` for ids that no feed has.
    mutating func translate(_ batch: LiveBatch) -> LiveBatch {
        guard feeds.arePrefixed else { return batch }
        vote(batch)
        var batch = batch
        batch.fixes = batch.fixes.map { fix in fix.trip.map { fix.on(translate($0)) } ?? fix }
        batch.tripUpdates = batch.tripUpdates?.map(translate)
        batch.alerts = batch.alerts?.map { $0.about($0.subjects.map(translate)) }
        return batch
    }

    // MARK: - Determining the feed

    private mutating func vote(_ batch: LiveBatch) {
        let candidates = declared ?? Array(feeds.indices)
        guard candidates.count > 1 else { return }
        let sample = max(20, Self.maximumLookups / candidates.count)
        var votes = self.votes
        for fix in batch.fixes.prefix(sample) {
            if let trip = fix.trip {
                votes.add(knowledge(of: trip, candidates) { isNear(fix.coordinate, $0) ? 4 : -2 })
            }
        }
        for update in batch.tripUpdates?.prefix(sample) ?? [] {
            // If feeds share ids, the one whose timetable is closest to the reported time is meant.
            let gaps = candidates.map { feed in gap(update, feed) ?? .max }
            let least = gaps.min() ?? .max
            let stop = update.calls.first?.stopID
            votes.add(
                knowledge(of: update.trip, stop: stop, candidates) { trip in
                    let feed = timetable.routes.feeds[timetable.trips.routes[trip]]
                    let gap = candidates.firstIndex(of: feed).map { gaps[$0] } ?? .max
                    return gap == least ? 3 : 1
                })
        }
        for alert in batch.alerts?.prefix(sample) ?? [] {
            for subject in alert.subjects.prefix(4) {
                let named = subject.trip ?? TripReference(routeID: subject.routeID)
                votes.add(knowledge(of: named, stop: subject.stopID, candidates) { _ in 1 })
            }
        }
        if votes.contains(where: { $0 > Self.maximumVotes }) { votes = votes.map { $0 / 2 } }
        self.votes = votes
        let ranked = candidates.sorted { (-votes[$0.row], $0.row) < (-votes[$1.row], $1.row) }
        order = Array(ranked.prefix(Self.maximumAlternatives))
    }

    /// Returns how much each feed knows of a name; `weight` is the count of a known trip.
    private func knowledge(
        of trip: TripReference, stop: String? = nil, _ candidates: [FeedIndex],
        weight: (TripIndex) -> Int
    ) -> [(feed: FeedIndex, count: Int)] {
        candidates.map { feed in
            let prefix = feeds.prefix(feed)
            var count = 0
            if let found = trip.tripID.flatMap({ timetable.trips.find(id: prefix + $0) }) {
                count += weight(found)
            }
            if let id = trip.routeID, timetable.routes.find(id: prefix + id) != nil { count += 1 }
            if let stop, timetable.stops.find(id: prefix + stop) != nil { count += 1 }
            return (feed, count)
        }
    }

    /// Returns whether a coordinate is in the bounding box of a trip's stops, with a margin.
    private func isNear(_ place: Coordinate, _ trip: TripIndex) -> Bool {
        guard let run = timetable.trips.runs(of: trip).first else { return false }
        let stops = timetable.patterns.stops(of: timetable.patterns.pattern(of: run))
        let box = BoundingBox(around: stops.lazy.compactMap(timetable.stops.coordinate))
        return box?.expanded(byMetres: Self.marginMetres).contains(place) ?? false
    }

    /// Returns the difference between the first reported time of an update and a feed's timetable,
    /// in seconds modulo one day; nil if the feed does not know the trip and stop, or if no time is
    /// reported.
    private func gap(_ update: TripUpdate, _ feed: FeedIndex) -> Int64? {
        let prefix = feeds.prefix(feed)
        guard let trip = update.trip.tripID.flatMap({ timetable.trips.find(id: prefix + $0) }),
            let run = timetable.trips.runs(of: trip).first
        else { return nil }
        let pattern = timetable.patterns.pattern(of: run)
        let stops = timetable.patterns.stops(of: pattern)
        for call in update.calls.prefix(3) {
            guard case .at(let time)? = call.arrival ?? call.departure,
                let stop = call.stopID.flatMap({ timetable.stops.find(id: prefix + $0) }),
                let position = stops.firstIndex(of: stop)
            else { continue }
            let scheduled = timetable.patterns.times(of: run, in: pattern, at: position)
            let zone = timetable.timeZone(of: pattern)
            let start = zone.start(of: zone.day(at: time)).seconds
            // The service day may differ, so whole days do not count.
            let late = abs(time.seconds - start - Int64(scheduled.arrival.seconds)) % 86_400
            return min(late, 86_400 - late)
        }
        return nil
    }

    // MARK: - Ids

    private func translate(_ trip: TripReference) -> TripReference {
        guard let feed = feed(of: trip) else { return trip }
        return trip.prefixed(feeds.prefix(feed))
    }

    private func translate(_ update: TripUpdate) -> TripUpdate {
        let trip = update.trip
        let own = feed(of: trip)
        let feed = own ?? (isOwn(trip) ? nil : feed(ofStop: update.calls.first?.stopID))
        let prefix = feed.map(feeds.prefix)
        return TripUpdate(
            trip: prefix.map(trip.prefixed) ?? trip, relationship: update.relationship,
            calls: update.calls.map { call in
                call.calling(
                    at: stopID(call.stopID, prefix), assigned: stopID(call.assignedStopID, prefix))
            }, delaySeconds: update.delaySeconds, time: update.time,
            copy: prefix.flatMap { prefix in update.copy?.prefixed(prefix) } ?? update.copy,
            headsign: update.headsign)
    }

    private func translate(_ subject: AlertUpdate.Subject) -> AlertUpdate.Subject {
        var trip = subject.trip
        var feed = subject.trip.flatMap { self.feed(of: $0) }
        if feed == nil, let routeID = subject.routeID {
            feed = self.feed(of: TripReference(routeID: routeID))
        }
        feed = feed ?? self.feed(ofStop: subject.stopID) ?? best ?? declared?.first
        let prefix = feed.map(feeds.prefix)
        if let prefix, let named = trip, !isOwn(named) { trip = named.prefixed(prefix) }
        return AlertUpdate.Subject(
            agencyID: subject.agencyID.map { agencyID in
                prefix.map { feeds.hasAgency(agencyID) ? agencyID : $0 + agencyID } ?? agencyID
            }, routeType: subject.routeType,
            routeID: subject.routeID.map { id in
                timetable.routes.find(id: id) != nil ? id : (prefix ?? "") + id
            }, directionID: subject.directionID, stopID: stopID(subject.stopID, prefix), trip: trip)
    }

    private func stopID(_ id: String?, _ prefix: String?) -> String? {
        guard let id, timetable.stops.find(id: id) == nil else { return id }
        if let prefix, timetable.stops.find(id: prefix + id) != nil { return prefix + id }
        return feed(ofStop: id).map { feeds.prefix($0) + id } ?? id
    }

    /// Returns whether the source uses the network's own ids.
    private func isOwn(_ trip: TripReference) -> Bool {
        trip.tripID.map { timetable.trips.find(id: $0) != nil } ?? false
            || trip.routeID.map { timetable.routes.find(id: $0) != nil } ?? false
    }

    /// Returns the feed whose ids a trip reference uses; nil if they are the network's own or
    /// unknown in every feed.
    private func feed(of trip: TripReference) -> FeedIndex? {
        if isOwn(trip) { return nil }
        var named: FeedIndex?
        for feed in order {
            let prefix = feeds.prefix(feed)
            let route = trip.routeID.flatMap { timetable.routes.find(id: prefix + $0) }
            if let id = trip.tripID, let found = timetable.trips.find(id: prefix + id) {
                // Two feeds may share a trip's id, but rarely its route's id too.
                if trip.routeID == nil || timetable.trips.routes[found] == route { return feed }
                named = named ?? feed
            }
        }
        if let named { return named }
        if let id = trip.routeID {
            let feed = order.first { timetable.routes.find(id: feeds.prefix($0) + id) != nil }
            if let feed { return feed }
        }
        return best ?? (declared?.count == 1 ? declared?.first : nil)
    }

    private func feed(ofStop id: String?) -> FeedIndex? {
        guard let id, timetable.stops.find(id: id) == nil else { return nil }
        return order.first { timetable.stops.find(id: feeds.prefix($0) + id) != nil }
    }
}

extension [Int] {
    fileprivate mutating func add(_ counts: [(feed: FeedIndex, count: Int)]) {
        for (feed, count) in counts { self[feed.row] += count }
    }
}

extension TripReference {
    fileprivate func prefixed(_ prefix: String) -> TripReference {
        TripReference(
            tripID: tripID.map { prefix + $0 }, routeID: routeID.map { prefix + $0 },
            directionID: directionID, serviceDay: serviceDay, startTime: startTime)
    }
}
