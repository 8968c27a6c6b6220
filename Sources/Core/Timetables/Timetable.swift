public import TransitModel

/// A whole network, frozen: stops, routes, patterns, runs, days, shapes and walks as columns.
///
/// Made by importing feeds and opened in milliseconds, because columns are read where they lie in
/// the memory-mapped file. Nothing in it ever changes, so everyone may read it at once.
public final class Timetable: Sendable {
    /// All texts.
    public let strings: StringColumn
    /// Stops, stations and what belongs to them.
    public let stops: StopColumns
    /// Routes: lines as riders know them.
    public let routes: RouteColumns
    /// Those who run the routes.
    public let agencies: AgencyColumns
    /// Stop patterns and the runs on them.
    public let patterns: PatternColumns
    /// Trips: what a run is called and how it drives.
    public let trips: TripColumns
    /// How calls are booked; nil for a network without booking rules.
    package let bookings: BookingColumns?
    /// The days of the services.
    public let services: ServiceColumns
    /// The paths on the ground.
    public let shapes: ShapeColumns
    /// Walks between stops, and rules for changing.
    public let footpaths: FootpathColumns
    /// The feeds that the network was made of, and their notices.
    package let sources: FeedColumns
    /// Numbers about the network as a whole.
    package let metadata: NetworkMetadata
    /// Names the content: another network has another revision.
    public let revision: String
    /// The zone in which the network's times are told: that of its first agency.
    public let timeZone: TransitTimeZone
    /// What the ids of each feed begin with, in the order of the feeds: the feed's id and a colon
    /// with several feeds; with one, what its ids begin with once others join it, or nothing if it
    /// has no id.
    package let idPrefixes: [String]
    let shownRoutes: [RouteIndex: RouteIndex]
    /// For each agency, the zone of its times.
    package let agencyTimeZones: [TransitTimeZone]

    /// Opens a network file.
    package convenience init(path: String) throws(NetworkFileError) {
        try self.init(file: NetworkFile(path: path))
    }

    /// Reads the columns of an open network file.
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

    /// The zone of a pattern's times.
    public func timeZone(of pattern: PatternIndex) -> TransitTimeZone {
        let agency = routes.agencies[patterns.routes[pattern]]
        return agency == .none ? timeZone : agencyTimeZones[agency.row]
    }

    /// The smallest box that holds every stop that has a place; nil if none has.
    public func bounds() -> BoundingBox? {
        var box: BoundingBox?
        for stop in stops.indices {
            guard let place = stops.coordinate(stop) else { continue }
            if box == nil { box = BoundingBox(around: place) } else { box?.include(place) }
        }
        return box
    }

    /// The box of the middle 80 % of all calls, east to west and north to south; nil if no stop
    /// that is served has a place.
    /// - Complexity: linear in the patterns' stops, plus sorting them.
    package func core() -> BoundingBox? {
        var calls: [(place: Coordinate, count: Int)] = []
        for stop in stops.indices {
            guard let place = stops.coordinate(stop) else { continue }
            let count = stops.callPatterns[stops.callOffsets[stop]]
                .reduce(0) { $0 + patterns.runs(of: $1).count }
            if count > 0 { calls.append((place, count)) }
        }
        let total = calls.reduce(0) { $0 + $1.count }
        func middle(_ degrees: (Coordinate) -> Double) -> (low: Double, high: Double)? {
            let sorted = calls.map { (degrees($0.place), $0.count) }.sorted { $0.0 < $1.0 }
            var sum = 0
            var low: Double?
            for (value, count) in sorted {
                sum += count
                if low == nil, sum * 10 >= total { low = value }
                if sum * 10 >= total * 9 { return (low ?? value, value) }
            }
            return nil
        }
        guard let wide = middle(\.longitude), let high = middle(\.latitude) else { return nil }
        return BoundingBox(west: wide.low, south: high.low, east: wide.high, north: high.high)
    }
}
