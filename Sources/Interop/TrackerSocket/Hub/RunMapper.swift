import Realtime
import Timetables
import TransitModel

/// Maps trips and stations to the messages of the tracker socket.
struct RunMapper: Sendable {
    let timetable: Timetable
    let names: TrackerNames

    /// Returns the stops of a trip with planned and expected times.
    ///
    /// `vehicle`: The vehicle on the trip; nil if none was observed.
    func stopSequence(
        _ dated: DatedRun, trainID: String, vehicle: LiveVehicle?, overlay: RealtimeOverlay,
        now: UnixTime
    ) -> TrackerStopSequence {
        let patterns = timetable.patterns
        let pattern = patterns.pattern(of: dated.run)
        let trip = patterns.runTrips[dated.run]
        let route = patterns.routes[pattern]
        let change = overlay.change(of: dated.run, on: dated.day)
        let stops = patterns.stops(of: pattern)
        let stations = stops.indices.map {
            station(dated, pattern, $0, change, isSeen: vehicle != nil, now: now)
        }
        var sequence = TrackerStopSequence(
            id: trainID,
            destination: timetable.trips.headsign(trip)
                ?? timetable.stops.name(stops[stops.count - 1]),
            mode: TrackerMode(timetable.routes.mode(route)), tenant: TrackerNames.tenant,
            stations: stations)
        sequence.line = names.line(route)
        sequence.routeIdentifier = timetable.trips.id(trip)
        sequence.hasRealtime = vehicle != nil || change != nil
        if let agency = timetable.routes.agencies[route].ifAny {
            sequence.operatorName = timetable.strings[timetable.agencies.names[agency]]
        }
        return sequence
    }

    private func station(
        _ dated: DatedRun, _ pattern: PatternIndex, _ position: Int, _ change: RunChange?,
        isSeen: Bool, now: UnixTime
    ) -> TrackerStopSequence.Station {
        let patterns = timetable.patterns
        let stops = patterns.stops(of: pattern)
        let call = change?.calls.indices.contains(position) == true ? change?.calls[position] : nil
        let stop = call?.stop ?? stops[position]
        let times = patterns.times(of: dated.run, in: pattern, at: position)
        let zone = timetable.timeZone(of: pattern)
        func instant(_ time: ServiceTime) -> Int64 {
            zone.time(time, on: dated.day).milliseconds
        }
        var station = TrackerStopSequence.Station(
            id: names.number(of: stop), name: timetable.stops.name(stop),
            uid: timetable.stops.id(stop),
            place: timetable.stops.coordinate(stop).map { MercatorPoint($0) })
        if position > 0 {
            station.aimedArrival = instant(times.arrival)
            station.arrival = instant(call?.arrival ?? times.arrival)
        }
        if position + 1 < stops.count {
            station.aimedDeparture = instant(times.departure)
            station.departure = instant(call?.departure ?? times.departure)
        }
        station.isExpected = call != nil
        station.isCancelled = change?.isCancelled == true || call?.isSkipped == true
        let rules = patterns.boardingRules(of: pattern, at: position)
        station.noPickUp = rules.pickup == .none
        station.noDropOff = rules.dropOff == .none
        station.platform = timetable.strings.ifAny(timetable.stops.platforms[stop])
        station.state =
            change?.isCancelled == true
            ? .journeyCancelled
            : call?.isSkipped == true ? .stopCancelled : state(station, isSeen, now.milliseconds)
        return station
    }

    /// Returns the vehicle's progress at a stop, derived from the times.
    ///
    /// Without an observed vehicle, passed stops are only assumed.
    private func state(
        _ station: TrackerStopSequence.Station, _ isSeen: Bool, _ now: Int64
    ) -> TrackerStopSequence.State {
        let arrival = station.arrival ?? station.departure ?? .max
        let departure = station.departure ?? station.arrival ?? .max
        if departure <= now { return isSeen ? .leaving : .timeBased }
        return arrival <= now && isSeen ? .boarding : .pending
    }

    /// Returns the path of a trip from its first stop to its last; nil if it has no path.
    func fullTrajectory(
        _ run: RunIndex, trainID: String, level: GeneralisationLevel?
    ) -> TrackerFullTrajectory? {
        let patterns = timetable.patterns
        let pattern = patterns.pattern(of: run)
        let trip = patterns.runTrips[run]
        guard let path = RunPath(timetable, trip: trip, pattern: pattern) else { return nil }
        let route = patterns.routes[pattern]
        let first = path.callDistances.first ?? 0
        let last = path.callDistances.last ?? path.length
        // A shape may extend before the first stop and after the last.
        let inner = path.points.indices.filter {
            first < path.distances[$0] && path.distances[$0] < last
        }
        let places =
            [path.place(at: first)] + inner.map { path.points[$0] }
            + [path.place(at: last)]
        let corners = places.map { MercatorPoint($0) }
        return TrackerFullTrajectory(
            trainID: trainID, line: names.line(route),
            mode: TrackerMode(timetable.routes.mode(route)),
            corners: level?.simplified(corners) ?? corners,
            stops: patterns.stops(of: pattern).compactMap {
                timetable.stops.coordinate($0).map { MercatorPoint($0) }
            }, level: level)
    }

    /// Returns a station with its routes and modes; nil if it has no coordinate.
    func station(_ stop: StopIndex) -> TrackerStation? {
        guard let number = names.number(of: stop), let place = timetable.stops.coordinate(stop)
        else { return nil }
        let stops = timetable.stops
        var routes = Set<RouteIndex>()
        for part in [stop] + stops.children[stops.childOffsets[stop]] {
            for row in stops.callOffsets[part] {
                routes.insert(timetable.patterns.routes[stops.callPatterns[row]])
            }
        }
        let modes = Set(routes.map { TrackerMode(timetable.routes.mode($0)) })
        return TrackerStation(
            number: number, uid: stops.id(stop), name: stops.name(stop),
            place: MercatorPoint(place),
            isAccessible: stops.wheelchairBoarding(stop) == .unknown
                ? nil : stops.wheelchairBoarding(stop) == .yes,
            modes: TrackerMode.allCases.filter(modes.contains),
            lines: routes.sorted().map { names.line($0) })
    }
}
