package import Realtime
package import Timetables
package import TransitModel

#if !hasFeature(Embedded)
import Synchronization
#endif

/// Makes the departure and arrival boards of a network, ordered by expected time.
///
/// The runs of a pattern are in order at each of its stops. A board finds the first run of each
/// calling pattern by binary search, continues run by run for a quarter of an hour, and doubles
/// that time until the page is full. Changed runs are not in that order and are checked one by one.
package final class BoardMaker: Sendable {
    let timetable: Timetable
    /// The agencies' time zones without duplicates; the first is the network's.
    let zones: [TransitTimeZone]
    /// The latest end of any run, in seconds of its service day.
    let latestSeconds: Int
    private let zoneOfAgency: [Int32]
    private let stopZones: [StringIndex: TransitTimeZone]
    /// The index of the last overlay.
    private let changes: Mutex<BoardChanges>

    /// Creates the boards of a network.
    /// - Complexity: linear in the patterns and the stops.
    package init(_ timetable: Timetable) {
        self.timetable = timetable
        var zones = [timetable.timeZone]
        zoneOfAgency = timetable.agencyTimeZones.map { zone in
            if let known = zones.firstIndex(of: zone) { return Int32(known) }
            zones.append(zone)
            return Int32(zones.count - 1)
        }
        self.zones = zones
        var latest: Int32 = 0
        for pattern in timetable.patterns.indices {
            guard let run = timetable.patterns.runs(of: pattern).last else { continue }
            let end = timetable.patterns.stopOffsets[pattern].count - 1
            latest = max(
                latest, timetable.patterns.times(of: run, in: pattern, at: end).departure.seconds)
        }
        latestSeconds = Int(latest)
        var stopZones: [StringIndex: TransitTimeZone] = [:]
        for name in timetable.stops.timeZones.buffer where name != .none && stopZones[name] == nil {
            stopZones[name] = TransitTimeZone(identifier: timetable.strings[name])
        }
        self.stopZones = stopZones
        changes = Mutex(BoardChanges(.none, timetable))
    }

    package func board(
        _ request: BoardRequest, overlay: RealtimeOverlay = .none
    ) -> StopBoard {
        let changes = changes(of: overlay)
        let scan = BoardScan(request, self, changes)
        let page = scan.page(request)
        let calls = describe(
            page.found, scan, furtherCalls: request.furtherCalls, lasts: scan.lasts(of: page.found))
        let end = page.later.time
        return StopBoard(
            stop: request.stop, kind: request.kind,
            timeZone: timeZone(of: request.stop), calls: calls, later: page.later,
            earlier: page.earlier,
            emptiness: calls.isEmpty ? emptiness(of: request, scan) : nil,
            alerts: changes.alerts(
                stops: scan.alertStops, from: page.earlier.time, to: end))
    }

    /// Returns the next calls of each line and direction within the span of the request.
    ///
    /// The span is limited to a day, and each line has at most `callsEach` (1 to 20) calls that
    /// riders can use. Lines are in order of their first call; if there are none,
    /// ``board(_:overlay:)`` reports why.
    package func groups(
        _ request: BoardRequest, callsEach: Int, overlay: RealtimeOverlay = .none
    ) -> [BoardGroup] {
        let changes = changes(of: overlay)
        let scan = BoardScan(request, self, changes)
        var request = request
        request.spanSeconds = min(86_400, request.spanSeconds)
        request.goesBack = false
        let wanted = min(20, max(1, callsEach))
        var order: [LineDirection] = []
        var found: [LineDirection: [BoardScan.Found]] = [:]
        var served: [LineDirection: Int] = [:]
        for call in scan.everything(request) {
            let line = scan.line(of: call)
            if found[line] == nil { order.append(line) }
            // There may be any number of calls that riders cannot use.
            guard served[line, default: 0] < wanted, found[line, default: []].count < 4 * wanted
            else { continue }
            found[line, default: []].append(call)
            if call.status == .runs { served[line, default: 0] += 1 }
        }
        let lasts = scan.lasts(of: found.values.flatMap { $0 })
        return order.map { line in
            BoardGroup(
                line: line,
                calls: describe(
                    found[line] ?? [], scan, furtherCalls: request.furtherCalls, lasts: lasts))
        }
    }

    /// Returns the time zone at a stop: GTFS `stop_timezone`, a station's for all its platforms,
    /// else that of the first line that calls.
    package func timeZone(of stop: StopIndex) -> TransitTimeZone {
        let stops = timetable.stops
        for place in [stops.parent(stop), stop] {
            if let place, let zone = stopZones[stops.timeZones[place]] { return zone }
        }
        for place in BoardStops.stops(of: stop, timetable) {
            guard let row = stops.callOffsets[place].first else { continue }
            return zones[Int(zone(of: timetable.patterns.routes[stops.callPatterns[row]]))]
        }
        return timetable.timeZone
    }

    /// Returns the index of a route's time zone in `zones`.
    func zone(of route: RouteIndex) -> Int32 {
        let agency = timetable.routes.agencies[route]
        return agency == .none ? 0 : zoneOfAgency[agency.row]
    }

    private func changes(of overlay: RealtimeOverlay) -> BoardChanges {
        changes.withLock { known in
            if known.overlay !== overlay { known = BoardChanges(overlay, timetable) }
            return known
        }
    }

    private func emptiness(of request: BoardRequest, _ scan: BoardScan) -> StopBoard.Emptiness {
        if scan.place.calls.isEmpty, scan.changed.isEmpty { return .neverServed }
        let services = timetable.services
        let span = Int64(min(BoardRequest.maximumSpanSeconds, max(1, request.spanSeconds)))
        let start = request.cursor.seconds - (request.goesBack ? span : 0)
        let first = zones[0].start(of: services.firstDay).seconds
        let last = zones[0].start(of: services.lastDay.advanced(by: 1)).seconds
        if start + span <= first || start >= last {
            return .outsideTimetable(first: services.firstDay, last: services.lastDay)
        }
        guard !request.goesBack else { return .noneInSpan(next: nil) }
        return .noneInSpan(next: scan.nextCall(from: request.cursor)?.time)
    }
}
