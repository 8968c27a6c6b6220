import Timetables
import TransitModel

/// Maps what a source reports about a trip to the trip of another feed that is shown for the same
/// journey.
///
/// In this way the live data of either feed reaches riders; if both have it, they count as any two
/// sources.
struct ShownTrips: Sendable {
    private let timetable: Timetable
    private let finder: RunFinder
    /// For each feed, the feeds whose trips are shown for some of its own, and itself.
    private let showing: [FeedIndex: Set<FeedIndex>]

    /// Scans the trips once if feeds share any.
    init(_ timetable: Timetable) {
        self.timetable = timetable
        finder = RunFinder(timetable)
        guard timetable.trips.hasShared else {
            showing = [:]
            return
        }
        func feed(_ trip: TripIndex) -> FeedIndex {
            timetable.routes.feeds[timetable.trips.routes[trip]]
        }
        var showing: [FeedIndex: Set<FeedIndex>] = [:]
        for row in 0..<timetable.trips.count {
            guard let other = timetable.trips.shown(TripIndex(row)) else { continue }
            let own = feed(TripIndex(row))
            showing[own, default: [own]].insert(feed(other))
        }
        self.showing = showing
    }

    /// Returns the feeds among whose trips those of the given feeds are shown.
    func feeds(showing feeds: [FeedIndex]) -> [FeedIndex] {
        Array(feeds.reduce(into: Set()) { $0.formUnion(showing[$1] ?? [$1]) }).sorted()
    }

    /// Translates a batch that already uses the network's ids.
    func translate(_ batch: LiveBatch) -> LiveBatch {
        guard timetable.trips.hasShared else { return batch }
        var batch = batch
        batch.fixes = batch.fixes.map { fix in
            guard let trip = fix.trip, let shown = reference(trip, at: fix.time) else { return fix }
            return fix.on(shown)
        }
        batch.tripUpdates = batch.tripUpdates?.map { update($0, at: batch.asOf) }
        batch.alerts = batch.alerts?.map { alert in
            alert.about(alert.subjects.map { subject($0, at: batch.asOf) })
        }
        return batch
    }

    /// Returns the trip shown for a named one at that time; nil if it is shown itself.
    private func shown(_ named: TripReference, at time: UnixTime) -> (own: TripIndex, TripIndex)? {
        guard let trip = named.tripID.flatMap({ timetable.trips.find(id: $0) }),
            let shown = timetable.trips.shown(trip), finder.run(of: trip, named, at: time) == nil
        else { return nil }
        return (trip, shown)
    }

    private func reference(_ named: TripReference, at time: UnixTime) -> TripReference? {
        if let (_, shown) = shown(named, at: time) { return reference(named, to: shown) }
        // The trip is unknown or not named: map at least the route.
        guard let route = named.routeID.flatMap({ timetable.routes.find(id: $0) }),
            let shown = timetable.shownRoute(route)
        else { return nil }
        return TripReference(
            tripID: named.tripID, routeID: timetable.routes.id(shown), serviceDay: named.serviceDay,
            startTime: named.startTime)
    }

    private func reference(_ named: TripReference, to shown: TripIndex) -> TripReference {
        TripReference(
            tripID: timetable.trips.id(shown),
            routeID: timetable.routes.id(timetable.trips.routes[shown]),
            serviceDay: named.serviceDay, startTime: named.startTime)
    }

    private func update(_ update: TripUpdate, at time: UnixTime) -> TripUpdate {
        guard let (own, shown) = shown(update.trip, at: update.time ?? time) else {
            guard let trip = reference(update.trip, at: update.time ?? time) else { return update }
            return update.about(trip, calls: update.calls)
        }
        guard let pairs = SharedCalls(timetable, from: own, to: shown) else { return update }
        return update.about(
            reference(update.trip, to: shown),
            calls: update.calls.map { call in
                guard let position = pairs.position(call.stopSequence, call.stopID) else {
                    return call
                }
                return call.calling(
                    at: pairs.stopID(position), assigned: call.assignedStopID,
                    sequence: pairs.sequence(position))
            })
    }

    private func subject(
        _ subject: AlertUpdate.Subject, at time: UnixTime
    ) -> AlertUpdate.Subject {
        guard let named = subject.trip, let trip = reference(named, at: time) else {
            return subject
        }
        return AlertUpdate.Subject(
            agencyID: nil, routeType: subject.routeType,
            routeID: subject.routeID == nil ? nil : trip.routeID, stopID: subject.stopID, trip: trip
        )
    }
}
