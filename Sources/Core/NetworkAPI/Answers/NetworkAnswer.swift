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
    /// The area with most of the service, which a map shows first.
    package var core: BoundingBox?
    package var counts = Counts()
    package var serviceDays = ServiceDays()
    package var feeds: [Feed] = []
    package var attributions: [Attribution] = []
    package var revision = ""
    package var live = Live()
    /// Whether there is a landscape to draw under the lines.
    package var landscape = false
    /// Whether there is an address search.
    package var addresses = false
    /// The map whose streets walks follow; omitted if walks are estimated from the distance.
    package var streets: Streets?
    /// Whether operators edit the network on this server.
    package var campus = false
    /// The file that a phone keeps; omitted if there is none, or no engine to read it.
    package var phone: Phone?

    /// The file with the part of the network that a phone keeps.
    package struct Phone: JSONObject {
        /// The address of the file, which is that of this digest only.
        package var address = ""
        /// The size of the network file in bytes.
        package var bytes = 0
        /// The size of the compressed file in bytes.
        package var compressedBytes = 0
        /// The SHA-256 of the network file, in hexadecimal digits.
        package var digest = ""
        /// The first day that the file answers completely.
        package var firstDay = ServiceDay(daysSince1970: 0)
        /// The last day that the file answers completely.
        package var lastDay = ServiceDay(daysSince1970: 0)

        /// Creates an answer to be filled.
        package init() {}

        package func writeMembers(to json: inout JSONText) {
            json.member("address", address)
            json.member("bytes", bytes)
            json.member("compressedBytes", compressedBytes)
            json.member("digest", digest)
            json.member("firstDay", firstDay)
            json.member("lastDay", lastDay)
        }
    }

    /// The map whose streets walks follow.
    package struct Streets: JSONObject {
        /// Milliseconds since 1970 of the map's newest change; omitted if the map does not say.
        let updatedAt: Int64?
        /// The address of vector tiles, with `{z}`, `{x}` and `{y}`; omitted if there are none.
        let tiles: String?
        /// The layers of the operator's own tiles; omitted for tiles made by Takt.
        let layers: [String]?

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

        package func writeMembers(to json: inout JSONText) {
            json.member("source", source)
            json.member("state", state)
            json.member("updatedAt", updatedAt)
            json.member("vehicles", vehicles)
        }
    }

    /// Creates an answer to be filled.
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
        json.member("serviceDays", serviceDays)
        json.member("streets", streets)
        json.member("timeZone", timeZone)
    }
}
