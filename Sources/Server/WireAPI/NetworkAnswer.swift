import APISchema
package import LiveMap
import Realtime
package import Timetables
package import TransitModel

/// The answer of `/api/v1/network`: the server's data and its sources.
package struct NetworkAnswer: Encodable, Sendable {
    let name: String
    let invented: Bool
    let timeZone: String
    let languages: [String]
    let now: Int64
    let clockSpeed: Double
    let bounds: BoundingBox?
    /// The area with most of the service, which a map shows first.
    let core: BoundingBox?
    let counts: Counts
    let serviceDays: ServiceDays
    let feeds: [Feed]
    let attributions: [Attribution]
    let revision: String
    let live: Live
    /// Whether there is a landscape to draw under the lines.
    let landscape: Bool
    /// Whether there is an address search.
    let addresses: Bool
    /// The map whose streets walks follow; omitted if walks are estimated from the distance.
    let streets: Streets?
    /// Whether operators edit the network on this server.
    let campus: Bool

    struct Streets: Encodable, Sendable {
        /// Milliseconds since 1970 of the map's newest change; omitted if the map does not say.
        let updatedAt: Int64?
        /// The address of vector tiles, with `{z}`, `{x}` and `{y}`; omitted if there are none.
        let tiles: String?
        /// The layers of the operator's own tiles; omitted for tiles made by Takt.
        let layers: [String]?
    }

    struct Counts: Encodable, Sendable {
        let stops: Int
        let stations: Int
        let routes: Int
        let trips: Int
        let stopTimes: Int
        let patterns: Int
        let notices: Notices
    }

    struct Notices: Encodable, Sendable {
        var error = 0
        var warning = 0
        var info = 0
    }

    struct ServiceDays: Encodable, Sendable {
        let from: ServiceDay
        let to: ServiceDay
    }

    struct Feed: Encodable, Sendable {
        let id: String
        let name: String
        let publisher: String?
        let publisherURL: String?
        let version: String?
        let language: String?
        let from: ServiceDay?
        let to: ServiceDay?
    }

    struct Attribution: Encodable, Sendable {
        let organization: String
        let url: String?
        let roles: [String]
    }

    struct Live: Encodable, Sendable {
        let source: String
        let vehicles: Int
        let state: String
        let updatedAt: Int64?
    }
}

/// The constant properties of a served network, computed once.
package struct NetworkProfile: Sendable {
    private let timetable: Timetable
    private let name: String
    private let isInvented: Bool
    private let bounds: BoundingBox?
    private let core: BoundingBox?
    private let stationCount: Int
    private let feeds: [NetworkAnswer.Feed]
    private var attributions: [NetworkAnswer.Attribution]
    private var streets: NetworkAnswer.Streets?
    private let notices: NetworkAnswer.Notices
    private let hasLandscape: Bool
    private let hasAddresses: Bool
    private let isCampus: Bool

    /// Describes a network by its file's feeds.
    ///
    /// `name` is the displayed name (nil: its agencies' names), `isInvented` says that it is no
    /// real timetable, `hasLandscape` that there is a landscape to draw under the lines,
    /// `hasAddresses` that there is an address search, `isCampus` that operators edit the network
    /// on this server.
    ///
    /// - Throws: A `NetworkFileError` if the file lacks a column.
    package init(
        _ timetable: Timetable, name: String?, isInvented: Bool, hasLandscape: Bool = false,
        hasAddresses: Bool = false, isCampus: Bool = false
    ) throws(NetworkFileError) {
        self.timetable = timetable
        self.isInvented = isInvented
        self.hasLandscape = hasLandscape
        self.hasAddresses = hasAddresses
        self.isCampus = isCampus
        bounds = timetable.bounds()
        core = timetable.core()
        stationCount = timetable.stops.indices.count {
            timetable.stops.locationType($0) == .station
        }
        let descriptions = try timetable.sources.feeds()
        feeds = descriptions.map { feed in
            NetworkAnswer.Feed(
                id: feed.id, name: feed.name, publisher: feed.publisher,
                publisherURL: feed.publisherURL, version: feed.version, language: feed.language,
                from: feed.firstDay, to: feed.lastDay)
        }
        attributions = try timetable.sources.attributions().map {
            NetworkAnswer.Attribution(organization: $0.organization, url: $0.url, roles: $0.roles)
        }
        var notices = NetworkAnswer.Notices()
        for count in try timetable.sources.noticeCounts() {
            switch count.severity {
            case "error": notices.error += count.count
            case "warning": notices.warning += count.count
            default: notices.info += count.count
            }
        }
        self.notices = notices
        self.name = name ?? Self.agencyNames(timetable)
    }

    /// Adds the streets that walks follow, with the attribution that the map's licence requires.
    ///
    /// `updatedAt` is the time of the map's newest change in milliseconds since 1970; nil if the
    /// map does not say. `tilesVersion` names the version of its tiles; nil if it has none.
    /// `layers` are those of the operator's own tiles; nil for tiles made by Takt.
    package mutating func addStreets(
        updatedAt: Int64?, tilesVersion: String?, layers: [String]? = nil
    ) {
        streets = NetworkAnswer.Streets(
            updatedAt: updatedAt,
            tiles: tilesVersion.map { APIPaths.tiles + "/{z}/{x}/{y}?v=" + $0 },
            layers: layers)
        // The streets of an invented network are invented too.
        guard !isInvented else { return }
        let organization = "OpenStreetMap contributors"
        // Shapes from the map have their attribution in the network.
        guard !attributions.contains(where: { $0.organization == organization }) else { return }
        attributions.append(
            NetworkAnswer.Attribution(
                organization: organization,
                url: "https://www.openstreetmap.org/copyright", roles: ["authority"]))
    }

    private static func agencyNames(_ timetable: Timetable) -> String {
        var names: [String] = []
        for index in timetable.agencies.names.buffer {
            let name = timetable.strings[index]
            if !name.isEmpty, !names.contains(name) { names.append(name) }
        }
        guard names.count > 3 else { return names.joined(separator: ", ") }
        return names.prefix(2).joined(separator: ", ") + " + \(names.count - 2)"
    }

    /// Returns the answer for the current time.
    package func answer(_ frame: MapFrame, now: UnixTime, clockSpeed: Double) -> NetworkAnswer {
        let source = frame.snapshot.source
        return NetworkAnswer(
            name: name, invented: isInvented, timeZone: timetable.timeZone.identifier,
            languages: feeds.compactMap(\.language).reduce(into: []) { known, language in
                if !known.contains(language) { known.append(language) }
            }, now: now.milliseconds,
            clockSpeed: clockSpeed, bounds: bounds, core: core,
            counts: NetworkAnswer.Counts(
                stops: timetable.stops.count, stations: stationCount,
                routes: timetable.routes.count, trips: timetable.trips.count,
                stopTimes: Int(timetable.metadata[.stopTimeCount]),
                patterns: timetable.patterns.count, notices: notices),
            serviceDays: NetworkAnswer.ServiceDays(
                from: timetable.services.firstDay, to: timetable.services.lastDay),
            feeds: feeds, attributions: attributions, revision: timetable.revision,
            live: NetworkAnswer.Live(
                source: source.kind, vehicles: frame.vehicles.count,
                state: source.health(at: now), updatedAt: source.updatedAt?.milliseconds),
            landscape: hasLandscape, addresses: hasAddresses, streets: streets,
            campus: isCampus)
    }
}
