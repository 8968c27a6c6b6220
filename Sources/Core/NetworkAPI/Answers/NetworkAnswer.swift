package import JSONWriting
package import TransitModel

/// The answer of `/api/v1/network`: the server's data and its sources.
package struct NetworkAnswer: JSONObject {
    package var name = ""
    package var invented = false
    package var timeZone = ""
    package var languages: [String] = []
    package var now: Int64 = 0
    package var clockSpeed = 1.0
    package var bounds: BoundingBox?
    package var core: BoundingBox?
    package var counts = Counts()
    package var serviceDays = ServiceDays()
    package var feeds: [Feed] = []
    package var attributions: [Attribution] = []
    package var revision = ""
    package var live = Live()
    package var landscape = false
    package var addresses = false
    package var streets: Streets?
    package var campus = false
    package var savesNothing = false
    package var phone: Phone?

    package static let schema = JSONSchema(
        "Network", .text("name"),
        .flag("invented", "Whether places and times are made up, as in the demo"),
        .text("timeZone", "As in `Europe/Zurich`"),
        .list("languages", .text, "Of the feeds, as in `de`"),
        .int("now", "Unix time in milliseconds; the server's clock may be simulated"),
        .number("clockSpeed", "1, or how many times as fast a simulated clock runs"),
        .object("bounds?", BoundingBox.schema, "The area of all stops"),
        .object(
            "core?", BoundingBox.schema,
            "The area with most of the service, which a map shows first"),
        .object("counts", Counts.schema), .object("serviceDays", ServiceDays.schema),
        .list("feeds", of: Feed.schema), .list("attributions", of: Attribution.schema),
        .text("revision", "Changes with the network"),
        .object("live", Live.schema),
        .flag("landscape", "Whether there is a landscape to draw under the lines"),
        .flag("addresses", "Whether there is an address search"),
        .object(
            "streets?", Streets.schema,
            "The map whose streets walks follow; omitted if walks are estimated from the distance"),
        .flag("campus", "Whether operators edit the network on this server"),
        .flag(
            "savesNothing",
            "Whether the server has no data folder, and so no riders, trips and diaries"),
        .object(
            "phone?", Phone.schema,
            "The file that a device keeps; omitted while there is none, or no engine to read it"))

    /// The file with the part of the network that a phone keeps.
    package struct Phone: JSONObject {
        package var address = ""
        package var bytes = 0
        package var compressedBytes = 0
        package var digest = ""
        package var firstDay = ServiceDay(daysSince1970: 0)
        package var lastDay = ServiceDay(daysSince1970: 0)
        package var differences: [Difference] = []
        package var regions: [Region] = []

        package static let schema = JSONSchema(
            "NetworkPhone",
            .text("address", "Valid for the file of this digest only"),
            .int("bytes", "The size of the network file"),
            .int(
                "compressedBytes",
                "The size of the compressed file, which is sent to clients that accept gzip"),
            .list(
                "differences", of: Difference.schema,
                "How the file differs from those that were offered before it, the newest first"),
            .text("digest", "The SHA-256 of the network file, in hexadecimal digits"),
            .text(
                "firstDay lastDay", "The first and the last day that the file answers completely"),
            .list(
                "regions", of: Region.schema,
                "Smaller files of the same days; empty where the whole network is small"))

        package init() {}

        package func writeMembers(to json: inout JSONText) {
            json.member("address", address)
            json.member("bytes", bytes)
            json.member("compressedBytes", compressedBytes)
            json.member("differences", differences)
            json.member("digest", digest)
            json.member("firstDay", firstDay)
            json.member("lastDay", lastDay)
            json.member("regions", regions)
        }

        /// A file with the lines that call near a station.
        package struct Region: JSONObject {
            package let name: String
            package let centre: Coordinate
            package let radiusMetres: Int
            package var file = Phone()

            package static let schema = JSONSchema(
                "NetworkRegion",
                .text("address digest", "As of the whole network"),
                .int("bytes compressedBytes"),
                .list("differences", of: Difference.schema, "From older files of this region"),
                .number("latitude longitude", "The centre"),
                .text("name", "The station in the centre"),
                .int("radiusMetres", "How far from the centre stops belong to the region"))

            package init(name: String, centre: Coordinate, radiusMetres: Int) {
                self.name = name
                self.centre = centre
                self.radiusMetres = radiusMetres
            }

            package func writeMembers(to json: inout JSONText) {
                json.member("address", file.address)
                json.member("bytes", file.bytes)
                json.member("compressedBytes", file.compressedBytes)
                json.member("differences", file.differences)
                json.member("digest", file.digest)
                json.member("latitude", centre.latitude)
                json.member("longitude", centre.longitude)
                json.member("name", name)
                json.member("radiusMetres", radiusMetres)
            }
        }

        /// What makes the file of an older one.
        package struct Difference: JSONObject {
            package let address: String
            package let bytes: Int
            package let compressedBytes: Int
            package let from: String

            package static let schema = JSONSchema(
                "NetworkDifference",
                .text("address", "Valid for these two files only"),
                .int("bytes", "The size of the difference"),
                .int("compressedBytes", "Its compressed size, sent to clients that accept gzip"),
                .text("from", "The digest of the older file"))

            package init(address: String, bytes: Int, compressedBytes: Int, from: String) {
                self.address = address
                self.bytes = bytes
                self.compressedBytes = compressedBytes
                self.from = from
            }

            package func writeMembers(to json: inout JSONText) {
                json.member("address", address)
                json.member("bytes", bytes)
                json.member("compressedBytes", compressedBytes)
                json.member("from", from)
            }
        }
    }

    /// The map whose streets walks follow.
    package struct Streets: JSONObject {
        let updatedAt: Int64?
        let tiles: String?
        let layers: [String]?

        package static let schema = JSONSchema(
            "NetworkStreets",
            .int(
                "updatedAt?",
                "When the map changed last, in Unix milliseconds; omitted if it does not say"),
            .text(
                "tiles?",
                """
                The address of vector tiles, with `{z}`, `{x}` and `{y}`; omitted if there are \
                none
                """),
            .list(
                "layers?", .text,
                "The layers of the operator's own tiles; omitted for tiles made by Takt"))

        package func writeMembers(to json: inout JSONText) {
            json.member("layers", layers)
            json.member("tiles", tiles)
            json.member("updatedAt", updatedAt)
        }
    }

    /// The sizes of the network's tables.
    package struct Counts: JSONObject {
        package var stops = 0
        package var stations = 0
        package var routes = 0
        package var trips = 0
        package var stopTimes = 0
        package var patterns = 0
        package var notices = Notices()

        package static let schema = JSONSchema(
            "Counts",
            .int("stops", "With stations and platforms"),
            .int("stations", "With stops that belong to none"),
            .int("routes trips stopTimes"),
            .int("patterns", "Different sequences of stops"),
            .object("notices", Notices.schema, "The defects that the import found, by severity"))

        package func writeMembers(to json: inout JSONText) {
            json.member("notices", notices)
            json.member("patterns", patterns)
            json.member("routes", routes)
            json.member("stations", stations)
            json.member("stopTimes", stopTimes)
            json.member("stops", stops)
            json.member("trips", trips)
        }
    }

    /// The numbers of defects found at import, by severity.
    package struct Notices: JSONObject {
        var error = 0
        var warning = 0
        var info = 0

        package static let schema = JSONSchema("NoticeCounts", .int("error warning info"))

        package func writeMembers(to json: inout JSONText) {
            json.member("error", error)
            json.member("info", info)
            json.member("warning", warning)
        }
    }

    /// The first and the last day of the timetable.
    package struct ServiceDays: JSONObject {
        package var from = ServiceDay(daysSince1970: 0)
        package var to = ServiceDay(daysSince1970: 0)

        package static let schema = JSONSchema(
            "ServiceDays",
            .text("from to", "The first and the last day of the timetable"))

        package func writeMembers(to json: inout JSONText) {
            json.member("from", from)
            json.member("to", to)
        }
    }

    /// A feed that the network was made from.
    package struct Feed: JSONObject {
        let id: String
        let name: String
        let publisher: String?
        let publisherURL: String?
        let version: String?
        let language: String?
        let from: ServiceDay?
        let to: ServiceDay?

        package static let schema = JSONSchema(
            "Feed", .text("id name publisher?"),
            .text("publisherURL?", "The publisher's web site"),
            .text("version? language?"),
            .text("from? to?", "The first and the last day that the feed states"))

        package func writeMembers(to json: inout JSONText) {
            json.member("from", from)
            json.member("id", id)
            json.member("language", language)
            json.member("name", name)
            json.member("publisher", publisher)
            json.member("publisherURL", publisherURL)
            json.member("to", to)
            json.member("version", version)
        }
    }

    /// An organization to be credited.
    package struct Attribution: JSONObject {
        let organization: String
        let url: String?
        let roles: [String]

        package static let schema = JSONSchema(
            "Attribution", .text("organization url?"),
            .list("roles", .text, "Some of `producer`, `operator` and `authority`"))

        package func writeMembers(to json: inout JSONText) {
            json.member("organization", organization)
            json.member("roles", roles)
            json.member("url", url)
        }
    }

    /// The state of the live data.
    package struct Live: JSONObject {
        package var source = "none"
        package var vehicles = 0
        package var state = "none"
        package var updatedAt: Int64?

        package static let schema = JSONSchema(
            "LiveState",
            .text("source", "As in `gtfs-rt`; `none` without a source"),
            .int("vehicles", "How many are seen"),
            .text(
                "state", "`live` (data of at most 90 s), `old` (at most 300 s), `down` or `none`"),
            .int("updatedAt?", "The time of the newest data, in Unix milliseconds"))

        package func writeMembers(to json: inout JSONText) {
            json.member("source", source)
            json.member("state", state)
            json.member("updatedAt", updatedAt)
            json.member("vehicles", vehicles)
        }
    }

    package init() {}

    package func writeMembers(to json: inout JSONText) {
        json.member("addresses", addresses)
        json.member("attributions", attributions)
        json.member("bounds", bounds)
        json.member("campus", campus)
        json.member("clockSpeed", clockSpeed)
        json.member("core", core)
        json.member("counts", counts)
        json.member("feeds", feeds)
        json.member("invented", invented)
        json.member("landscape", landscape)
        json.member("languages", languages)
        json.member("live", live)
        json.member("name", name)
        json.member("now", now)
        json.member("phone", phone)
        json.member("revision", revision)
        json.member("savesNothing", savesNothing)
        json.member("serviceDays", serviceDays)
        json.member("streets", streets)
        json.member("timeZone", timeZone)
    }
}
