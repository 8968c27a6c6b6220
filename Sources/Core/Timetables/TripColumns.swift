public import TransitModel

/// All trips of a network: what a run is called and how it drives.
public struct TripColumns: Sendable {
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
    /// The path along a shape, ``noPath`` where the feed gives no shape.
    package let paths: Column<UInt32>
    /// The list of call details, ``noCallList`` for calls numbered from 1 on without anything else.
    package let callLists: Column<UInt32>
    /// Accessibility and headway; see the flags below.
    package let flags: Column<UInt8>
    /// Where each trip's runs are.
    package let runOffsets: OffsetColumn
    /// The runs of all trips, one after the other.
    package let runs: Column<RunIndex>
    /// Where each list of call details is.
    package let callListOffsets: OffsetColumn
    /// GTFS `stop_sequence`.
    package let callSequences: Column<UInt32>
    /// GTFS `stop_headsign`.
    package let callHeadsigns: Column<StringIndex>
    /// 1 where the time is exact, 0 where it is approximate or made up.
    package let callTimepoints: Column<UInt8>
    private let bookings: BookingColumns?
    private let shownTrips: Column<TripIndex>?
    private let ownServices: Column<ServiceIndex>?
    private let idTable: Column<UInt32>
    private let strings: StringColumn

    /// Stands for "no shape".
    package static let noPath = UInt32.max
    /// Stands for "nothing beyond the usual".
    package static let noCallList = UInt32.max
    /// Flag bits: wheelchair 0-1, bicycles 2-3, then these two.
    package static let headwayFlag: UInt8 = 1 << 4
    /// Flag: given by a headway with exact times.
    package static let exactFrequencyFlag: UInt8 = 1 << 5
    /// Flag: a loop that vehicles drive over and over, at no stated times; with ``headwayFlag`` its
    /// estimated runs.
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

    /// How many trips there are.
    public var count: Int { ids.count }

    /// The GTFS `trip_id`.
    public func id(_ trip: TripIndex) -> String { strings[ids[trip]] }

    /// Where the vehicle says it goes; nil if the feed does not say.
    public func headsign(_ trip: TripIndex) -> String? { strings.ifAny(headsigns[trip]) }

    /// The block: trips that one vehicle drives after another; nil if the feed does not say.
    public func block(_ trip: TripIndex) -> StringIndex? { blocks[trip].ifAny }

    /// Whether the vehicle takes wheelchairs.
    public func wheelchair(_ trip: TripIndex) -> Accessibility {
        Accessibility(rawValue: flags[trip] & 3) ?? .unknown
    }

    /// Whether the vehicle takes bicycles.
    public func bicycles(_ trip: TripIndex) -> Accessibility {
        Accessibility(rawValue: flags[trip] >> 2 & 3) ?? .unknown
    }

    /// Whether the trip runs at a headway instead of at stated times.
    public func isHeadwayBased(_ trip: TripIndex) -> Bool { flags[trip] & Self.headwayFlag != 0 }

    /// Whether the trip stands for a loop that vehicles drive over and over, at no stated times.
    ///
    /// Its times say only how long a lap takes by its length, and no day that matters has it,
    /// unless it ``isEstimated(_:)``.
    package func isLoop(_ trip: TripIndex) -> Bool { flags[trip] & Self.loopFlag != 0 }

    /// Whether the trip's runs are a guess at when the vehicles of a loop come: no timetable has
    /// them.
    package func isEstimated(_ trip: TripIndex) -> Bool { isLoop(trip) && isHeadwayBased(trip) }

    /// Whether some trips are shown by those of other feeds.
    package var hasShared: Bool { shownTrips != nil }

    /// The trip of another feed that is the same journey and is shown in its place; nil for nearly
    /// all.
    ///
    /// It calls at the same stations at the same times. The trip's own runs have those days only on
    /// which the other one does not run.
    package func shown(_ trip: TripIndex) -> TripIndex? { shownTrips?[trip].ifAny }

    /// The days that the trip has in its own feed, where others show it on some of them; nil for
    /// nearly all.
    package func ownService(_ trip: TripIndex) -> ServiceIndex? { ownServices?[trip].ifAny }

    /// The runs of the trip: one, or many if it is given by a headway.
    public func runs(of trip: TripIndex) -> UnsafeBufferPointer<RunIndex> {
        runs[runOffsets[trip]]
    }

    /// Seconds between a run and its neighbour of the same trip, the nearer one; nil for trips at
    /// stated times and for the only run of a trip.
    /// - Complexity: logarithmic in the runs of the trip.
    package func headwaySeconds(
        _ trip: TripIndex, run: RunIndex, in patterns: PatternColumns
    ) -> Int? {
        guard isHeadwayBased(trip) else { return nil }
        let runs = runs(of: trip)
        let place = runs.indices.partitioningIndex { runs[$0] >= run }
        let start = patterns.runStarts[run]
        return [place - 1, place + 1].filter(runs.indices.contains)
            .map { Int(abs(patterns.runStarts[runs[$0]] - start)) }.min()
    }

    /// The feed's `stop_sequence` at a position of the trip's pattern.
    public func stopSequence(_ trip: TripIndex, at position: Int) -> Int {
        let list = callLists[trip]
        guard list != Self.noCallList else { return position + 1 }
        return Int(callSequences[callListOffsets[Int(list)].lowerBound + position])
    }

    /// The headsign from a position on, where it differs from the trip's own; nil elsewhere.
    public func stopHeadsign(_ trip: TripIndex, at position: Int) -> String? {
        let list = callLists[trip]
        guard list != Self.noCallList else { return nil }
        return strings.ifAny(callHeadsigns[callListOffsets[Int(list)].lowerBound + position])
    }

    /// The row of the booking rule for getting on, or off, at a position of the trip's pattern; nil
    /// if there is none.
    package func bookingRule(_ trip: TripIndex, at position: Int, dropsOff: Bool) -> Int? {
        let list = callLists[trip]
        guard let bookings, list != Self.noCallList else { return nil }
        let row = callListOffsets[Int(list)].lowerBound + position
        let rule = (dropsOff ? bookings.dropOffs : bookings.pickups)[row]
        return rule == BookingColumns.noRule ? nil : Int(rule)
    }

    /// The trip of that `trip_id`, nil if there is none.
    public func find(id: String) -> TripIndex? {
        IDTable(idTable).find(id, ids: ids, strings: strings).map { TripIndex(rawValue: $0) }
    }
}
