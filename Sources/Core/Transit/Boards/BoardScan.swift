import Realtime
import Timetables
import TransitModel

/// Finds the calls of one board.
struct BoardScan {
    /// A call that is not described yet.
    struct Found {
        let cursor: BoardCursor
        /// `.none` for an added run.
        let pattern: PatternIndex
        /// The scheduled stop; for an added run, the stop of the call.
        let stop: StopIndex
        /// The index in `BoardChanges.changed`, -1 for an unchanged or added run.
        let change: Int32
        let status: BoardCall.Status

        var run: RunIndex { RunIndex(rawValue: UInt32(truncatingIfNeeded: cursor.number)) }
        var day: ServiceDay { ServiceDay(daysSince1970: cursor.day) }
        var position: Int { Int(cursor.position) }
        var added: Int? {
            cursor.number < BoardCursor.firstAdded
                ? nil : Int(cursor.number - BoardCursor.firstAdded)
        }
    }

    struct Page {
        let found: [Found]
        let earlier: BoardCursor
        let later: BoardCursor
    }

    let maker: BoardMaker
    let changes: BoardChanges
    let place: BoardStops
    /// The calls of changed and added runs at any time, in order.
    private(set) var changed: [Found] = []
    let times: RunTimes
    private var timetable: Timetable { maker.timetable }

    /// The first piece of a span that is searched.
    private static let firstPieceSeconds: Int64 = 900
    /// The time that an empty board searches for the next call.
    private static let maximumNextSeconds = 14 * 86_400

    init(_ request: BoardRequest, _ maker: BoardMaker, _ changes: BoardChanges) {
        self.maker = maker
        self.changes = changes
        place = BoardStops(request, maker)
        times = RunTimes(maker.timetable, request.kind)
        changed = changedCalls().sorted { $0.cursor < $1.cursor }
    }

    func page(_ request: BoardRequest) -> Page {
        let span = Int64(min(BoardRequest.maximumSpanSeconds, max(1, request.spanSeconds)))
        let limit = min(BoardRequest.maximumLimit, max(1, request.limit))
        let cursor = request.cursor
        if request.goesBack {
            let start = cursor.seconds - span
            let found = search(start..<cursor.seconds + 1, goesBack: true, limit) {
                $0.cursor < cursor
            }
            return Page(
                found: found.suffix(limit),
                earlier: found.count >= limit
                    ? found[found.count - limit].cursor : BoardCursor(UnixTime(seconds: start)),
                later: cursor)
        }
        let end = cursor.seconds + span
        let found = search(cursor.seconds..<end, goesBack: false, limit) { $0.cursor >= cursor }
        return Page(
            found: Array(found.prefix(limit)), earlier: cursor,
            later: found.count >= limit
                ? found[limit - 1].cursor.next : BoardCursor(UnixTime(seconds: end)))
    }

    /// Returns all calls within the span of a request.
    func everything(_ request: BoardRequest) -> [Found] {
        let start = request.cursor.seconds
        let span = start..<start + Int64(max(1, request.spanSeconds))
        return search(span, goesBack: false, .max) { $0.cursor >= request.cursor }
    }

    /// Returns the first call from a cursor on that riders can use, within two weeks.
    func nextCall(from cursor: BoardCursor) -> BoardCursor? {
        let span = cursor.seconds..<cursor.seconds + Int64(Self.maximumNextSeconds)
        return search(span, goesBack: false, 1) { $0.cursor >= cursor && $0.status == .runs }
            .first?.cursor
    }

    /// Returns all calls of a span, or piece by piece from one end at least as many as wanted, in
    /// order.
    private func search(
        _ span: Range<Int64>, goesBack: Bool, _ wanted: Int, _ isWanted: (Found) -> Bool
    ) -> [Found] {
        let days = ServiceDayStarts(span, maker)
        var found: [Found] = []
        var rest = span
        var piece = wanted == .max ? Int64(span.count) : Self.firstPieceSeconds
        while !rest.isEmpty, found.count < wanted {
            let length = min(piece, Int64(rest.count))
            let known = found.count
            if goesBack {
                collect(rest.upperBound - length..<rest.upperBound, days, into: &found)
                rest = rest.lowerBound..<rest.upperBound - length
            } else {
                collect(rest.lowerBound..<rest.lowerBound + length, days, into: &found)
                rest = rest.lowerBound + length..<rest.upperBound
            }
            let kept = found[known...].filter(isWanted)
            found.replaceSubrange(known..., with: kept)
            piece *= 2
        }
        found.sort { $0.cursor < $1.cursor }
        return found
    }

    /// Adds the calls of a piece of time, unordered.
    private func collect(
        _ span: Range<Int64>, _ days: ServiceDayStarts, into found: inout [Found]
    ) {
        for call in place.calls {
            for day in days.days(ofZone: call.zone) {
                let from = span.lowerBound - day.start
                let to = span.upperBound - day.start
                guard Int64(call.lastSeconds) >= from, Int64(call.firstSeconds) < to
                else { continue }
                collect(
                    call, day, Int32(clamping: from)..<Int32(clamping: to), into: &found)
            }
        }
        var row = firstChanged(from: span.lowerBound)
        while row < changed.count, changed[row].cursor.seconds < span.upperBound {
            found.append(changed[row])
            row += 1
        }
    }

    /// Adds the unchanged runs of a pattern in a span of seconds of a day.
    private func collect(
        _ call: BoardStops.PatternCall, _ day: ServiceDayStarts.Day, _ seconds: Range<Int32>,
        into found: inout [Found]
    ) {
        let services = timetable.services
        let runServices = timetable.patterns.runServices
        let changedRuns = changes.runs(of: call.pattern)
        let position = Int(call.position)
        var run = firstRun(of: call, from: seconds.lowerBound)
        while run < Int(call.endRun) {
            let time = times.seconds(run, position, call.isWide)
            if time >= seconds.upperBound { return }
            if services.isActive(runServices[run], on: day.day),
                changedRuns.isEmpty || !changes.contains(run, day.day, in: changedRuns)
            {
                found.append(
                    Found(
                        cursor: BoardCursor(
                            seconds: day.start + Int64(time), number: UInt64(run),
                            day: day.day.daysSince1970, position: call.position),
                        pattern: call.pattern, stop: call.stop, change: -1, status: .runs))
            }
            run += 1
        }
    }

    /// Returns the first run at or after a second.
    private func firstRun(of call: BoardStops.PatternCall, from seconds: Int32) -> Int {
        let runs = Int(call.firstRun)..<Int(call.endRun)
        guard call.firstSeconds < seconds else { return runs.lowerBound }
        return runs.partitioningIndex {
            times.seconds($0, Int(call.position), call.isWide) >= seconds
        }
    }

    private func firstChanged(from seconds: Int64) -> Int {
        changed.partitioningIndex { $0.cursor.seconds >= seconds }
    }
}

/// The service days whose runs can call in a span, with their starts in Unix seconds.
struct ServiceDayStarts {
    struct Day {
        let day: ServiceDay
        let start: Int64
    }

    private let zones: [[Day]]

    init(_ span: Range<Int64>, _ maker: BoardMaker) {
        let services = maker.timetable.services
        zones = maker.zones.map { zone in
            // A service day can begin an hour before its date does.
            let first = zone.day(
                at: UnixTime(seconds: span.lowerBound - Int64(maker.latestSeconds)))
            let last = zone.day(at: UnixTime(seconds: span.upperBound)).advanced(by: 1)
            let from = max(first.advanced(by: -1), services.firstDay)
            let to = min(last, services.lastDay)
            guard from <= to else { return [] }
            return (0...from.distance(to: to)).map { offset in
                let day = from.advanced(by: offset)
                return Day(day: day, start: zone.start(of: day).seconds)
            }
        }
    }

    func days(ofZone zone: Int32) -> [Day] { zones[Int(zone)] }
}
