import Prediction
import Realtime
import Timetables
import TransitModel

/// The feed of trip updates.
///
/// It has explicit times at every remaining stop call, since consumers differ in how they propagate
/// a delay.
extension RealtimeFeeds {
    /// Passes updates of trips with a vehicle, of other trips with live data, and of added trips.
    ///
    /// `same` gets those that an earlier feed has, and where; without such a feed it is not called.
    /// `body` gets the others, with what the next feed needs to repeat them; nil if it cannot.
    /// Returns ids for the next feed.
    @discardableResult
    func forEachTripUpdate(
        repeating earlier: TripUpdateParts? = nil,
        same: (TripUpdateParts.Source, _ bytes: Range<Int>) -> Void = { _, _ in },
        _ body: (RealtimeTripUpdate, TripUpdateParts.Source?) -> Void
    ) -> PublishedIDs {
        // It is not optional in the loop, which would copy it for each run.
        let earlier =
            earlier.flatMap { $0.serves(snapshot) ? $0 : nil } ?? TripUpdateParts(snapshot)
        var ids = PublishedIDs(after: earlier.ids)
        // Added trips must not reuse an entity's id.
        var used = Set<String>()
        let hasAdded = !snapshot.overlay.added.isEmpty
        func put(_ update: RealtimeTripUpdate, _ source: TripUpdateParts.Source? = nil) {
            if hasAdded { used.insert(update.entityID) }
            body(update, source)
        }
        for (vehicle, ahead) in zip(snapshot.vehicles, expectedCalls) where isRecent(vehicle) {
            if let update = update(of: vehicle, ahead, &ids) { put(update) }
        }
        // A replaced trip is published by its replacement.
        let replaced = Set(snapshot.overlay.added.compactMap(replacedRun))
        var repeated: [(source: TripUpdateParts.Source, bytes: Range<Int>)] = []
        var others: [OtherRun] = []
        for (run, change) in snapshot.overlay.changes
        where !ids.contains(run) && !replaced.contains(run) {
            if let known = earlier.part(of: run, change, in: snapshot) {
                repeated.append(known)
            } else {
                let id =
                    earlier.entityID(of: run)
                    ?? TripMapper.entityID(of: run, in: snapshot.timetable)
                others.append(OtherRun(id: id, run: run, change: change))
            }
        }
        // The feed before has updates in the order of their ids.
        repeated.sort { $0.bytes.lowerBound < $1.bytes.lowerBound }
        others.sort { $0.id < $1.id }
        var next = 0
        func repeatUpdates(before id: String? = nil) {
            while next < repeated.count, id.map({ repeated[next].source.entityID < $0 }) ?? true {
                let (source, bytes) = repeated[next]
                if hasAdded { used.insert(source.entityID) }
                same(source, bytes)
                next += 1
            }
        }
        for other in others {
            repeatUpdates(before: other.id)
            if let (update, source) = update(of: other, &ids) { put(update, source) }
        }
        repeatUpdates()
        for update in snapshot.overlay.added.compactMap(update)
        where used.insert(update.entityID).inserted {
            body(update, nil)
        }
        ids.end()
        return ids
    }

    /// A run without a vehicle.
    private struct OtherRun {
        let id: String
        let run: DatedRun
        let change: RunChange
    }

    // MARK: - Runs with a vehicle

    private func update(
        of vehicle: LiveVehicle, _ ahead: [ProgressPredictor.PredictedCall],
        _ ids: inout PublishedIDs
    ) -> RealtimeTripUpdate? {
        guard let progress = vehicle.progress, progress.schedule.lap == nil else { return nil }
        let run = progress.datedRun
        let change = snapshot.overlay.changes[run]
        // If two vehicles claim a trip, the first one counts.
        guard change?.isCancelled != true,
            let id = ids.newEntity(of: run, in: snapshot.timetable),
            let first = ahead.first?.position
        else { return nil }
        let mapper = TripMapper(snapshot.timetable, progress, &ids)
        var calls = CallList(reserving: ahead.count)
        // A vehicle at the first stop is still to leave, at its departure time or later.
        let isWaiting = progress.callAtStop == 0
        // The scheduled times of calls made early are still to come. They are published as past, so
        // that riders do not wait there.
        for position in 0..<first
        where mapper.scheduled(position).departure >= snapshot.asOf || isWaiting {
            guard let made = change?.calls[position] else { continue }
            let departure = mapper.instant(made.departure)
            let time = isWaiting ? departure : min(departure, vehicle.fix.time)
            calls.add(
                made, mapper, position, arrival: time, departure: time,
                uncertainty: isWaiting
                    ? Int32(
                        Self.usualUncertainty(ahead: departure.seconds(since: vehicle.fix.time)))
                    : 0)
        }
        let isReported = snapshot.overlay.knownAt[run] != nil
        let isSilent = vehicle.freshness(at: snapshot.asOf) != .live
        for expected in ahead where expected.position < mapper.callCount {
            let known = change?.calls[expected.position]
            let word = isReported ? known : nil
            calls.add(
                known, mapper, expected.position,
                arrival: word.map { mapper.instant($0.arrival) } ?? expected.arrival,
                departure: word.map { mapper.instant($0.departure) } ?? expected.departure,
                uncertainty: word?.spread.map(Self.uncertainty)
                    ?? Self.uncertainty(expected, seenAt: vehicle.fix.time, isSilent: isSilent))
        }
        return RealtimeTripUpdate(
            entityID: id, trip: mapper.descriptor(), vehicleID: vehicle.id,
            vehicleLabel: vehicle.fix.label, time: vehicle.fix.time,
            delaySeconds: Int32(progress.delaySeconds.rounded()), calls: calls.calls)
    }

    /// Returns the uncertainty in seconds: 80 % of arrivals deviate by less, either way.
    ///
    /// Without measurements it is half a minute, or a tenth of the time ahead if that is more.
    private static func uncertainty(
        _ call: ProgressPredictor.PredictedCall, seenAt: UnixTime, isSilent: Bool
    ) -> Int32 {
        var seconds = usualUncertainty(ahead: call.arrival.seconds(since: seenAt))
        if let span = call.span {
            seconds = max(
                call.arrival.seconds(since: span.earliest), span.latest.seconds(since: call.arrival)
            )
        }
        return Int32(max(0, min(3600, seconds)).rounded())
            + (isSilent ? ExpectationCache.silentSeconds : 0)
    }

    private static func usualUncertainty(ahead seconds: Double) -> Double { max(30, seconds / 10) }

    private static func uncertainty(_ spread: CallSpread) -> Int32 {
        Int32(max(spread.earlyArrival, spread.lateArrival))
    }

    // MARK: - Runs without a vehicle

    /// Returns the update, and what it was made from if the next feed may repeat it.
    private func update(
        of other: OtherRun, _ ids: inout PublishedIDs
    ) -> (RealtimeTripUpdate, TripUpdateParts.Source?)? {
        let (id, run, change) = (other.id, other.run, other.change)
        let mapper = TripMapper(snapshot.timetable, run, &ids)
        let known = snapshot.overlay.knownAt[run]
        if change.isCancelled {
            let trip = snapshot.timetable.patterns.runTrips[run.run]
            // A missing vehicle does not cancel an estimated trip.
            guard mapper.scheduled(mapper.callCount - 1).arrival >= snapshot.asOf,
                !snapshot.timetable.trips.isEstimated(trip)
            else { return nil }
            let update = RealtimeTripUpdate(
                entityID: id, trip: mapper.descriptor(isCancelled: true), time: known, calls: [])
            return (update, nil)
        }
        guard let last = change.calls.last, mapper.instant(last.arrival) >= snapshot.asOf else {
            return nil
        }
        var calls = CallList(reserving: change.calls.count)
        let guess = guessPeriod(of: run)
        // Until then no call of the update is omitted, and no guess is another one.
        var holdsUntil = mapper.instant(last.arrival)
        for (position, call) in change.calls.enumerated() {
            // A stop call is omitted once both its scheduled and its expected departure have
            // passed.
            let departure = mapper.instant(call.departure)
            let passed = max(departure, mapper.scheduled(position).departure)
            guard passed >= snapshot.asOf else { continue }
            holdsUntil = min(holdsUntil, passed)
            let arrival = mapper.instant(call.arrival)
            var uncertainty = call.spread.map(Self.uncertainty)
            // Without a source the times are derived from the vehicle's trip before.
            if uncertainty == nil, known == nil {
                holdsUntil = min(holdsUntil, guess.end)
                let ahead = arrival.seconds(since: guess.start)
                uncertainty = Int32(min(3600, Self.usualUncertainty(ahead: ahead)))
            }
            calls.add(
                call, mapper, position, arrival: arrival, departure: departure,
                uncertainty: uncertainty)
        }
        let update = RealtimeTripUpdate(
            entityID: id, trip: mapper.descriptor(), time: known, calls: calls.calls)
        let source = TripUpdateParts.Source(
            entityID: id, run: run, change: change, knownAt: known, holdsUntil: holdsUntil)
        return (update, source)
    }

    /// How long a guess of a run's uncertainty is kept, in milliseconds.
    private static let guessMilliseconds: Int64 = 120_000

    /// Returns when the guess of a run's uncertainty was made, and until when it is kept.
    ///
    /// A guess that followed the time would change each update in each feed. Runs take turns, so
    /// that all feeds have about as much that is new.
    private func guessPeriod(of run: DatedRun) -> (start: UnixTime, end: UnixTime) {
        let now = snapshot.asOf.milliseconds
        let start = now - (now + Int64(run.run.rawValue) * 1000) % Self.guessMilliseconds
        return (
            UnixTime(milliseconds: start),
            UnixTime(milliseconds: start + Self.guessMilliseconds - 1)
        )
    }

    // MARK: - Runs in no timetable

    /// Returns the trip that an added one replaces under the same id.
    private func replacedRun(_ added: AddedRun) -> DatedRun? {
        guard let run = added.replaces else { return nil }
        let trip = snapshot.timetable.patterns.runTrips[run.run]
        return snapshot.timetable.trips.id(trip) == added.tripID ? run : nil
    }

    private func update(of added: AddedRun) -> RealtimeTripUpdate? {
        let timetable = snapshot.timetable
        let agency = timetable.routes.agencies[added.route]
        let zone = agency == .none ? timetable.timeZone : timetable.agencyTimeZones[agency.row]
        let start = zone.start(of: added.day)
        func instant(_ time: ServiceTime) -> UnixTime {
            start.advanced(bySeconds: Double(time.seconds))
        }
        guard let first = added.calls.first, let last = added.calls.last,
            instant(last.arrival) >= snapshot.asOf
        else { return nil }
        var calls = CallList()
        for (position, call) in added.calls.enumerated() {
            calls.add(
                arrival: instant(call.arrival), departure: instant(call.departure)
            ) { arrival, departure in
                RealtimeCall(
                    stopSequence: UInt32(position + 1), stopID: timetable.stops.id(call.stop),
                    arrival: RealtimeEvent(time: arrival, delaySeconds: nil),
                    departure: RealtimeEvent(time: departure, delaySeconds: nil),
                    departureOccupancy: call.occupancy)
            }
        }
        return RealtimeTripUpdate(
            entityID: "\(added.tripID)@\(added.day.compactDescription)",
            trip: RealtimeTrip(
                tripID: added.tripID, routeID: timetable.routes.id(added.route),
                serviceDay: added.day, startTime: first.departure,
                relationship: replacedRun(added) == nil ? .new : .replacement),
            headsign: added.headsign ?? timetable.stops.name(last.stop), calls: calls.calls)
    }
}

/// Stop calls in order of travel, each at least a second after the previous, as consumers require.
private struct CallList {
    private(set) var calls: [RealtimeCall] = []
    private var earliest = UnixTime(seconds: 0)

    init(reserving count: Int = 0) {
        calls.reserveCapacity(count)
    }

    mutating func add(
        _ word: ExpectedCall?, _ mapper: TripMapper, _ position: Int, arrival: UnixTime,
        departure: UnixTime, uncertainty: Int32?
    ) {
        guard word?.isSkipped != true else {
            calls.append(mapper.skipped(position))
            return
        }
        add(arrival: arrival, departure: departure) { arrival, departure in
            mapper.call(
                position, arrival: arrival, departure: departure, uncertainty: uncertainty,
                word: word)
        }
    }

    mutating func add(
        arrival: UnixTime, departure: UnixTime, _ make: (UnixTime, UnixTime) -> RealtimeCall
    ) {
        let arrival = max(UnixTime(seconds: arrival.seconds), earliest)
        let departure = max(UnixTime(seconds: departure.seconds), arrival)
        earliest = departure.advanced(bySeconds: 1)
        calls.append(make(arrival, departure))
    }
}
