import Realtime
import Timetables
import TransitModel

extension BoardScan {
    /// The board's stops and their station, for alerts.
    var alertStops: [StopIndex] {
        place.stops + (maker.timetable.stops.parent(place.stops[0]).map { [$0] } ?? [])
    }
}

extension BoardMaker {
    func describe(
        _ calls: [BoardScan.Found], _ scan: BoardScan, furtherCalls: Int,
        lasts: [LineDay: BoardCursor]
    ) -> [BoardCall] {
        let bound = min(BoardRequest.maximumFurtherCalls, max(0, furtherCalls))
        return calls.map { call in
            let line = scan.line(of: call)
            let isLast =
                call.status == .runs && lasts[LineDay(line: line, day: call.day)] == call.cursor
            return call.added == nil
                ? describe(call, line, isLast, bound, scan)
                : describeAdded(call, line, isLast, bound, scan)
        }
    }

    private func describe(
        _ call: BoardScan.Found, _ line: LineDirection, _ isLast: Bool, _ furtherCalls: Int,
        _ scan: BoardScan
    ) -> BoardCall {
        let patterns = timetable.patterns
        let stops = patterns.stops(of: call.pattern)
        let expected = call.change < 0 ? [] : scan.changes.changed[Int(call.change)].change.calls
        let start = zones[Int(zone(of: line.route))].start(of: call.day).seconds
        let trip = patterns.runTrips[call.run]
        let rules = patterns.boardingRules(of: call.pattern, at: call.position)
        let isDeparture = scan.place.kind == .departures
        let stop = expected.isEmpty ? nil : expected[call.position].stop
        func served(_ positions: some Collection<Int>) -> StopIndex? {
            positions.first { !expected[$0].isSkipped }.map { expected[$0].stop ?? stops[$0] }
        }
        let last = stops[stops.count - 1]
        // An estimated run whose vehicle is seen is no estimate any more, and cannot be late.
        let isSeen = timetable.trips.isEstimated(trip) && !expected.isEmpty
        return BoardCall(
            source: .scheduled(DatedRun(run: call.run, day: call.day)), position: call.position,
            tripID: timetable.trips.id(trip), trip: trip, route: line.route, line: line,
            serviceDay: call.day,
            headsign: timetable.trips.stopHeadsign(trip, at: call.position)
                ?? timetable.trips.headsign(trip) ?? timetable.stops.name(last),
            origin: served(expected.indices) ?? stops[0],
            terminus: served(expected.indices.reversed()) ?? last, stop: stop ?? call.stop,
            scheduledStop: call.stop,
            scheduled: isSeen ? nil : instant(start, call, call.position, isDeparture),
            expected: expected.isEmpty ? nil : call.cursor.time,
            span: expected.isEmpty
                ? nil
                : isDeparture
                    ? expected[call.position].spread?.span(departure: call.cursor.time)
                    : expected[call.position].spread?.span(arrival: call.cursor.time),
            occupancy: expected.isEmpty || !isDeparture ? nil : expected[call.position].occupancy,
            status: call.status,
            rule: isDeparture ? rules.pickup : rules.dropOff,
            booking: timetable.booking(
                of: call.run, at: call.position, on: call.day, dropsOff: !isDeparture),
            isLast: isLast, isReplacement: false,
            isApproximate: timetable.trips.isHeadwayBased(trip) && !isSeen,
            headwaySeconds: timetable.trips.headwaySeconds(
                trip, run: call.run, in: timetable.patterns),
            isEstimated: timetable.trips.isEstimated(trip) && !isSeen,
            alerts: scan.changes.alerts(
                line: line, trip: trip, stops: scan.alertStops, at: call.cursor.time),
            further: further(call, stops.count, furtherCalls, isDeparture).map { position in
                let expected = expected.isEmpty ? nil : expected[position]
                let seconds = isDeparture ? expected?.arrival : expected?.departure
                return FurtherCall(
                    stop: expected?.stop ?? stops[position],
                    scheduled: isSeen ? nil : instant(start, call, position, !isDeparture),
                    expected: seconds.map { UnixTime(seconds: start + Int64($0.seconds)) },
                    isSkipped: expected?.isSkipped ?? false)
            },
            cursor: call.cursor)
    }

    private func describeAdded(
        _ call: BoardScan.Found, _ line: LineDirection, _ isLast: Bool, _ furtherCalls: Int,
        _ scan: BoardScan
    ) -> BoardCall {
        let run = scan.changes.overlay.added[call.added ?? 0]
        let start = zones[Int(zone(of: run.route))].start(of: run.day).seconds
        let isDeparture = scan.place.kind == .departures
        let last = run.calls[run.calls.count - 1].stop
        return BoardCall(
            source: .added(call.added ?? 0), position: call.position, tripID: run.tripID,
            trip: nil, route: run.route, line: line, serviceDay: run.day,
            headsign: run.headsign ?? timetable.stops.name(last), origin: run.calls[0].stop,
            terminus: last, stop: call.stop, scheduledStop: call.stop, scheduled: nil,
            expected: call.cursor.time, span: nil,
            occupancy: isDeparture ? run.calls[call.position].occupancy : nil, status: .runs,
            rule: .regular, booking: nil, isLast: isLast, isReplacement: run.replaces != nil,
            isApproximate: false,
            headwaySeconds: nil, isEstimated: false,
            alerts: scan.changes.alerts(
                line: line, trip: nil, stops: scan.alertStops, at: call.cursor.time),
            further: further(call, run.calls.count, furtherCalls, isDeparture).map { position in
                let call = run.calls[position]
                let seconds = (isDeparture ? call.arrival : call.departure).seconds
                return FurtherCall(
                    stop: call.stop, scheduled: nil,
                    expected: UnixTime(seconds: start + Int64(seconds)), isSkipped: false)
            },
            cursor: call.cursor)
    }

    /// Returns the positions that follow (or precede), nearest first.
    private func further(
        _ call: BoardScan.Found, _ count: Int, _ bound: Int, _ isDeparture: Bool
    ) -> [Int] {
        isDeparture
            ? Array((call.position + 1..<count).prefix(bound))
            : Array((0..<call.position).reversed().prefix(bound))
    }

    private func instant(
        _ start: Int64, _ call: BoardScan.Found, _ position: Int, _ isDeparture: Bool
    ) -> UnixTime {
        let times = timetable.patterns.times(of: call.run, in: call.pattern, at: position)
        let seconds = (isDeparture ? times.departure : times.arrival).seconds
        return UnixTime(seconds: start + Int64(seconds))
    }
}
