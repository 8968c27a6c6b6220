package import AddressSearch
import GTFSImport
package import HTTPFetching
import History
package import Logging
package import WebServer

/// An operator's configuration from `takt.yml`, the environment and the command line, each of which
/// overrides the previous ones.
package struct Configuration: Sendable, Equatable {
    /// The network file to serve; nil if none is named.
    package var network: String?
    /// The feeds of the network, at http(s) addresses; without any the network file is imported by
    /// hand.
    package var feeds: [FeedReference] = []
    /// The interval between two checks of the feeds.
    package var feedInterval = Duration.seconds(86_400)
    /// The network's displayed name; nil takes its agencies' names.
    package var name: String?
    /// The folder for all stored data; nil if none is named.
    package var data: String?
    package var listen = ListenAddress()
    /// The file of the TLS certificate; nil for unencrypted connections.
    package var tlsCertificate: String?
    /// The file of the private key; nil if it is in the certificate's file.
    package var tlsKey: String?
    /// The server's public address, without a trailing slash; nil if it is not configured.
    package var publicURL: String?
    /// Trusted proxies on other machines.
    package var proxies: [AddressRange] = []
    /// The web app's folder; nil searches near the program.
    package var web: String?
    /// How the operator presents the app.
    package var branding = SiteBranding()
    package var logLevel = Logger.Level.info
    /// The limits of the server's load.
    package var limits = Limits()
    /// The file of streets; nil takes the one beside the network, if there is one.
    package var streets: String?
    /// The OpenStreetMap extracts of the streets, at http(s) addresses; without any the file of
    /// streets is made by hand.
    package var extracts: [FeedReference] = []
    /// The interval between two checks of the extracts.
    package var extractInterval = Duration.seconds(7 * 86_400)
    /// The operator's own archive of map tiles; nil takes those of the streets.
    package var tiles: String?
    /// The geocoder for address search; nil for none.
    package var geocoder: GeocoderAddress?
    /// The maximum average number of geocoder requests per second.
    package var geocoderPace = 5
    /// The number of days for which vehicles' fixes are kept.
    package var historyDays = FixArchive.defaultRetentionDays
    /// The file with the operator's token; nil if operators have no access over HTTP.
    package var operatorTokenFile: String?
    /// The number of days without a request after which a rider is deleted.
    package var riderDays = 400
    /// A `mailto:` or `https:` address by which push services reach the operator; nil takes the
    /// public address.
    package var pushContact: String?
    /// The addresses that riders may give for their messages.
    package var pushReach = AddressReach.publicInternet
    /// The minimum time between two announcements of vehicles of a route to a rider.
    package var nearbyPause = Duration.seconds(60)
    package var mail = MailAccount()
    /// The storage of riders and their messages.
    package var store = StoreSettings()
    /// The settings of travel diaries.
    package var diary = DiarySettings()
    /// The time zone of a campus that its operators edit.
    package var campusTimeZone = "UTC"
    /// The sources of live data.
    package var sources: [SourceSettings] = []

    package init() {}

    /// The certificate's files; nil for unencrypted connections.
    package var certificate: ServerCertificate.Files? {
        tlsCertificate.map { ServerCertificate.Files(certificate: $0, key: tlsKey) }
    }

    /// The file of the served network: the named one, or the one made from feeds; nil without
    /// either.
    package var networkPath: String? {
        if let network { return network }
        return feeds.isEmpty ? nil : data.map { $0 + "/network.takt" }
    }
}

extension Configuration {
    /// The limits of the server's load.
    package struct Limits: Sendable, Equatable {
        /// The maximum number of connections; beyond it, the slowest clients are closed for new
        /// ones.
        package var connections = WebServer.Settings().maximumConnections
        /// The maximum number of connections from one address, except proxies; nil for a tenth of
        /// all, but at least 32.
        package var connectionsPerAddress: Int?
        /// The maximum average number of requests per second from one client; 0 for no limit.
        package var requests = 50
        /// The maximum number of new riders from one address in an hour.
        package var newRiders = TaktApplication.Options().newRidersPerHour
        /// The maximum number of open live streams; further ones are refused.
        package var streams = TaktApplication.Options().maximumStreams
        /// The time after which an idle connection is closed, in whole seconds.
        package var idle = Duration.seconds(WebServer.Settings().idleSeconds)
        /// The maximum size of an uncompressed feed, in bytes.
        package var feedBytes = NetworkImport.defaultFeedBytes
        /// The memory limit of an import process, in bytes.
        package var importBytes = ImportConfinement.defaultMemoryBytes()

        package init() {}
    }

    /// Values from the command line; nil leaves a value to the environment and the file.
    package struct Overrides: Sendable {
        /// The path of the network file.
        package var network: String?
        /// The path of the file of streets.
        package var streets: String?
        /// The network's displayed name.
        package var name: String?
        /// The folder for all stored data.
        package var data: String?
        /// The address to listen on.
        package var host: String?
        /// The port, from 0 to 65535.
        package var port: Int?
        package var web: String?
        package var logLevel: Logger.Level?

        package init() {}
    }

    mutating func apply(_ overrides: Overrides) {
        network = overrides.network ?? network
        streets = overrides.streets ?? streets
        name = overrides.name ?? name
        data = overrides.data ?? data
        listen.host = overrides.host ?? listen.host
        listen.port = overrides.port ?? listen.port
        web = overrides.web ?? web
        logLevel = overrides.logLevel ?? logLevel
    }
}

/// The address and port on which a server listens.
package struct ListenAddress: Sendable, Equatable {
    /// A name or an address, without brackets.
    package var host = WebServer.Settings().host
    /// From 0 to 65535; 0 lets the system choose.
    package var port = WebServer.Settings().port

    /// Creates the default: only this machine, on the usual port.
    package init() {}

    /// Parses a text such as `0.0.0.0:8080` or `[::]:8080`; nil if it is invalid.
    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"),
            let port = Int(text[text.index(after: colon)...]), (0...65_535).contains(port)
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        let isPlain = host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "/") }
        guard !host.isEmpty, isPlain else { return nil }
        self.host = String(host)
        self.port = port
    }
}
