package import Prediction
package import Realtime
import Timetables
import TransitModel

/// The live data of a network as GTFS-Realtime feeds for other software.
package struct RealtimeFeeds: Sendable {
    /// The content of a feed.
    package enum Kind: String, Sendable, CaseIterable {
        case vehiclePositions = "vehicle-positions"
        case tripUpdates = "trip-updates"
        case alerts
    }

    let snapshot: NetworkSnapshot
    /// The selected feed of the network; nil publishes all.
    private let selection: FeedSelection?
    /// The expected stop calls of each vehicle of the snapshot.
    let expectedCalls: [[ProgressPredictor.PredictedCall]]

    /// The maximum age of published positions, in seconds.
    private static let maximumAgeSeconds = 300.0

    /// Creates the feeds of a snapshot.
    ///
    /// `expectedCalls`: The expected stop calls of each vehicle, in the snapshot's order.
    ///
    /// `selection`: Limits the content to one feed of the network, with its own ids.
    package init(
        _ snapshot: NetworkSnapshot, expecting expectedCalls: [[ProgressPredictor.PredictedCall]],
        selection: FeedSelection? = nil
    ) {
        precondition(expectedCalls.count == snapshot.vehicles.count, "a list for each vehicle")
        self.snapshot = snapshot
        self.selection = selection
        self.expectedCalls = expectedCalls
    }

    /// Encodes a complete feed.
    ///
    /// - Throws: ``GTFSRealtimeError/notEncodable(_:)`` if encoding fails.
    package func feed(
        _ kind: Kind, as form: FeedWriter.Form = .binary
    ) throws(GTFSRealtimeError) -> [UInt8] {
        let writer = FeedWriter(feedVersion: snapshot.timetable.revision)
        return switch kind {
        case .vehiclePositions:
            try writer.write(
                vehicles, at: snapshot.asOf, as: form, about: snapshot.vehicles.count)
        case .tripUpdates:
            try writer.write(
                at: snapshot.asOf, as: form, about: tripUpdateCount, each: selectedTripUpdates)
        case .alerts:
            try writer.write(
                (selection.map { alerts().compactMap($0.alert) } ?? alerts())
                    .map { TransitRealtime_FeedEntity($0) }, at: snapshot.asOf, as: form)
        }
    }

    /// Encodes the feed of trip updates, with the bytes of an earlier one where they still hold.
    ///
    /// `append` appends a range of the earlier feed, counted from its first entity. The result is
    /// that of ``feed(_:as:)``, and where the next feed may find what it repeats.
    ///
    /// - Throws: ``GTFSRealtimeError/notEncodable(_:)`` if encoding fails.
    package func tripUpdates(
        repeating earlier: TripUpdateParts?, append: (Range<Int>, inout [UInt8]) -> Void
    ) throws(GTFSRealtimeError) -> (feed: [UInt8], parts: TripUpdateParts) {
        var parts = TripUpdateParts(snapshot, about: earlier?.count ?? 0)
        let writer = FeedWriter(feedVersion: snapshot.timetable.revision)
        let feed = try writer.write(
            at: snapshot.asOf, reserving: FeedWriter.tripUpdateBytes * tripUpdateCount
        ) { message in
            var newest = snapshot.asOf
            let start = message.bytes.count
            parts.ids = forEachTripUpdate(
                repeating: earlier,
                same: { source, known in
                    let first = message.bytes.count - start
                    newest = max(newest, source.knownAt ?? newest)
                    message.write { append(known, &$0) }
                    parts.add(source, first..<message.bytes.count - start)
                },
                { update, source in
                    guard let own = selected(update) else { return }
                    let first = message.bytes.count - start
                    newest = max(newest, own.time ?? newest)
                    message.put(own)
                    if let source { parts.add(source, first..<message.bytes.count - start) }
                })
            return newest
        }
        return (feed, parts)
    }

    /// The approximate number of trip updates.
    private var tripUpdateCount: Int {
        max(snapshot.vehicles.count, snapshot.overlay.changes.count)
    }

    private func selectedTripUpdates(to write: (RealtimeTripUpdate) -> Void) {
        forEachTripUpdate { update, _ in
            if let own = selected(update) { write(own) }
        }
    }

    /// Returns an update as the selected feed has it; nil if it is of another feed.
    private func selected(_ update: RealtimeTripUpdate) -> RealtimeTripUpdate? {
        guard let selection else { return update }
        return selection.update(update)
    }

    /// Whether a vehicle's last fix is recent enough to be published.
    func isRecent(_ vehicle: LiveVehicle) -> Bool {
        snapshot.asOf.seconds(since: vehicle.fix.time) <= Self.maximumAgeSeconds
    }

    /// The selected feed's vehicles, each made when it is needed.
    private var vehicles: some Sequence<RealtimeVehicle> {
        let timetable = snapshot.timetable
        return snapshot.vehicles.lazy.filter(isRecent).compactMap { vehicle in
            let vehicle = RealtimeVehicle(
                fix: vehicle.fix, trip: vehicle.progress.map { trip($0, timetable) },
                stop: stopState(vehicle))
            guard let selection else { return vehicle }
            return selection.vehicle(vehicle)
        }
    }

    private func trip(_ progress: VehicleProgress, _ timetable: Timetable) -> RealtimeTrip {
        guard progress.schedule.lap == nil else {
            // A lap of a loop is a trip of no service day; consumers know only the route.
            let route = timetable.trips.routes[progress.trip]
            return RealtimeTrip(tripID: nil, routeID: timetable.routes.id(route))
        }
        return TripMapper.descriptor(of: progress.datedRun, progress.pattern, in: timetable)
    }

    private func stopState(_ vehicle: LiveVehicle) -> RealtimeVehicle.StopState? {
        let timetable = snapshot.timetable
        // After its end a loop's path repeats, where stop calls have no numbers.
        guard let progress = vehicle.progress, progress.schedule.lap == nil else { return nil }
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
}
