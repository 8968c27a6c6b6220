import Timetables
import TransitModel

/// The stops of a board, and the positions in patterns where riders board or alight there.
struct BoardStops {
    /// A position in a pattern; all runs of the pattern pass it in order of time.
    struct PatternCall {
        let pattern: PatternIndex
        let position: Int32
        let stop: StopIndex
        /// The index in `BoardMaker.zones`.
        let zone: Int32
        let firstRun: Int32
        let endRun: Int32
        /// The position's offset from the start of the run's profile.
        let isWide: Bool
        /// Seconds of the first and of the last run, on any day.
        let firstSeconds: Int32
        let lastSeconds: Int32
    }

    let kind: BoardRequest.Kind
    /// The requested stop, then those within it.
    let stops: [StopIndex]
    let calls: [PatternCall]

    init(_ request: BoardRequest, _ maker: BoardMaker) {
        let timetable = maker.timetable
        kind = request.kind
        var stops = Self.stops(of: request.stop, timetable)
        for other in request.others.prefix(BoardRequest.maximumOthers) {
            for stop in Self.stops(of: other, timetable) where !stops.contains(stop) {
                stops.append(stop)
            }
        }
        let times = RunTimes(timetable, request.kind)
        let patterns = timetable.patterns
        let rows = timetable.stops
        var calls: [PatternCall] = []
        calls.reserveCapacity(stops.reduce(0) { $0 + rows.callOffsets[$1].count })
        for stop in stops {
            for row in rows.callOffsets[stop] {
                let pattern = rows.callPatterns[row]
                let position = Int(rows.callPositions[row])
                let runs = patterns.runOffsets[pattern]
                guard Self.isUsable(pattern, position, request.kind, timetable), !runs.isEmpty
                else { continue }
                let isWide = patterns.flags[pattern] & PatternColumns.wideFlag != 0
                calls.append(
                    PatternCall(
                        pattern: pattern, position: Int32(position), stop: stop,
                        zone: maker.zone(of: patterns.routes[pattern]),
                        firstRun: Int32(runs.lowerBound), endRun: Int32(runs.upperBound),
                        isWide: isWide,
                        firstSeconds: times.seconds(runs.lowerBound, position, isWide),
                        lastSeconds: times.seconds(runs.upperBound - 1, position, isWide)))
            }
        }
        self.stops = stops
        self.calls = calls
    }

    /// Returns whether riders may board (or alight) at a position of a pattern.
    static func isUsable(
        _ pattern: PatternIndex, _ position: Int, _ kind: BoardRequest.Kind, _ timetable: Timetable
    ) -> Bool {
        let rules = timetable.patterns.boardingRules(of: pattern, at: position)
        switch kind {
        case .departures:
            return rules.pickup != .none
                && position + 1 < timetable.patterns.stopOffsets[pattern].count
        case .arrivals:
            return rules.dropOff != .none && position > 0
                && timetable.isOwnCall(pattern, at: position)
        }
    }

    /// Returns a station's platforms and their boarding areas; for an entrance or node, those of
    /// its station.
    static func stops(of stop: StopIndex, _ timetable: Timetable) -> [StopIndex] {
        let stops = timetable.stops
        switch stops.locationType(stop) {
        case .entrance, .node: return stops.parts(of: stops.parent(stop) ?? stop)
        case .stop, .station, .boardingArea: return stops.parts(of: stop)
        }
    }
}

/// Departures or arrivals of runs, for inner loops.
struct RunTimes {
    private let starts: Column<Int32>
    private let profiles: Column<UInt32>
    private let narrow: Column<UInt16>
    private let wide: Column<Int32>

    init(_ timetable: Timetable, _ kind: BoardRequest.Kind) {
        let patterns = timetable.patterns
        starts = patterns.runStarts
        profiles = patterns.runProfiles
        switch kind {
        case .departures:
            narrow = patterns.profileDepartures
            wide = patterns.wideProfileDepartures
        case .arrivals:
            narrow = patterns.profileArrivals
            wide = patterns.wideProfileArrivals
        }
    }

    /// Seconds of the service day.
    @inline(__always)
    func seconds(_ run: Int, _ position: Int, _ isWide: Bool) -> Int32 {
        let row = Int(profiles[run]) + position
        return starts[run] + (isWide ? wide[row] : Int32(narrow[row]))
    }
}
