public import TransitModel

/// All routes and agencies of a network.
public struct RouteColumns: Sendable {
    /// GTFS id.
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
    /// 24 bits of `route_color`.
    package let colours: Column<UInt32>
    /// 24 bits of `route_text_color`, adapted where it could not be read.
    package let textColours: Column<UInt32>
    /// GTFS address on the web.
    package let urls: Column<StringIndex>
    /// Where the feed wants the route in lists, -1 where it does not say.
    package let sortOrders: Column<Int32>
    /// The feed it came from.
    package let feeds: Column<FeedIndex>
    /// Where each route's patterns are.
    package let patternOffsets: OffsetColumn
    /// The patterns of all routes, one after the other.
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

    /// How many routes there are.
    public var count: Int { ids.count }

    /// The numbers of all routes.
    public var indices: some RandomAccessCollection<RouteIndex> & Sendable {
        (0..<count).lazy.map { RouteIndex($0) }
    }

    /// The GTFS `route_id`.
    public func id(_ route: RouteIndex) -> String { strings[ids[route]] }

    /// What riders call the line: the short name, else the long one, else the id.
    public func lineName(_ route: RouteIndex) -> String {
        strings.ifAny(shortNames[route]) ?? strings.ifAny(longNames[route]) ?? id(route)
    }

    /// The kind of vehicle.
    public func mode(_ route: RouteIndex) -> TransitMode {
        TransitMode(routeType: Int(types[route])) ?? .other
    }

    /// The line's colour.
    public func colour(_ route: RouteIndex) -> RGBColour { RGBColour(colours[route]) }

    /// The colour of text on the line's colour.
    public func textColour(_ route: RouteIndex) -> RGBColour { RGBColour(textColours[route]) }

    /// The stop patterns of the route.
    public func patterns(of route: RouteIndex) -> UnsafeBufferPointer<PatternIndex> {
        patterns[patternOffsets[route]]
    }

    /// The route of that `route_id`, nil if there is none.
    public func find(id: String) -> RouteIndex? {
        IDTable(idTable).find(id, ids: ids, strings: strings).map { RouteIndex(rawValue: $0) }
    }
}

/// The agencies that run the routes.
public struct AgencyColumns: Sendable {
    /// GTFS id.
    package let ids: Column<StringIndex>
    /// GTFS `agency_name`.
    package let names: Column<StringIndex>
    /// GTFS address on the web.
    package let urls: Column<StringIndex>
    /// GTFS `agency_timezone`.
    package let timeZones: Column<StringIndex>
    /// GTFS `agency_lang`.
    package let languages: Column<StringIndex>
    /// GTFS `agency_phone`.
    package let phones: Column<StringIndex>
    /// The feed it came from.
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

    /// How many agencies there are.
    public var count: Int { ids.count }
}
