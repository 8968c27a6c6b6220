import GTFSRealtime
package import Realtime
package import Timetables
import TransitModel

/// One feed of a network, for software that knows that feed alone: only what belongs to it, with the
/// feed's own ids.
package struct FeedSelection: Hashable, Sendable {
    /// What the network puts before the feed's ids; empty in a network of one feed.
    private let prefix: String

    /// Selects a feed of a network.
    package init(_ feed: FeedIndex, of feeds: NetworkFeeds) {
        prefix = feeds.prefix(feed)
    }

    /// A vehicle on a run of the feed; nil for others.
    func vehicle(_ vehicle: RealtimeVehicle) -> RealtimeVehicle? {
        guard let trip = vehicle.trip.flatMap(trip) else { return nil }
        let stop = vehicle.stop.map {
            RealtimeVehicle.StopState(
                phase: $0.phase, stopSequence: $0.stopSequence, stopID: own($0.stopID))
        }
        return RealtimeVehicle(fix: vehicle.fix, trip: trip, stop: stop)
    }

    /// An update of a run of the feed; nil for others.
    func update(_ update: RealtimeTripUpdate) -> RealtimeTripUpdate? {
        guard let trip = trip(update.trip) else { return nil }
        return RealtimeTripUpdate(
            entityID: own(update.entityID), trip: trip, headsign: update.headsign,
            vehicleID: update.vehicleID, vehicleLabel: update.vehicleLabel, time: update.time,
            delaySeconds: update.delaySeconds,
            calls: update.calls.map { call in
                RealtimeCall(
                    stopSequence: call.stopSequence, stopID: own(call.stopID),
                    arrival: call.arrival, departure: call.departure,
                    assignedStopID: call.assignedStopID.map(own),
                    departureOccupancy: call.departureOccupancy, relationship: call.relationship)
            })
    }

    /// An alert with those of its subjects that belong to the feed; nil if none does.
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
        guard [trip.tripID, trip.routeID].contains(where: { $0.map(isOwn) ?? false }) else {
            return nil
        }
        return RealtimeTrip(
            tripID: trip.tripID.map(own), routeID: trip.routeID.map(own),
            directionID: trip.directionID, serviceDay: trip.serviceDay, startTime: trip.startTime,
            relationship: trip.relationship)
    }

    private func isOwn(_ id: String) -> Bool { id.hasPrefix(prefix) }

    private func own(_ id: String) -> String {
        id.hasPrefix(prefix) ? String(id.dropFirst(prefix.count)) : id
    }
}
