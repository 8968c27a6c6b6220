package import GTFSRealtime
import Prediction
package import Realtime
import Timetables
import TransitModel

/// What is known of the vehicles, as GTFS-Realtime for other software.
package enum RealtimeFeeds {
    /// Positions older than this are not shared, in seconds: nobody should act on them.
    private static let oldestSeconds = 300.0

    /// The feed of vehicle positions.
    package static func vehiclePositions(
        _ snapshot: NetworkSnapshot, as form: FeedWriter.Form
    ) throws(GTFSRealtimeError) -> [UInt8] {
        let vehicles = recent(snapshot).map { vehicle in
            RealtimeVehicle(
                fix: vehicle.fix, trip: vehicle.progress.map { trip($0, snapshot.timetable) },
                stop: stopState(vehicle, snapshot.timetable))
        }
        return try FeedWriter(feedVersion: snapshot.timetable.revision)
            .write(vehicles, at: snapshot.asOf, as: form)
    }

    /// The feed of trip updates: for each run under way, every call still ahead with expected times.
    package static func tripUpdates(
        _ snapshot: NetworkSnapshot, as form: FeedWriter.Form
    ) throws(GTFSRealtimeError) -> [UInt8] {
        let predictor = ProgressPredictor()
        var seen = Set<String>()
        let updates = recent(snapshot).compactMap { vehicle -> RealtimeTripUpdate? in
            guard let progress = vehicle.progress, progress.schedule.lap == nil else {
                return nil
            }
            let trip = trip(progress, snapshot.timetable)
            let entity =
                "\(trip.tripID ?? "")@\(progress.serviceDay.compactDescription)"
                + (trip.startTime.map { "@\($0)" } ?? "")
            // Two vehicles may claim one run; the first one stands for it.
            guard seen.insert(entity).inserted else { return nil }
            let calls = predictor.expectedCalls(vehicle)
            guard !calls.isEmpty else { return nil }
            return RealtimeTripUpdate(
                entityID: entity, trip: trip, vehicleID: vehicle.id,
                vehicleLabel: vehicle.fix.label, time: vehicle.fix.time,
                delaySeconds: Int32(progress.delaySeconds.rounded()),
                calls: calls.map { call($0, progress, snapshot.timetable) })
        }
        return try FeedWriter(feedVersion: snapshot.timetable.revision)
            .write(updates, at: snapshot.asOf, as: form)
    }

    private static func recent(_ snapshot: NetworkSnapshot) -> [LiveVehicle] {
        snapshot.vehicles.filter {
            snapshot.asOf.seconds(since: $0.fix.time) <= oldestSeconds
        }
    }

    private static func trip(_ progress: VehicleProgress, _ timetable: Timetable) -> RealtimeTrip {
        let trips = timetable.trips
        return RealtimeTrip(
            tripID: trips.id(progress.trip),
            routeID: timetable.routes.id(trips.routes[progress.trip]),
            directionID: timetable.patterns.direction(of: progress.pattern).map { UInt32($0) },
            serviceDay: progress.serviceDay,
            startTime: ServiceTime(seconds: timetable.patterns.runStarts[progress.run]),
            relationship: trips.isHeadwayBased(progress.trip) ? .unscheduled : .scheduled)
    }

    private static func stopState(
        _ vehicle: LiveVehicle, _ timetable: Timetable
    ) -> RealtimeVehicle.StopState? {
        guard let progress = vehicle.progress else { return nil }
        let stops = timetable.patterns.stops(of: progress.pattern)
        let calls = progress.schedule.path.callDistances
        let standing = calls.indices.first {
            abs(calls[$0] - progress.alongMetres) <= ScheduledProgress.stopZoneMetres
        }
        guard let call = standing ?? progress.nextCall else { return nil }
        return RealtimeVehicle.StopState(
            phase: standing == nil ? .underWay : .stopped,
            stopSequence: UInt32(timetable.trips.stopSequence(progress.trip, at: call)),
            stopID: timetable.stops.id(stops[call]))
    }

    private static func call(
        _ expected: ProgressPredictor.ExpectedCall, _ progress: VehicleProgress,
        _ timetable: Timetable
    ) -> RealtimeCall {
        let position = expected.position
        let stops = timetable.patterns.stops(of: progress.pattern)
        let times = timetable.patterns.times(
            of: progress.run, in: progress.pattern, at: position)
        let isHeadway = timetable.trips.isHeadwayBased(progress.trip)
        func event(_ time: UnixTime, _ scheduled: ServiceTime) -> RealtimeEvent {
            let planned = progress.dayStart.advanced(bySeconds: Double(scheduled.seconds))
            return RealtimeEvent(
                time: time,
                delaySeconds: isHeadway ? nil : Int32(time.seconds(since: planned).rounded()))
        }
        return RealtimeCall(
            stopSequence: UInt32(timetable.trips.stopSequence(progress.trip, at: position)),
            stopID: timetable.stops.id(stops[position]),
            arrival: position == 0 ? nil : event(expected.arrival, times.arrival),
            departure: position == stops.count - 1
                ? nil : event(expected.departure, times.departure),
            relationship: isHeadway ? .unscheduled : .scheduled)
    }
}
