package import Matching
package import Timetables
import TransitModel

/// Selects one feed of a network for consumers that know only that feed.
///
/// It keeps what belongs to the feed, with the feed's own ids.
package struct FeedSelection: Hashable, Sendable {
    /// The network's prefix of the feed's ids; empty in a network of one feed.
    private let prefix: String
    private let timetable: Timetable
    /// The feed's trips shared with another feed's trip that is shown, by that trip's id.
    private let shown: [String: TripIndex]

    /// Selects a feed of a network.
    ///
    /// - Complexity: O(number of trips) if feeds share trips, else O(1).
    package init(_ feed: FeedIndex, of feeds: NetworkFeeds, in timetable: Timetable) {
        prefix = feeds.prefix(feed)
        self.timetable = timetable
        var shown: [String: TripIndex] = [:]
        let trips = timetable.trips
        for row in 0..<(trips.hasShared ? trips.count : 0)
        where timetable.routes.feeds[trips.routes[TripIndex(row)]] == feed {
            if let other = trips.shown(TripIndex(row)) { shown[trips.id(other)] = TripIndex(row) }
        }
        self.shown = shown
    }

    /// Selects the feed with an id; nil if the network has none.
    ///
    /// - Complexity: As of the other initialiser.
    package init?(id: String, in timetable: Timetable) {
        let feeds = NetworkFeeds(timetable)
        guard let feed = feeds.find(id) else { return nil }
        self.init(feed, of: feeds, in: timetable)
    }

    package static func == (one: FeedSelection, other: FeedSelection) -> Bool {
        one.prefix == other.prefix
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(prefix) }

    /// Returns the feed's own trip if another feed's trip is shown for it that day; usually nil.
    private func ownTrip(_ trip: RealtimeTrip) -> (own: TripIndex, calls: SharedCalls)? {
        guard let id = trip.tripID, let own = shown[id], let other = timetable.trips.find(id: id),
            let service = timetable.trips.ownService(own),
            trip.serviceDay.map({ timetable.services.isActive(service, on: $0) }) ?? true,
            let calls = SharedCalls(timetable, from: other, to: own)
        else { return nil }
        return (own, calls)
    }

    /// Returns a vehicle on a trip of the feed, with its ids; nil for other vehicles.
    func vehicle(_ vehicle: RealtimeVehicle) -> RealtimeVehicle? {
        guard let named = vehicle.trip, let trip = trip(named) else { return nil }
        let calls = ownTrip(named)?.calls
        let stop = vehicle.stop.map { stop in
            let call = call(stop.stopSequence, stop.stopID, calls)
            return RealtimeVehicle.StopState(
                phase: stop.phase, stopSequence: call.sequence, stopID: call.stopID)
        }
        return RealtimeVehicle(fix: vehicle.fix, trip: trip, stop: stop)
    }

    /// Returns an update of a trip of the feed, with its ids; nil for other updates.
    func update(_ update: RealtimeTripUpdate) -> RealtimeTripUpdate? {
        guard let trip = trip(update.trip) else { return nil }
        let calls = ownTrip(update.trip)?.calls
        // An entity's id begins with its trip's id.
        let rest = update.entityID.dropFirst(update.trip.tripID?.count ?? 0)
        return RealtimeTripUpdate(
            entityID: calls == nil ? own(update.entityID) : (trip.tripID ?? "") + rest, trip: trip,
            headsign: update.headsign,
            vehicleID: update.vehicleID, vehicleLabel: update.vehicleLabel, time: update.time,
            delaySeconds: update.delaySeconds,
            calls: update.calls.map { call in
                let own = self.call(call.stopSequence, call.stopID, calls)
                return RealtimeCall(
                    stopSequence: own.sequence, stopID: own.stopID,
                    arrival: call.arrival, departure: call.departure,
                    assignedStopID: call.assignedStopID.map(self.own),
                    departureOccupancy: call.departureOccupancy, relationship: call.relationship)
            })
    }

    /// Returns an alert with only the subjects of the feed; nil if there are none.
    func alert(_ alert: AlertUpdate) -> AlertUpdate? {
        let subjects = alert.subjects.compactMap(subject)
        guard alert.subjects.isEmpty || !subjects.isEmpty else { return nil }
        return AlertUpdate(
            id: alert.id, texts: alert.texts, classes: alert.classes, periods: alert.periods,
            subjects: subjects)
    }

    private func subject(_ subject: AlertUpdate.Subject) -> AlertUpdate.Subject? {
        let named = [subject.agencyID, subject.routeID, subject.stopID, subject.trip?.tripID]
        guard named.allSatisfy({ $0.map(isOwn) ?? true }) else { return nil }
        return AlertUpdate.Subject(
            agencyID: subject.agencyID.map(own), routeType: subject.routeType,
            routeID: subject.routeID.map(own), directionID: subject.directionID,
            stopID: subject.stopID.map(own),
            trip: subject.trip.map { trip in
                TripReference(
                    tripID: trip.tripID.map(own), routeID: trip.routeID.map(own),
                    directionID: trip.directionID, serviceDay: trip.serviceDay,
                    startTime: trip.startTime)
            })
    }

    private func trip(_ trip: RealtimeTrip) -> RealtimeTrip? {
        if let (own, _) = ownTrip(trip) {
            let run = timetable.trips.runs(of: own).first
            let pattern = run.map(timetable.patterns.pattern)
            return RealtimeTrip(
                tripID: self.own(timetable.trips.id(own)),
                routeID: self.own(timetable.routes.id(timetable.trips.routes[own])),
                directionID: pattern.flatMap(timetable.patterns.direction).map { UInt32($0) },
                serviceDay: trip.serviceDay, startTime: trip.startTime,
                relationship: trip.relationship)
        }
        guard [trip.tripID, trip.routeID].contains(where: { $0.map(isOwn) ?? false }) else {
            return nil
        }
        return RealtimeTrip(
            tripID: trip.tripID.map(own), routeID: trip.routeID.map(own),
            directionID: trip.directionID, serviceDay: trip.serviceDay, startTime: trip.startTime,
            relationship: trip.relationship)
    }

    /// Returns a stop call with the feed's ids.
    ///
    /// `calls`: The stop calls of the feed's own trip if another one is shown.
    private func call(
        _ sequence: UInt32, _ stopID: String, _ calls: SharedCalls?
    ) -> (sequence: UInt32, stopID: String) {
        guard let calls, let position = calls.position(Int(sequence), stopID) else {
            return (sequence, own(stopID))
        }
        return (UInt32(calls.sequence(position)), own(calls.stopID(position)))
    }

    private func isOwn(_ id: String) -> Bool { id.hasPrefix(prefix) }

    private func own(_ id: String) -> String {
        id.hasPrefix(prefix) ? String(id.dropFirst(prefix.count)) : id
    }
}
