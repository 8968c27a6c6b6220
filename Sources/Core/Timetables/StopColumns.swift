public import TransitModel

/// All stops of a network, including stations and entrances.
public final class StopColumns: Sendable {
    /// GTFS `stop_id`.
    package let ids: Column<StringIndex>
    /// GTFS `stop_code`.
    package let codes: Column<StringIndex>
    /// GTFS `stop_name`.
    package let names: Column<StringIndex>
    /// GTFS `stop_desc`.
    package let descriptions: Column<StringIndex>
    /// Ten-millionths of a degree; ``noCoordinate`` if the stop has no location.
    package let latitudes: Column<Int32>
    /// Ten-millionths of a degree.
    package let longitudes: Column<Int32>
    /// GTFS `parent_station`.
    package let parents: Column<StopIndex>
    /// GTFS `location_type`.
    package let locationTypes: Column<UInt8>
    /// GTFS `wheelchair_boarding`, inherited from the station where unstated.
    package let wheelchair: Column<UInt8>
    /// GTFS `platform_code`.
    package let platforms: Column<StringIndex>
    /// GTFS `stop_timezone`.
    package let timeZones: Column<StringIndex>
    /// GTFS `zone_id`.
    package let zones: Column<StringIndex>
    /// GTFS `stop_url`.
    package let urls: Column<StringIndex>
    /// The row in the levels; `UInt32.max` for none.
    package let levels: Column<UInt32>
    /// GTFS `level_index` of each level; nil in a part of a network for phones, which know no
    /// streets.
    private let levelNumbers: Column<Float>?
    /// The feed that the stop came from.
    package let feeds: Column<FeedIndex>
    /// The minimum transfer time at the stop in seconds; -1 if the feed does not say.
    package let transferSeconds: Column<Int32>
    /// The calls at each stop: one entry for each position in a pattern.
    package let callOffsets: OffsetColumn
    package let callPatterns: Column<PatternIndex>
    /// The positions of the calls in those patterns.
    package let callPositions: Column<UInt32>
    /// The stops within each station.
    package let childOffsets: OffsetColumn
    /// The child stops of all stations, concatenated.
    package let children: Column<StopIndex>
    private let joinedOffsets: OffsetColumn?
    private let joinedStops: Column<StopIndex>?
    private let idTable: Column<UInt32>
    private let strings: StringColumn

    /// The latitude of a stop without a location.
    package static let noCoordinate = Int32.min

    init(_ file: NetworkFile, strings: StringColumn) throws(NetworkFileError) {
        ids = try file.column(.stopID)
        codes = try file.column(.stopCode)
        names = try file.column(.stopName)
        descriptions = try file.column(.stopDescription)
        latitudes = try file.column(.stopLatitude)
        longitudes = try file.column(.stopLongitude)
        parents = try file.column(.stopParent)
        locationTypes = try file.column(.stopLocationType)
        wheelchair = try file.column(.stopWheelchair)
        platforms = try file.column(.stopPlatform)
        timeZones = try file.column(.stopTimeZone)
        zones = try file.column(.stopZone)
        urls = try file.column(.stopURL)
        levels = try file.column(.stopLevel)
        levelNumbers = file.contains(.levelNumber) ? try file.column(.levelNumber) : nil
        feeds = try file.column(.stopFeed)
        transferSeconds = try file.column(.stopTransferSeconds)
        callOffsets = try file.offsets(.stopCallOffsets)
        callPatterns = try file.column(.stopCallPattern)
        callPositions = try file.column(.stopCallPosition)
        childOffsets = try file.offsets(.stopChildOffsets)
        children = try file.column(.stopChild)
        let hasJoined = file.contains(.stopJoinedOffsets)
        joinedOffsets = hasJoined ? try file.offsets(.stopJoinedOffsets) : nil
        joinedStops = hasJoined ? try file.column(.stopJoined) : nil
        idTable = try file.column(.stopIDTable)
        self.strings = strings
    }

    /// The number of stops.
    public var count: Int { ids.count }

    /// The indices of all stops.
    public var indices: some RandomAccessCollection<StopIndex> & Sendable {
        (0..<count).lazy.map { StopIndex($0) }
    }

    /// Returns the GTFS `stop_id`.
    public func id(_ stop: StopIndex) -> String { strings[ids[stop]] }

    /// Returns the name, or the id if the feed gives none.
    public func name(_ stop: StopIndex) -> String { strings.ifAny(names[stop]) ?? id(stop) }

    /// Returns the stop's location; nil if the feed does not say.
    public func coordinate(_ stop: StopIndex) -> Coordinate? {
        let latitude = latitudes[stop]
        guard latitude != Self.noCoordinate else { return nil }
        return Coordinate(
            latitude: Double(latitude) / 1e7, longitude: Double(longitudes[stop]) / 1e7)
    }

    /// Returns where walks to and from the stop end, with what identifies its platform on a map;
    /// nil if the feed does not say where the stop is.
    package func walkEnd(_ stop: StopIndex) -> WalkEnd? {
        coordinate(stop).map { place in
            let row = levels[stop]
            let level = levelNumbers.flatMap { row < $0.count ? Double($0[Int(row)]) : nil }
            return WalkEnd(
                place,
                platform: WalkEnd.Platform(
                    stopID: id(stop), code: strings.ifAny(platforms[stop]), level: level))
        }
    }

    /// Returns the GTFS `location_type`.
    public func locationType(_ stop: StopIndex) -> LocationType {
        LocationType(rawValue: locationTypes[stop]) ?? .stop
    }

    /// Returns whether the stop can be used with a wheelchair.
    public func wheelchairBoarding(_ stop: StopIndex) -> Accessibility {
        Accessibility(rawValue: wheelchair[stop]) ?? .unknown
    }

    /// Returns the station that the stop belongs to; nil if it has none.
    public func parent(_ stop: StopIndex) -> StopIndex? { parents[stop].ifAny }

    /// Returns the stop with that `stop_id`; nil if there is none.
    public func find(id: String) -> StopIndex? {
        IDTable(idTable).find(id, ids: ids, strings: strings).map { StopIndex(rawValue: $0) }
    }

    /// Returns the ``StableHash`` of the GTFS `stop_id`.
    package func idHash(_ stop: StopIndex) -> UInt64 { StableHash.hash(strings.utf8(ids[stop])) }

    /// Returns the stop whose `stop_id` has that ``StableHash``; nil if there is none.
    package func find(idHash: UInt64) -> StopIndex? {
        IDTable(idTable).find(hash: idHash, ids: ids, strings: strings).map {
            StopIndex(rawValue: $0)
        }
    }
}

/// Finds a row by its id in constant time.
///
/// The table is built at import and stored.
package struct IDTable {
    private let slots: Column<UInt32>

    /// Returns the slots of a table for the ids of all rows.
    package static func slots(_ ids: [String]) -> [UInt32] {
        var size = 16
        while size < ids.count * 2 { size *= 2 }
        var slots = [UInt32](repeating: .max, count: size)
        for (row, id) in ids.enumerated() {
            var text = id
            var slot = text.withUTF8 { Int(truncatingIfNeeded: StableHash.hash($0)) & (size - 1) }
            while slots[slot] != .max { slot = (slot + 1) & (size - 1) }
            slots[slot] = UInt32(row)
        }
        return slots
    }

    init(_ slots: Column<UInt32>) {
        self.slots = slots
    }

    /// Returns the first row whose id has a ``StableHash`` with those lowest bits, at least as many
    /// as the table needs; nil if there is none.
    func find(
        hash: UInt64, bits: UInt64 = .max, ids: Column<StringIndex>, strings: StringColumn
    ) -> UInt32? {
        guard slots.count > 0 else { return nil }
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        for _ in 0...mask {
            let row = slots[slot]
            guard row != .max else { return nil }
            let found = StableHash.hash(strings.utf8(ids[Int(row)]))
            if found & bits == hash & bits { return row }
            slot = (slot + 1) & mask
        }
        return nil
    }

    func find(_ id: String, ids: Column<StringIndex>, strings: StringColumn) -> UInt32? {
        guard slots.count > 0 else { return nil }
        let mask = slots.count - 1
        var id = id
        return id.withUTF8 { wanted in
            var slot = Int(truncatingIfNeeded: StableHash.hash(wanted)) & mask
            // A table is at most half full, so an empty slot ends every search.
            for _ in 0...mask {
                let row = slots[slot]
                guard row != .max else { return nil }
                if strings.utf8(ids[Int(row)]).elementsEqual(wanted) { return row }
                slot = (slot + 1) & mask
            }
            return nil
        }
    }
}

extension StopColumns {
    /// Returns the other stations and stops that riders regard as the same station: those of other
    /// feeds, and those of its own feed that are joined through them.
    ///
    /// Only stations and stops without a station have any. A network with a single feed has none.
    package func joined(to stop: StopIndex) -> [StopIndex] {
        guard let joinedOffsets, let joinedStops else { return [] }
        return joinedOffsets[stop].map { joinedStops[$0] }
    }

    /// Returns whether riders regard two stops as the same station or as parts of it.
    package func isOneStation(_ one: StopIndex, _ other: StopIndex) -> Bool {
        let (first, second) = (parent(one) ?? one, parent(other) ?? other)
        return first == second || joined(to: first).contains(second)
    }

    /// Returns the stop, its descendants (platforms and their boarding areas), and the same for the
    /// stops that are joined to it.
    package func parts(of stop: StopIndex) -> [StopIndex] {
        var found: [StopIndex] = []
        for root in [stop] + joined(to: stop) {
            found.append(root)
            for child in children[childOffsets[root]] where child != root {
                found.append(child)
                found += children[childOffsets[child]].filter { !found.contains($0) }
            }
        }
        return found
    }

    /// Returns the stops at which vehicles may call that a stop represents: itself, or its
    /// station's platforms.
    ///
    /// Includes platforms that are used only when others are not. An entrance represents its
    /// station.
    package func platforms(of stop: StopIndex) -> [StopIndex] {
        var root = stop
        switch locationType(stop) {
        case .entrance, .node: root = parent(stop) ?? stop
        case .boardingArea where callOffsets[stop].isEmpty: root = parent(stop) ?? stop
        case .stop, .station, .boardingArea: break
        }
        return parts(of: root).filter { place in
            switch locationType(place) {
            case .stop, .boardingArea: true
            case .station, .entrance, .node: !callOffsets[place].isEmpty
            }
        }
    }

    /// Returns the stop that riders know: for an entrance, a node or a boarding area, its parent.
    package func riderPlace(of stop: StopIndex) -> StopIndex {
        switch locationType(stop) {
        case .entrance, .node, .boardingArea: parent(stop) ?? stop
        case .stop, .station: stop
        }
    }

    /// Returns the platforms of the stop's station; only the stop itself if it has no station.
    package func siblings(of stop: StopIndex) -> [StopIndex] {
        if let parent = parent(stop) { return platforms(of: parent) }
        return joined(to: stop).isEmpty ? [stop] : platforms(of: stop)
    }
}
