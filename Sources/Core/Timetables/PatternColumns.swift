public import TransitModel

/// All stop patterns and the runs on them.
///
/// The layout keeps a search in the CPU cache: a run is a start time plus a profile. Profiles (the
/// arrival and departure offsets from the start) are shared by all runs with equal offsets.
public final class PatternColumns: Sendable {
    package let routes: Column<RouteIndex>
    /// GTFS `direction_id`; ``noDirection`` if the feed gives none.
    package let directions: Column<UInt8>
    /// See ``wideFlag``.
    package let flags: Column<UInt8>
    /// The offsets of each pattern's stops in `stops`.
    package let stopOffsets: OffsetColumn
    package let runOffsets: OffsetColumn
    /// The number of runs of each pattern in the network that this one was cut out of; nil if it is
    /// whole.
    private let allRunCounts: Column<UInt32>?
    /// The stops of all patterns, concatenated.
    package let stops: Column<StopIndex>
    /// Per stop: pickup type in bits 0-1, drop-off type in bits 2-3.
    package let boarding: Column<UInt8>

    /// Departure from the pattern's first stop, in seconds of the service day.
    package let runStarts: Column<Int32>
    /// The start of the run's offsets in the profile columns.
    package let runProfiles: Column<UInt32>
    /// The days of each run.
    package let runServices: Column<ServiceIndex>
    package let runTrips: Column<TripIndex>

    /// Arrivals in seconds after the start, one for each stop of the pattern.
    package let profileArrivals: Column<UInt16>
    /// Departures in seconds after the start, parallel to the arrivals.
    package let profileDepartures: Column<UInt16>
    /// Arrivals of the few patterns with offsets of 65,536 s and more.
    package let wideProfileArrivals: Column<Int32>
    /// Departures parallel to the wide arrivals.
    package let wideProfileDepartures: Column<Int32>

    /// The direction of a pattern whose feed gives none.
    package static let noDirection: UInt8 = 0xff
    /// Marks a pattern whose profiles are in the wide columns.
    package static let wideFlag: UInt8 = 1

    init(_ file: NetworkFile) throws(NetworkFileError) {
        routes = try file.column(.patternRoute)
        directions = try file.column(.patternDirection)
        flags = try file.column(.patternFlags)
        stopOffsets = try file.offsets(.patternStopOffsets)
        runOffsets = try file.offsets(.patternRunOffsets)
        allRunCounts =
            file.contains(.patternRunCount) ? try file.column(.patternRunCount) : nil
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

    /// The number of patterns.
    public var count: Int { routes.count }

    /// The number of runs.
    public var runCount: Int { runStarts.count }

    /// The indices of all patterns.
    public var indices: some RandomAccessCollection<PatternIndex> & Sendable {
        (0..<count).lazy.map { PatternIndex($0) }
    }

    /// Returns the stops in order; a loop contains its first stop twice.
    public func stops(of pattern: PatternIndex) -> UnsafeBufferPointer<StopIndex> {
        stops[stopOffsets[pattern]]
    }

    /// Returns the runs in order of departure.
    public func runs(of pattern: PatternIndex) -> Range<RunIndex> {
        let rows = runOffsets[pattern]
        return RunIndex(rows.lowerBound)..<RunIndex(rows.upperBound)
    }

    /// Returns the number of runs, of all days where the network was cut out of a larger one.
    package func allRunCount(of pattern: PatternIndex) -> Int {
        allRunCounts.map { Int(truncatingIfNeeded: $0[pattern]) } ?? runs(of: pattern).count
    }

    /// Returns the GTFS `direction_id` (0 or 1); nil if the feed gives none.
    public func direction(of pattern: PatternIndex) -> Int? {
        let direction = directions[pattern]
        return direction == Self.noDirection ? nil : Int(direction)
    }

    /// Returns whether riders may board and alight at a position of the pattern.
    public func boardingRules(
        of pattern: PatternIndex, at position: Int
    ) -> (pickup: BoardingRule, dropOff: BoardingRule) {
        let bits = boarding[stopOffsets[pattern].lowerBound + position]
        return (
            BoardingRule(rawValue: bits & 3) ?? .regular,
            BoardingRule(rawValue: bits >> 2 & 3) ?? .regular
        )
    }

    /// Returns the pattern of a run.
    /// - Complexity: O(log n) in the number of patterns.
    public func pattern(of run: RunIndex) -> PatternIndex {
        let offsets = runOffsets.offsets
        return PatternIndex((1..<count).partitioningIndex { offsets[$0] > run.rawValue } - 1)
    }

    /// Returns the scheduled arrival and departure of a run at a position of its pattern.
    public func times(
        of run: RunIndex, in pattern: PatternIndex, at position: Int
    ) -> (arrival: ServiceTime, departure: ServiceTime) {
        let start = runStarts[run]
        let row = Int(runProfiles[run]) + position
        if flags[pattern] & Self.wideFlag != 0 {
            return (
                ServiceTime(seconds: start + wideProfileArrivals[row]),
                ServiceTime(seconds: start + wideProfileDepartures[row])
            )
        }
        return (
            ServiceTime(seconds: start + Int32(profileArrivals[row])),
            ServiceTime(seconds: start + Int32(profileDepartures[row]))
        )
    }
}
