public import TransitModel

/// All trips of a network: the ids, headsigns and properties of runs.
public final class TripColumns: Sendable {
    /// GTFS `trip_id`.
    package let ids: Column<StringIndex>
    /// GTFS `route_id`.
    package let routes: Column<RouteIndex>
    /// GTFS `trip_headsign`.
    package let headsigns: Column<StringIndex>
    /// GTFS `trip_short_name`.
    package let shortNames: Column<StringIndex>
    /// GTFS `block_id`.
    package let blocks: Column<StringIndex>
    /// The path along a shape; ``noPath`` if the feed gives no shape.
    package let paths: Column<UInt32>
    /// The list of call details; ``noCallList`` for calls that are numbered from 1 and have no
    /// details.
    package let callLists: Column<UInt32>
    /// Accessibility and headway; see the flags below.
    package let flags: Column<UInt8>
    /// The offsets of each trip's runs in `runs`.
    package let runOffsets: OffsetColumn
    /// The runs of all trips, concatenated.
    package let runs: Column<RunIndex>
    /// The offsets of each list of call details.
    package let callListOffsets: OffsetColumn
    /// GTFS `stop_sequence`.
    package let callSequences: Column<UInt32>
    /// GTFS `stop_headsign`.
    package let callHeadsigns: Column<StringIndex>
    /// 1 where the time is exact, 0 where it is approximate or interpolated.
    package let callTimepoints: Column<UInt8>
    private let bookings: BookingColumns?
    private let shownTrips: Column<TripIndex>?
    private let ownServices: Column<ServiceIndex>?
    private let idTable: Column<UInt32>
    private let strings: StringColumn

    /// The value of `paths` for a trip without a shape.
    package static let noPath = UInt32.max
    /// The value of `callLists` for a trip without call details.
    package static let noCallList = UInt32.max
    /// Flag bits: wheelchair 0-1, bicycles 2-3, then this one for a trip given by a headway.
    package static let headwayFlag: UInt8 = 1 << 4
    /// Marks a trip given by a headway with exact times.
    package static let exactFrequencyFlag: UInt8 = 1 << 5
    /// Marks a loop that vehicles drive repeatedly without stated times; together with
    /// ``headwayFlag``, the loop's estimated runs.
    package static let loopFlag: UInt8 = 1 << 6

    init(
        _ file: NetworkFile, strings: StringColumn, bookings: BookingColumns?
    ) throws(NetworkFileError) {
        self.bookings = bookings
        ids = try file.column(.tripID)
        routes = try file.column(.tripRoute)
        headsigns = try file.column(.tripHeadsign)
        shortNames = try file.column(.tripShortName)
        blocks = try file.column(.tripBlock)
        paths = try file.column(.tripPath)
        callLists = try file.column(.tripCallList)
        flags = try file.column(.tripFlags)
        runOffsets = try file.offsets(.tripRunOffsets)
        runs = try file.column(.tripRun)
        callListOffsets = try file.offsets(.callListOffsets)
        callSequences = try file.column(.callSequence)
        callHeadsigns = try file.column(.callHeadsign)
        callTimepoints = try file.column(.callTimepoint)
        let hasShared = file.contains(.tripShown)
        shownTrips = hasShared ? try file.column(.tripShown) : nil
        ownServices = hasShared ? try file.column(.tripOwnService) : nil
        idTable = try file.column(.tripIDTable)
        self.strings = strings
    }

    /// The number of trips.
    public var count: Int { ids.count }

    /// Returns the GTFS `trip_id`.
    public func id(_ trip: TripIndex) -> String { strings[ids[trip]] }

    /// Returns the trip's headsign; nil if the feed gives none.
    public func headsign(_ trip: TripIndex) -> String? { strings.ifAny(headsigns[trip]) }

    /// Returns the block, that is, the trips that one vehicle drives in sequence; nil if the feed
    /// does not say.
    public func block(_ trip: TripIndex) -> StringIndex? { blocks[trip].ifAny }

    /// Returns whether the vehicle takes wheelchairs.
    public func wheelchair(_ trip: TripIndex) -> Accessibility {
        Accessibility(rawValue: flags[trip] & 3) ?? .unknown
    }

    /// Returns whether the vehicle takes bicycles.
    public func bicycles(_ trip: TripIndex) -> Accessibility {
        Accessibility(rawValue: flags[trip] >> 2 & 3) ?? .unknown
    }

    /// Returns whether the trip runs at a headway instead of at stated times.
    public func isHeadwayBased(_ trip: TripIndex) -> Bool { flags[trip] & Self.headwayFlag != 0 }

    /// Returns whether the trip represents a loop that vehicles drive repeatedly without stated
    /// times.
    ///
    /// Its times only give the duration of a lap, by its length, and it runs on no relevant day
    /// unless it ``isEstimated(_:)``.
    package func isLoop(_ trip: TripIndex) -> Bool { flags[trip] & Self.loopFlag != 0 }

    /// Returns whether the trip's runs are estimates for the vehicles of a loop, which are in no
    /// timetable.
    package func isEstimated(_ trip: TripIndex) -> Bool { isLoop(trip) && isHeadwayBased(trip) }

    /// Whether some trips are shown by trips of other feeds.
    package var hasShared: Bool { shownTrips != nil }

    /// Returns the trip of another feed that is the same journey and is shown instead; nil for
    /// almost all trips.
    ///
    /// It calls at the same stations at the same times. The trip's own runs keep only the days on
    /// which the other one does not run.
    package func shown(_ trip: TripIndex) -> TripIndex? { shownTrips?[trip].ifAny }

    /// Returns the trip's service in its own feed if another trip is shown instead on some of its
    /// days; nil for almost all trips.
    package func ownService(_ trip: TripIndex) -> ServiceIndex? { ownServices?[trip].ifAny }

    /// Returns the runs of the trip: one, or many if it is given by a headway.
    public func runs(of trip: TripIndex) -> UnsafeBufferPointer<RunIndex> {
        runs[runOffsets[trip]]
    }

    /// Returns the seconds between a run and the nearest other run of the same trip; nil for trips
    /// at stated times and for the only run of a trip.
    /// - Complexity: O(log n) in the runs of the trip.
    package func headwaySeconds(
        _ trip: TripIndex, run: RunIndex, in patterns: PatternColumns
    ) -> Int? {
        guard isHeadwayBased(trip) else { return nil }
        let runs = runs(of: trip)
        let index = runs.indices.partitioningIndex { runs[$0] >= run }
        let start = patterns.runStarts[run]
        return [index - 1, index + 1].filter(runs.indices.contains)
            .map { Int(abs(patterns.runStarts[runs[$0]] - start)) }.min()
    }

    /// Returns the feed's `stop_sequence` at a position of the trip's pattern.
    public func stopSequence(_ trip: TripIndex, at position: Int) -> Int {
        let list = callLists[trip]
        guard list != Self.noCallList else { return position + 1 }
        return Int(callSequences[callListOffsets[Int(list)].lowerBound + position])
    }

    /// Returns the feed's `stop_sequence` at each of the `count` positions of the trip's pattern;
    /// nil if they are numbered from 1.
    package func stopSequences(_ trip: TripIndex, count: Int) -> [Int]? {
        let list = callLists[trip]
        guard list != Self.noCallList else { return nil }
        let first = callListOffsets[Int(list)].lowerBound
        return (first..<first + count).map { Int(callSequences[$0]) }
    }

    /// Returns the headsign from a position on if it differs from the trip's own; nil otherwise.
    public func stopHeadsign(_ trip: TripIndex, at position: Int) -> String? {
        let list = callLists[trip]
        guard list != Self.noCallList else { return nil }
        return strings.ifAny(callHeadsigns[callListOffsets[Int(list)].lowerBound + position])
    }

    /// Returns the row of the booking rule for boarding or alighting at a position of the trip's
    /// pattern; nil if there is none.
    package func bookingRule(_ trip: TripIndex, at position: Int, dropsOff: Bool) -> Int? {
        let list = callLists[trip]
        guard let bookings, list != Self.noCallList else { return nil }
        let row = callListOffsets[Int(list)].lowerBound + position
        let rule = (dropsOff ? bookings.dropOffs : bookings.pickups)[row]
        return rule == BookingColumns.noRule ? nil : Int(rule)
    }

    /// Returns the trip with that `trip_id`; nil if there is none.
    public func find(id: String) -> TripIndex? {
        IDTable(idTable).find(id, ids: ids, strings: strings).map { TripIndex(rawValue: $0) }
    }

    /// Returns the ``StableHash`` of the GTFS `trip_id`.
    package func idHash(_ trip: TripIndex) -> UInt64 { StableHash.hash(strings.utf8(ids[trip])) }

    /// Returns the first trip whose `trip_id` has a ``StableHash`` with those bits; nil if there is
    /// none.
    package func find(idHash: UInt64, bits: UInt64 = .max) -> TripIndex? {
        IDTable(idTable).find(hash: idHash, bits: bits, ids: ids, strings: strings).map {
            TripIndex(rawValue: $0)
        }
    }
}
