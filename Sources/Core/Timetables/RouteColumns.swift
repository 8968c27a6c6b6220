public import TransitModel

/// All routes and agencies of a network.
public final class RouteColumns: Sendable {
    /// GTFS `route_id`.
    package let ids: Column<StringIndex>
    /// GTFS `agency_id`.
    package let agencies: Column<AgencyIndex>
    /// GTFS `route_short_name`.
    package let shortNames: Column<StringIndex>
    /// GTFS `route_long_name`.
    package let longNames: Column<StringIndex>
    /// GTFS `route_desc`.
    package let descriptions: Column<StringIndex>
    /// GTFS `route_type`, basic or extended.
    package let types: Column<UInt16>
    /// GTFS `route_color`, 24 bits.
    package let colours: Column<UInt32>
    /// GTFS `route_text_color`, 24 bits, adapted where it would be illegible.
    package let textColours: Column<UInt32>
    /// GTFS `route_url`.
    package let urls: Column<StringIndex>
    /// GTFS `route_sort_order`; -1 if the feed does not say.
    package let sortOrders: Column<Int32>
    /// The feed that the route came from.
    package let feeds: Column<FeedIndex>
    /// The offsets of each route's patterns in `patterns`.
    package let patternOffsets: OffsetColumn
    /// The patterns of all routes, concatenated.
    package let patterns: Column<PatternIndex>
    private let idTable: Column<UInt32>
    private let strings: StringColumn

    init(_ file: NetworkFile, strings: StringColumn) throws(NetworkFileError) {
        ids = try file.column(.routeID)
        agencies = try file.column(.routeAgency)
        shortNames = try file.column(.routeShortName)
        longNames = try file.column(.routeLongName)
        descriptions = try file.column(.routeDescription)
        types = try file.column(.routeType)
        colours = try file.column(.routeColour)
        textColours = try file.column(.routeTextColour)
        urls = try file.column(.routeURL)
        sortOrders = try file.column(.routeSortOrder)
        feeds = try file.column(.routeFeed)
        patternOffsets = try file.offsets(.routePatternOffsets)
        patterns = try file.column(.routePattern)
        idTable = try file.column(.routeIDTable)
        self.strings = strings
    }

    /// The number of routes.
    public var count: Int { ids.count }

    /// The indices of all routes.
    public var indices: some RandomAccessCollection<RouteIndex> & Sendable {
        (0..<count).lazy.map { RouteIndex($0) }
    }

    /// Returns the GTFS `route_id`.
    public func id(_ route: RouteIndex) -> String { strings[ids[route]] }

    /// Returns the name that riders use: the short name, else the long name, else the id.
    public func lineName(_ route: RouteIndex) -> String {
        strings.ifAny(shortNames[route]) ?? strings.ifAny(longNames[route]) ?? id(route)
    }

    /// Returns the kind of vehicle.
    public func mode(_ route: RouteIndex) -> TransitMode {
        TransitMode(routeType: Int(types[route])) ?? .other
    }

    /// Returns the route's colour.
    public func colour(_ route: RouteIndex) -> RGBColour { RGBColour(colours[route]) }

    /// Returns the colour of text on the route's colour.
    public func textColour(_ route: RouteIndex) -> RGBColour { RGBColour(textColours[route]) }

    /// Returns the stop patterns of the route.
    public func patterns(of route: RouteIndex) -> UnsafeBufferPointer<PatternIndex> {
        patterns[patternOffsets[route]]
    }

    /// Returns the route with that `route_id`; nil if there is none.
    public func find(id: String) -> RouteIndex? {
        IDTable(idTable).find(id, ids: ids, strings: strings).map { RouteIndex(rawValue: $0) }
    }

    /// Returns the ``StableHash`` of the GTFS `route_id`.
    package func idHash(_ route: RouteIndex) -> UInt64 { StableHash.hash(strings.utf8(ids[route])) }

    /// Returns the route whose `route_id` has that ``StableHash``; nil if there is none.
    package func find(idHash: UInt64) -> RouteIndex? {
        IDTable(idTable).find(hash: idHash, ids: ids, strings: strings).map {
            RouteIndex(rawValue: $0)
        }
    }
}

/// The agencies that operate the routes.
public struct AgencyColumns: Sendable {
    /// GTFS `agency_id`.
    package let ids: Column<StringIndex>
    /// GTFS `agency_name`.
    package let names: Column<StringIndex>
    /// GTFS `agency_url`.
    package let urls: Column<StringIndex>
    /// GTFS `agency_timezone`.
    package let timeZones: Column<StringIndex>
    /// GTFS `agency_lang`.
    package let languages: Column<StringIndex>
    /// GTFS `agency_phone`.
    package let phones: Column<StringIndex>
    /// The feed that the agency came from.
    package let feeds: Column<FeedIndex>

    init(_ file: NetworkFile) throws(NetworkFileError) {
        ids = try file.column(.agencyID)
        names = try file.column(.agencyName)
        urls = try file.column(.agencyURL)
        timeZones = try file.column(.agencyTimeZone)
        languages = try file.column(.agencyLanguage)
        phones = try file.column(.agencyPhone)
        feeds = try file.column(.agencyFeed)
    }

    /// The number of agencies.
    public var count: Int { ids.count }
}
