import Realtime
import Timetables
package import Transit
import TransitModel
package import TransportAPI

extension OpendataMapper {
    /// Converts a board's calls into rows of a stationboard.
    ///
    /// `station` is the requested place. Without `includesPassList`, the other calls of each run
    /// are omitted.
    package func journeys(
        _ calls: [BoardCall], kind: BoardRequest.Kind, at station: OpendataLocation,
        includesPassList: Bool
    ) -> [OpendataBoardJourney] {
        var starts: [ServiceDayZone: Int64] = [:]
        // Most runs of a board call at the same stops.
        var known: [StopIndex: OpendataLocation] = [:]
        return calls.map { call in
            let run = runCalls(of: call, &starts)
            let departs = kind == .departures
            let end = departs ? call.headsign : timetable.stops.name(call.origin)
            var journey = journey(
                route: call.route, tripID: call.tripID, trip: call.trip, headsign: end)
            var stop = run.stop(at: call.position, self, &known)
            stop.location = station
            // Clients read the departure of arrivals too, so it is also set at the end of the run.
            if !departs, stop.departure == nil {
                stop.departure = stop.arrival
                stop.prognosis.departure = stop.prognosis.arrival
            }
            stop.isCancelled = call.status != .runs
            if stop.isCancelled { stop.delay = 0 }
            if includesPassList {
                // The subsequent or previous calls, the station itself first.
                let others =
                    departs
                    ? stride(from: call.position + 1, to: run.positions.upperBound, by: 1)
                    : stride(from: call.position - 1, to: run.positions.lowerBound - 1, by: -1)
                journey.passList = [stop]
                journey.passList.reserveCapacity(run.positions.count)
                for position in others {
                    journey.passList.append(run.stop(at: position, self, &known))
                }
            }
            return OpendataBoardJourney(stop: stop, journey: journey)
        }
    }

    private func runCalls(
        of call: BoardCall, _ starts: inout [ServiceDayZone: Int64]
    ) -> RunCalls {
        let agency = timetable.routes.agencies[call.route]
        let zone =
            agency == .none ? timetable.timeZone : timetable.agencyTimeZones[agency.row]
        let key = ServiceDayZone(day: call.serviceDay, zone: zone.identifier)
        let start = starts[key] ?? zone.start(of: call.serviceDay).seconds
        starts[key] = start
        switch call.source {
        case .scheduled(let run):
            return RunCalls(
                run, start: start, change: overlay.change(of: run.run, on: run.day), timetable)
        case .added(let number):
            return RunCalls(overlay.added[number], start: start)
        }
    }
}

/// A service day in a time zone.
private struct ServiceDayZone: Hashable {
    let day: ServiceDay
    let zone: String
}

/// All calls of a run on a day.
private struct RunCalls {
    private enum Content {
        case scheduled(RunIndex, PatternIndex, [ExpectedCall])
        case added([AddedCall])
    }

    private let content: Content
    private let start: Int64
    /// The positions of the calls, from 0.
    let positions: Range<Int>

    init(_ run: DatedRun, start: Int64, change: RunChange?, _ timetable: Timetable) {
        let pattern = timetable.patterns.pattern(of: run.run)
        let stops = timetable.patterns.stops(of: pattern)
        let calls = change?.calls ?? []
        // An estimated run whose vehicle is seen was never scheduled.
        if timetable.trips.isEstimated(timetable.patterns.runTrips[run.run]), !calls.isEmpty {
            content = .added(
                zip(stops, calls).map { stop, call in
                    AddedCall(stop: stop, arrival: call.arrival, departure: call.departure)
                })
        } else {
            content = .scheduled(run.run, pattern, calls)
        }
        self.start = start
        positions = 0..<stops.count
    }

    init(_ run: AddedRun, start: Int64) {
        content = .added(run.calls)
        self.start = start
        positions = run.calls.indices
    }

    private func instant(_ time: ServiceTime) -> UnixTime {
        UnixTime(seconds: start + Int64(time.seconds))
    }

    /// Returns a call; the first has no arrival, the last no departure.
    func stop(
        at position: Int, _ mapper: OpendataMapper, _ known: inout [StopIndex: OpendataLocation]
    ) -> OpendataStop {
        func location(_ stop: StopIndex) -> OpendataLocation {
            if let place = known[stop] { return place }
            let place = mapper.location(stop)
            known[stop] = place
            return place
        }
        let isFirst = position == positions.lowerBound
        let isLast = position == positions.upperBound - 1
        switch content {
        case .added(let calls):
            // There is no schedule, so the expected times are used as scheduled.
            let call = calls[position]
            var stop = OpendataStop(location(call.stop))
            stop.arrival = isFirst ? nil : mapper.clock.local(instant(call.arrival))
            stop.departure = isLast ? nil : mapper.clock.local(instant(call.departure))
            stop.platform = mapper.platform(call.stop)
            stop.expect(arrival: stop.arrival?.time, departure: stop.departure?.time)
            return stop
        case .scheduled(let run, let pattern, let expected):
            let patterns = mapper.timetable.patterns
            let scheduled = patterns.stops(of: pattern)[position]
            let times = patterns.times(of: run, in: pattern, at: position)
            let change = expected.isEmpty ? nil : expected[position]
            var stop = OpendataStop(location(change?.stop ?? scheduled))
            stop.arrival = isFirst ? nil : mapper.clock.local(instant(times.arrival))
            stop.departure = isLast ? nil : mapper.clock.local(instant(times.departure))
            stop.platform = mapper.platform(scheduled)
            guard let change else { return stop }
            stop.isCancelled = change.isSkipped
            if !isLast { stop.prognosis.capacity2nd = change.occupancy.map(mapper.capacity) }
            stop.expect(arrival: instant(change.arrival), departure: instant(change.departure))
            if let other = change.stop.flatMap(mapper.platform), other != stop.platform {
                stop.prognosis.platform = other
            }
            return stop
        }
    }
}
