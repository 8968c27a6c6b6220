package import Realtime
package import Timetables
package import TransitModel

/// Converts the trip updates of live sources to deviations from the timetable.
///
/// Delays propagate as specified by GTFS-Realtime: an update applies to all later calls until the
/// next one, or until the source states that there is no data. A skipped call does not affect the
/// calls after it. Calls before the first update are unknown and stay as scheduled, but not later
/// than it.
///
/// An update whose trip the network does not know is applied to the run given by its route and
/// start time, to the run found before for the same trip id, or to the run whose timetable its
/// times fit.
package struct TripUpdateReader: Sendable {
    /// The maximum deviation of plausible updates from the timetable, in seconds.
    package static let maximumSeconds: Int32 = 2 * 3600
    /// The maximum speed of an added run between two stops, in metres per second.
    private static let topSpeed = 150.0
    /// The maximum number of updates of unknown trips that are compared with the timetable at once.
    private static let maximumCompared = 5000

    /// Counts of what became of updates, for operators.
    package struct Statistics: Sendable, Equatable {
        /// Updates of known runs, or of new runs that could be created.
        package var matched = 0
        /// Updates of unknown runs.
        package var unmatched = 0
        /// Updates with impossible times.
        package var implausible = 0
        /// Matched updates of scheduled runs, by how the run was found.
        package var matchedBy: [MatchWay: Int] = [:]
        /// Examples of trips that match no run.
        package var unmatchedTrips = UnmatchedTrips()
    }

    private let timetable: Timetable
    private let finder: RunFinder
    private let stopTimes: StopTimesFinder
    private let aliases: RunAliases
    /// The runs found for unknown trip ids.
    package private(set) var foundAliases: [String: FoundRun] = [:]
    package private(set) var changes: [DatedRun: RunChange] = [:]
    /// Runs that are not in the timetable.
    package private(set) var added: [AddedRun] = []
    /// When the source knew of each changed run, as far as it reports that.
    package private(set) var knownAt: [DatedRun: UnixTime] = [:]
    package private(set) var statistics = Statistics()

    /// Creates a reader; `aliases` are the runs found before for unknown trip ids.
    package init(_ timetable: Timetable, aliases: RunAliases = RunAliases()) {
        self.timetable = timetable
        self.aliases = aliases
        stopTimes = StopTimesFinder(timetable)
        finder = RunFinder(timetable)
    }

    /// Applies an update; a later one for the same run replaces an earlier one.
    ///
    /// `now` determines the day if the source does not state it.
    package mutating func read(_ update: TripUpdate, now: UnixTime) {
        switch update.relationship {
        case .new: count(addRun(update, replacing: nil, now: now))
        case .duplicated: count(duplicate(update, now: now))
        case .cancelled, .deleted, .replacement, .scheduled:
            guard let found = find(update, now: now) else { return reject(update) }
            read(update, of: found, now: now)
        }
    }

    /// Applies all updates of a feed message.
    ///
    /// Updates that name a known run are applied first, so that no update of an unknown trip is
    /// matched to the same run.
    package mutating func read(_ updates: some Sequence<TripUpdate>, now: UnixTime) {
        var unknown: [TripUpdate] = []
        for update in updates {
            switch update.relationship {
            case .new, .duplicated: read(update, now: now)
            case .cancelled, .deleted, .replacement, .scheduled:
                if let found = finder.find(update.trip, at: update.time ?? now) {
                    read(update, of: found, now: now)
                } else {
                    unknown.append(update)
                }
            }
        }
        for update in unknown.prefix(Self.maximumCompared) { read(update, now: now) }
        for update in unknown.dropFirst(Self.maximumCompared) { reject(update) }
    }

    private mutating func reject(_ update: TripUpdate) {
        statistics.unmatched += 1
        statistics.unmatchedTrips.add(update.trip)
    }

    private mutating func find(_ update: TripUpdate, now: UnixTime) -> FoundRun? {
        if let found = finder.find(update.trip, at: update.time ?? now) { return found }
        let tripID = update.trip.tripID
        if let known = tripID.flatMap({ aliases.find($0, at: now) }), changes[known.run] == nil {
            return known
        }
        guard let run = stopTimes.run(of: update, at: now, isTaken: { changes[$0] != nil })
        else { return nil }
        let found = FoundRun(run: run, way: .stopTimes)
        if let tripID { foundAliases[tripID] = found }
        return found
    }

    private mutating func read(_ update: TripUpdate, of found: FoundRun, now: UnixTime) {
        let run = found.run
        let before = statistics.matched
        if let time = update.time { knownAt[run] = time }
        switch update.relationship {
        case .scheduled: change(run, update)
        case .replacement: count(addRun(update, replacing: run, now: now))
        default:
            changes[run] = update.relationship == .deleted ? .deleted : .cancelled
            statistics.matched += 1
        }
        if statistics.matched > before { statistics.matchedBy[found.way, default: 0] += 1 }
    }

    /// Returns an overlay of everything read.
    package func overlay(version: UInt64, alerts: [ServiceAlert] = []) -> RealtimeOverlay {
        RealtimeOverlay(
            version: version, changes: changes, added: added, alerts: alerts, knownAt: knownAt)
    }

    private mutating func count(_ isGood: Bool) {
        if isGood { statistics.matched += 1 } else { statistics.implausible += 1 }
    }

    // MARK: - Runs of the timetable

    private mutating func change(_ run: DatedRun, _ update: TripUpdate) {
        let pattern = timetable.patterns.pattern(of: run.run)
        let start = timetable.timeZone(of: pattern).start(of: run.day)
        var reading = RunReading(timetable, run: run.run, pattern: pattern, dayStart: start)
        reading.read(update)
        guard reading.isPlausible else {
            statistics.implausible += 1
            return
        }
        statistics.matched += 1
        let served = reading.calls.lazy.filter { !$0.isSkipped }.prefix(2).count
        changes[run] = served < 2 ? .cancelled : RunChange(calls: reading.calls)
    }

    // MARK: - Other runs

    private mutating func addRun(
        _ update: TripUpdate, replacing run: DatedRun?, now: UnixTime
    ) -> Bool {
        let route =
            update.trip.routeID.flatMap { timetable.routes.find(id: $0) }
            ?? run.map { timetable.trips.routes[timetable.patterns.runTrips[$0.run]] }
            // An additional run of a scheduled trip may be given by that trip's id only.
            ?? update.trip.tripID.flatMap { timetable.trips.find(id: $0) }
            .map { timetable.trips.routes[$0] }
        guard let route, let tripID = update.trip.tripID else { return false }
        let zone = zone(of: route)
        let day = run?.day ?? update.trip.serviceDay ?? zone.day(at: update.time ?? now)
        let start = zone.start(of: day)
        var calls: [AddedCall] = []
        for call in update.calls where call.relationship != .skipped {
            guard let stopID = call.assignedStopID ?? call.stopID,
                let stop = timetable.stops.find(id: stopID),
                let arrival = Self.instant(call.arrival) ?? Self.instant(call.departure)
            else { continue }
            let departure = Self.instant(call.departure) ?? arrival
            calls.append(
                AddedCall(
                    stop: stop, arrival: Self.seconds(arrival, since: start),
                    departure: Self.seconds(departure, since: start),
                    occupancy: call.departureOccupancy))
        }
        guard isPossible(calls),
            let made = AddedRun(
                tripID: tripID, day: day, route: route, headsign: update.headsign,
                replaces: run, calls: calls)
        else { return false }
        if let run { changes[run] = .cancelled }
        added.removeAll { $0.tripID == tripID && $0.day == day }
        added.append(made)
        return true
    }

    private mutating func duplicate(_ update: TripUpdate, now: UnixTime) -> Bool {
        guard let copy = update.copy, let tripID = copy.tripID, let start = copy.startTime,
            let original = update.trip.tripID.flatMap({ timetable.trips.find(id: $0) }),
            let run = timetable.trips.runs(of: original).first
        else { return false }
        let patterns = timetable.patterns
        let pattern = patterns.pattern(of: run)
        let day =
            copy.serviceDay ?? update.trip.serviceDay
            ?? timetable.timeZone(of: pattern).day(at: update.time ?? now)
        let shift = start.seconds - patterns.runStarts[run]
        var reading = RunReading(
            timetable, run: run, pattern: pattern,
            dayStart: timetable.timeZone(of: pattern).start(of: day), shift: shift)
        reading.read(update)
        guard reading.isPlausible else { return false }
        let stops = patterns.stops(of: pattern)
        let calls = RunChange(calls: reading.calls).calls.enumerated()
            .filter { !$0.element.isSkipped }.map { position, call in
                AddedCall(
                    stop: call.stop ?? stops[position], arrival: call.arrival,
                    departure: call.departure, occupancy: call.occupancy)
            }
        guard
            let made = AddedRun(
                tripID: tripID, day: day, route: timetable.trips.routes[original],
                headsign: update.headsign ?? timetable.trips.headsign(original), calls: calls)
        else { return false }
        added.removeAll { $0.tripID == tripID && $0.day == day }
        added.append(made)
        return true
    }

    private func zone(of route: RouteIndex) -> TransitTimeZone {
        let agency = timetable.routes.agencies[route]
        return agency == .none ? timetable.timeZone : timetable.agencyTimeZones[agency.row]
    }

    private static func instant(_ event: EventUpdate?) -> UnixTime? {
        if case .at(let time)? = event { return time }
        return nil
    }

    static func seconds(_ time: UnixTime, since start: UnixTime) -> ServiceTime {
        let seconds = time.seconds - start.seconds
        return ServiceTime(seconds: Int32(clamping: max(-864_000, min(8_640_000, seconds))))
    }

    /// Returns whether the implied speeds are possible and the times are close to the run's day.
    private func isPossible(_ calls: [AddedCall]) -> Bool {
        for (from, to) in zip(calls, calls.dropFirst()) {
            guard let a = timetable.stops.coordinate(from.stop),
                let b = timetable.stops.coordinate(to.stop)
            else { continue }
            let seconds = Double(to.arrival.seconds - from.departure.seconds) + 60
            if a.distanceMetres(to: b) > Self.topSpeed * seconds { return false }
        }
        return calls.allSatisfy { abs($0.arrival.seconds) < 5 * 86_400 }
    }
}
