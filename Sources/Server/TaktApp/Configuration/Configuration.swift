package import AddressSearch
import GTFSImport
package import HTTPFetching
package import Logging
import WebServer

/// What an operator decided: from `takt.yml`, the environment and the command line, in this order;
/// what comes later wins.
package struct Configuration: Sendable, Equatable {
    /// The network file to serve; nil if none is named.
    package var network: String?
    /// The feeds that the network is made of, at http(s) addresses; without any it is made by hand.
    package var feeds: [FeedReference] = []
    /// How often the feeds are looked at.
    package var feedInterval = Duration.seconds(86_400)
    /// What people call the network; nil takes its agencies' names.
    package var name: String?
    /// The folder for everything that is stored; nil if none is named.
    package var data: String?
    /// Where the server listens.
    package var listen = ListenAddress()
    /// The file of the certificate that connections are encrypted with; nil if they are not.
    package var tlsCertificate: String?
    /// The file of its private key; nil if it lies in the certificate's.
    package var tlsKey: String?
    /// The address that people reach the server by, without a slash at its end; nil if it is not
    /// told.
    package var publicURL: String?
    /// Proxies on other machines: for whom they ask is believed.
    package var proxies: [AddressRange] = []
    /// The web app's folder; nil looks beside the program.
    package var web: String?
    /// How much is logged.
    package var logLevel = Logger.Level.info
    /// How much the server takes on.
    package var limits = Limits()
    /// Who finds addresses; nil if nobody does.
    package var geocoder: GeocoderAddress?
    /// How many questions a second the geocoder is asked at most, on average.
    package var geocoderPace = 5
    /// How many days the fixes of vehicles are kept.
    package var historyDays = 30
    /// The file that holds the operator's token; nil if operators are not let in over HTTP.
    package var operatorTokenFile: String?
    /// After how many days without a sign riders are forgotten.
    package var riderDays = 400
    /// A `mailto:` or `https:` address by which push services reach the operator; nil takes the public address.
    package var pushContact: String?
    /// Which addresses riders may give for their messages.
    package var pushReach = AddressReach.publicInternet
    /// The time between two vehicles of a route that are announced to a rider.
    package var nearbyPause = Duration.seconds(60)
    /// The mail server.
    package var mail = MailAccount()
    /// Where riders and the messages to them are stored.
    package var store = StoreSettings()
    /// What is decided about travel diaries.
    package var diary = DiarySettings()
    /// The time zone of a campus that its operators enter.
    package var campusTimeZone = "UTC"
    /// Where live data comes from.
    package var sources: [SourceSettings] = []

    /// The defaults.
    package init() {}

    /// Where the certificate lies that connections are encrypted with; nil if they are not.
    package var certificate: ServerCertificate.Files? {
        tlsCertificate.map { ServerCertificate.Files(certificate: $0, key: tlsKey) }
    }

    /// The file of the network that is served: the one that is named, or the one that feeds are made
    /// into; nil without either.
    package var networkPath: String? {
        if let network { return network }
        return feeds.isEmpty ? nil : data.map { $0 + "/network.takt" }
    }
}

extension Configuration {
    /// How much the server takes on.
    package struct Limits: Sendable, Equatable {
        /// How many connections are served at once; the slowest clients make room for more.
        package var connections = WebServer.Settings().maximumConnections
        /// How many of them one address may have, proxies aside; nil for a tenth, but 32 at least.
        package var connectionsPerAddress: Int?
        /// How many requests a second one client may send on average; 0 for as many as they like.
        package var requests = 50
        /// How many new riders come from one address in an hour.
        package var newRiders = TaktApplication.Options().newRidersPerHour
        /// How many live streams may be open at once; more are turned away.
        package var streams = TaktApplication.Options().maximumStreams
        /// How long a connection may be idle before it is closed, in whole seconds.
        package var idle = Duration.seconds(WebServer.Settings().idleSeconds)
        /// What is read of one feed, unpacked, in bytes.
        package var feedBytes = NetworkImport.usualFeedBytes
        /// The memory that an import beside the server may have, in bytes.
        package var importBytes = ImportConfinement.usualMemoryBytes()

        /// The defaults.
        package init() {}
    }

    /// What the command line decided; nil leaves a decision to the environment and the file.
    package struct Overrides: Sendable {
        /// The network file.
        package var network: String?
        /// What people call the network.
        package var name: String?
        /// The folder for everything that is stored.
        package var data: String?
        /// The address to listen on.
        package var host: String?
        /// From 0 to 65535.
        package var port: Int?
        /// The web app's folder.
        package var web: String?
        /// How much is logged.
        package var logLevel: Logger.Level?

        /// No overrides.
        package init() {}
    }

    mutating func apply(_ overrides: Overrides) {
        network = overrides.network ?? network
        name = overrides.name ?? name
        data = overrides.data ?? data
        listen.host = overrides.host ?? listen.host
        listen.port = overrides.port ?? listen.port
        web = overrides.web ?? web
        logLevel = overrides.logLevel ?? logLevel
    }
}

/// Where a server listens.
package struct ListenAddress: Sendable, Equatable {
    /// A name or an address, without brackets.
    package var host = WebServer.Settings().host
    /// From 0 to 65535; 0 lets the system choose.
    package var port = WebServer.Settings().port

    /// This machine alone, on the usual port.
    package init() {}

    /// The address that a text such as `0.0.0.0:8080` or `[::]:8080` stands for, or nil.
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
