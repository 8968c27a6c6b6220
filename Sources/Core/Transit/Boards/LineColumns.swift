import Realtime
import Timetables
import TransitModel

/// Makes the columns of a line's timetable.
struct LineColumns {
    private let timetable: Timetable
    private let rows: LineRows
    private let day: ServiceDay
    private let overlay: RealtimeOverlay

    init(_ timetable: Timetable, _ rows: LineRows, day: ServiceDay, overlay: RealtimeOverlay) {
        self.timetable = timetable
        self.rows = rows
        self.day = day
        self.overlay = overlay
    }

    /// Makes a column for each run, or for several runs at a headway without live data.
    func columns(of runs: [(run: RunIndex, pattern: PatternIndex)]) -> [LineTimetable.Trip] {
        let patterns = timetable.patterns
        let shown = runs.filter { !(overlay.change(of: $0.run, on: day)?.isDeleted ?? false) }
        let sorted = shown.sorted { left, right in
            let trips = (patterns.runTrips[left.run], patterns.runTrips[right.run])
            if trips.0 != trips.1 { return trips.0 < trips.1 }
            let starts = (patterns.runStarts[left.run], patterns.runStarts[right.run])
            return starts.0 != starts.1 ? starts.0 < starts.1 : left.run < right.run
        }
        var columns: [LineTimetable.Trip] = []
        var index = 0
        while index < sorted.count {
            let (run, pattern) = sorted[index]
            let count = headwayCount(sorted[index...])
            var headway: LineTimetable.Headway?
            if count > 1 {
                let last = sorted[index + count - 1].run
                headway = LineTimetable.Headway(
                    last: patterns.times(of: last, in: pattern, at: 0).departure,
                    seconds: Int(
                        patterns.runStarts[sorted[index + 1].run] - patterns.runStarts[run]))
            }
            columns.append(column(run, pattern, headway))
            index += count
        }
        return columns
    }

    /// Returns the number of runs from the first on that one column can represent.
    private func headwayCount(
        _ runs: ArraySlice<(run: RunIndex, pattern: PatternIndex)>
    ) -> Int {
        let patterns = timetable.patterns
        guard let first = runs.first else { return 0 }
        let trip = patterns.runTrips[first.run]
        guard timetable.trips.isHeadwayBased(trip), overlay.change(of: first.run, on: day) == nil
        else { return 1 }
        var count = 1
        var interval: Int32?
        var last = first.run
        for (run, pattern) in runs.dropFirst() {
            let step = patterns.runStarts[run] - patterns.runStarts[last]
            guard patterns.runTrips[run] == trip, pattern == first.pattern,
                patterns.runProfiles[run] == patterns.runProfiles[first.run],
                step == interval ?? step, overlay.change(of: run, on: day) == nil
            else { break }
            interval = step
            last = run
            count += 1
        }
        return count
    }

    private func column(
        _ run: RunIndex, _ pattern: PatternIndex, _ headway: LineTimetable.Headway?
    ) -> LineTimetable.Trip {
        let patterns = timetable.patterns
        let stops = patterns.stops(of: pattern)
        let change = overlay.change(of: run, on: day)
        let isFitting = change.map { $0.calls.count == stops.count } ?? false
        let places = rows.rowsOfPattern[pattern] ?? []
        var cells = [LineTimetable.Cell](repeating: .absent, count: rows.stops.count)
        for (position, row) in places.enumerated() {
            let times = patterns.times(of: run, in: pattern, at: position)
            let rules = patterns.boardingRules(of: pattern, at: position)
            let expected = isFitting ? change?.calls[position] : nil
            func booking(dropsOff: Bool) -> CallBooking? {
                guard headway == nil else { return nil }
                return timetable.booking(of: run, at: position, on: day, dropsOff: dropsOff)
            }
            cells[row] = .calls(
                LineTimetable.Call(
                    stop: expected?.stop ?? stops[position], arrival: times.arrival,
                    departure: times.departure, expectedArrival: expected?.arrival,
                    expectedDeparture: expected?.departure,
                    isSkipped: expected?.isSkipped ?? false, pickup: rules.pickup,
                    dropOff: rules.dropOff, pickupBooking: booking(dropsOff: false),
                    dropOffBooking: booking(dropsOff: true)))
        }
        for row in rows.passedRowsOfPattern[pattern] ?? [] { cells[row] = .passes }
        let trip = patterns.runTrips[run]
        return LineTimetable.Trip(
            run: run, trip: trip,
            headsign: timetable.trips.headsign(trip)
                ?? timetable.stops.name(stops[stops.count - 1]),
            headway: headway, isCancelled: change?.isCancelled ?? false, cells: cells)
    }

    /// Sorts by the time in the first row that two columns share; columns without a shared row by
    /// their first time.
    func ordered(_ columns: [LineTimetable.Trip]) -> [LineTimetable.Trip] {
        let byStart = columns.sorted { left, right in
            let times = (Self.start(left), Self.start(right))
            return times.0 != times.1 ? times.0 < times.1 : left.run < right.run
        }
        var ordered: [LineTimetable.Trip] = []
        for column in byStart {
            // A trip that starts farther along the line can be ahead of those that started before
            // it.
            var index = ordered.count
            while index > 0, Self.isBefore(column, ordered[index - 1]) { index -= 1 }
            ordered.insert(column, at: index)
        }
        return ordered
    }

    private static func start(_ column: LineTimetable.Trip) -> ServiceTime {
        for case .calls(let call) in column.cells { return call.departure }
        return ServiceTime(seconds: .max)
    }

    private static func isBefore(_ left: LineTimetable.Trip, _ right: LineTimetable.Trip) -> Bool {
        for (one, other) in zip(left.cells, right.cells) {
            if case .calls(let one) = one, case .calls(let other) = other {
                return one.departure < other.departure
            }
        }
        return false
    }
}
