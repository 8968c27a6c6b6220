public import TransitModel

/// All stop patterns and the runs on them.
///
/// The layout keeps a search in cache: a run is a start time plus a profile, and profiles (the
/// arrival and departure offsets from the start) are shared by all runs that have the same.
public struct PatternColumns: Sendable {
    /// The route of each pattern.
    package let routes: Column<RouteIndex>
    /// GTFS `direction_id`, ``noDirection`` where the feed gives none.
    package let directions: Column<UInt8>
    /// See ``wideFlag``.
    package let flags: Column<UInt8>
    /// Where each pattern's stops are.
    package let stopOffsets: OffsetColumn
    /// Where each pattern's runs are.
    package let runOffsets: OffsetColumn
    /// The stops of all patterns, one after the other.
    package let stops: Column<StopIndex>
    /// Per stop: pickup type in bits 0-1, drop-off type in bits 2-3.
    package let boarding: Column<UInt8>

    /// Departure from the pattern's first stop, in seconds of the service day.
    package let runStarts: Column<Int32>
    /// Where the run's offsets begin in the profile columns.
    package let runProfiles: Column<UInt32>
    /// The days of each run.
    package let runServices: Column<ServiceIndex>
    /// The trip of each run.
    package let runTrips: Column<TripIndex>

    /// Seconds after the start, one value for each stop of the pattern.
    package let profileArrivals: Column<UInt16>
    /// Departures, in seconds after the start, beside the arrivals.
    package let profileDepartures: Column<UInt16>
    /// The same for the few patterns with offsets of 65,536 s and more.
    package let wideProfileArrivals: Column<Int32>
    /// Departures beside the wide arrivals.
    package let wideProfileDepartures: Column<Int32>

    /// The direction of a pattern whose feed gives none.
    package static let noDirection: UInt8 = 0xff
    /// Flag: the runs' profiles are in the wide columns.
    package static let wideFlag: UInt8 = 1

    init(_ file: NetworkFile) throws(NetworkFileError) {
        routes = try file.column(.patternRoute)
        directions = try file.column(.patternDirection)
        flags = try file.column(.patternFlags)
        stopOffsets = try file.offsets(.patternStopOffsets)
        runOffsets = try file.offsets(.patternRunOffsets)
        stops = try file.column(.patternStop)
        boarding = try file.column(.patternBoarding)
        runStarts = try file.column(.runStart)
        runProfiles = try file.column(.runProfile)
        runServices = try file.column(.runService)
        runTrips = try file.column(.runTrip)
        profileArrivals = try file.column(.profileArrival)
        profileDepartures = try file.column(.profileDeparture)
        wideProfileArrivals = try file.column(.wideProfileArrival)
        wideProfileDepartures = try file.column(.wideProfileDeparture)
    }

    /// How many patterns there are.
    public var count: Int { routes.count }

    /// How many runs there are.
    public var runCount: Int { runStarts.count }

    /// The numbers of all patterns.
    public var indices: some RandomAccessCollection<PatternIndex> & Sendable {
        (0..<count).lazy.map { PatternIndex($0) }
    }

    /// The stops in order; a loop names its first stop twice.
    public func stops(of pattern: PatternIndex) -> UnsafeBufferPointer<StopIndex> {
        stops[stopOffsets[pattern]]
    }

    /// The runs in order of departure.
    public func runs(of pattern: PatternIndex) -> Range<RunIndex> {
        let rows = runOffsets[pattern]
        return RunIndex(rows.lowerBound)..<RunIndex(rows.upperBound)
    }

    /// GTFS `direction_id` (0 or 1), nil where the feed gives none.
    public func direction(of pattern: PatternIndex) -> Int? {
        let direction = directions[pattern]
        return direction == Self.noDirection ? nil : Int(direction)
    }

    /// Whether riders may board and alight at a position of the pattern.
    public func boardingRules(
        of pattern: PatternIndex, at position: Int
    ) -> (pickup: BoardingRule, dropOff: BoardingRule) {
        let bits = boarding[stopOffsets[pattern].lowerBound + position]
        return (
            BoardingRule(rawValue: bits & 3) ?? .regular,
            BoardingRule(rawValue: bits >> 2 & 3) ?? .regular
        )
    }

    /// The pattern that a run belongs to.
    /// - Complexity: logarithmic in the number of patterns.
    public func pattern(of run: RunIndex) -> PatternIndex {
        let offsets = runOffsets.offsets
        return PatternIndex((1..<count).partitioningIndex { offsets[$0] > run.rawValue } - 1)
    }

    /// Scheduled arrival and departure of a run at a position of its pattern.
    public func times(
        of run: RunIndex, in pattern: PatternIndex, at position: Int
    ) -> (arrival: ServiceTime, departure: ServiceTime) {
        let start = runStarts[run]
        let place = Int(runProfiles[run]) + position
        if flags[pattern] & Self.wideFlag != 0 {
            return (
                ServiceTime(seconds: start + wideProfileArrivals[place]),
                ServiceTime(seconds: start + wideProfileDepartures[place])
            )
        }
        return (
            ServiceTime(seconds: start + Int32(profileArrivals[place])),
            ServiceTime(seconds: start + Int32(profileDepartures[place]))
        )
    }
}
