public import TransitModel

/// A whole immutable network: stops, routes, patterns, runs, service days, shapes and footpaths as
/// columns.
///
/// It is created by importing feeds and opens in milliseconds, because columns are read in place
/// from the memory-mapped file. It can be read concurrently.
public final class Timetable: Sendable {
    /// All strings.
    public let strings: StringColumn
    /// Stops, including stations and their parts.
    public let stops: StopColumns
    /// Routes as riders know them.
    public let routes: RouteColumns
    /// The agencies that operate the routes.
    public let agencies: AgencyColumns
    /// Stop patterns and the runs on them.
    public let patterns: PatternColumns
    /// Trips: the ids, headsigns and properties of runs.
    public let trips: TripColumns
    /// Booking rules of calls; nil for a network without any.
    package let bookings: BookingColumns?
    /// The service days of the services.
    public let services: ServiceColumns
    /// The shapes that vehicles follow.
    public let shapes: ShapeColumns
    /// Footpaths between stops and transfer rules.
    public let footpaths: FootpathColumns
    /// The feeds that the network was made from, and their notices.
    package let sources: FeedColumns
    /// Numbers about the whole network.
    package let metadata: NetworkMetadata
    /// Identifies the content: every other network has another revision.
    public let revision: String
    /// The network's time zone: that of its first agency.
    public let timeZone: TransitTimeZone
    /// The prefix of each feed's ids, in the order of the feeds.
    ///
    /// With several feeds it is the feed's id and a colon. With one feed it is the prefix its ids
    /// get once others join it, or empty if it has no id.
    package let idPrefixes: [String]
    let shownRoutes: [RouteIndex: RouteIndex]
    package let agencyTimeZones: [TransitTimeZone]

    #if !hasFeature(Embedded)
    /// Opens a network file: checks its checksums, and that no value leads out of another column.
    /// - Throws: ``NetworkFileError`` if the file cannot be opened or is damaged.
    /// - Complexity: Linear in the file.
    package convenience init(path: String) throws(NetworkFileError) {
        do {
            try self.init(checking: NetworkFile(path: path))
        } catch .damaged(_, let part) {
            throw .damaged(path: path, part: part)
        } catch {
            throw error
        }
    }
    #endif

    /// Reads the columns of an open network file of another program's making, also a damaged one:
    /// first checks that no value leads out of another column.
    /// - Throws: ``NetworkFileError`` if columns are missing or damaged.
    package convenience init(checking file: NetworkFile) throws(NetworkFileError) {
        try NetworkFileCheck(file).run()
        try self.init(file: file)
    }

    /// Reads the columns of an open network file.
    /// - Throws: ``NetworkFileError`` if columns are missing or damaged.
    package init(file: NetworkFile) throws(NetworkFileError) {
        strings = try StringColumn(file)
        metadata = try NetworkMetadata(file)
        stops = try StopColumns(file, strings: strings)
        routes = try RouteColumns(file, strings: strings)
        agencies = try AgencyColumns(file)
        patterns = try PatternColumns(file)
        bookings = try BookingColumns(file)
        trips = try TripColumns(file, strings: strings, bookings: bookings)
        services = try ServiceColumns(file, metadata: metadata)
        shapes = try ShapeColumns(file)
        footpaths = try FootpathColumns(file)
        sources = FeedColumns(file, strings: strings)
        idPrefixes = try sources.feeds().map { $0.id.isEmpty ? "" : $0.id + ":" }
        shownRoutes = Self.shownRoutes(trips, patterns, services)
        let hex = String(file.revision, radix: 16)
        revision = String(repeating: "0", count: 16 - hex.count) + hex
        let strings = strings
        agencyTimeZones = agencies.timeZones.buffer.map {
            TransitTimeZone(identifier: strings[$0]) ?? .utc
        }
        timeZone = agencyTimeZones.first ?? .utc
    }

    /// Returns the time zone of a pattern's times.
    public func timeZone(of pattern: PatternIndex) -> TransitTimeZone {
        let agency = routes.agencies[patterns.routes[pattern]]
        return agency == .none ? timeZone : agencyTimeZones[agency.row]
    }

    /// Returns the smallest box that contains every stop that has a location; nil if none has.
    public func bounds() -> BoundingBox? {
        BoundingBox(around: stops.indices.lazy.compactMap(stops.coordinate))
    }

    /// Returns the places that are served, with their numbers of calls.
    ///
    /// - Complexity: linear in the patterns' stops.
    package func callCounts() -> [(place: Coordinate, count: Int)] {
        stops.indices.compactMap { stop in
            guard let place = stops.coordinate(stop) else { return nil }
            let count = stops.callPatterns[stops.callOffsets[stop]]
                .reduce(0) { $0 + patterns.runs(of: $1).count }
            return count > 0 ? (place, count) : nil
        }
    }
}
