public import TransitModel

/// All trips of a network: what a run is called and how it drives.
public struct TripColumns: Sendable {
    package let ids: Column<StringIndex>
    package let routes: Column<RouteIndex>
    package let headsigns: Column<StringIndex>
    package let shortNames: Column<StringIndex>
    package let blocks: Column<StringIndex>
    /// The path along a shape, ``noPath`` where the feed gives no shape.
    package let paths: Column<UInt32>
    /// The list of call details, ``noCallList`` for calls numbered from 1 on without anything else.
    package let callLists: Column<UInt32>
    package let flags: Column<UInt8>
    package let runOffsets: OffsetColumn
    package let runs: Column<RunIndex>
    package let callListOffsets: OffsetColumn
    package let callSequences: Column<UInt32>
    package let callHeadsigns: Column<StringIndex>
    package let callTimepoints: Column<UInt8>
    private let idTable: Column<UInt32>
    private let strings: StringColumn

    package static let noPath = UInt32.max
    package static let noCallList = UInt32.max
    /// Flag bits: wheelchair 0-1, bicycles 2-3, then these two.
    package static let headwayFlag: UInt8 = 1 << 4
    package static let exactFrequencyFlag: UInt8 = 1 << 5

    init(_ file: NetworkFile, strings: StringColumn) throws(NetworkFileError) {
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

    /// The runs of the trip: one, or many if it is given by a headway.
    public func runs(of trip: TripIndex) -> UnsafeBufferPointer<RunIndex> {
        runs[runOffsets[trip]]
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

    /// The trip of that `trip_id`, nil if there is none.
    public func find(id: String) -> TripIndex? {
        IDTable(idTable).find(id, ids: ids, strings: strings).map { TripIndex(rawValue: $0) }
    }
}
