import AddressSearch
import Foundation
import HTTPFetching
import Testing
import WebServer

@testable import TaktApp

/// Reading a configuration from its three sources.
struct ConfigurationTests {
    @Test func `nothing said means the defaults`() throws {
        let configuration = try Configuration.load(file: nil, environment: ["HOME": "/nowhere"])
        #expect(configuration == Configuration())
        #expect(configuration.listen.host == "127.0.0.1")
        #expect(configuration.listen.port == 8080)
        for text in ["", "# only a comment\n", "sources:\nlimits:\n"] {
            #expect(try ConfigurationFolder(text).load() == Configuration())
        }
    }

    @Test func `a file of an editor that adds a mark and carriage returns is read`() throws {
        let configuration = try ConfigurationFolder(
            "\u{FEFF}listen: 0.0.0.0:80\r\nlimits:\r\n  streams: 10\r\n"
        ).load()
        #expect(configuration.listen == ListenAddress("0.0.0.0:80"))
        #expect(configuration.limits.streams == 10)
    }

    @Test func `a file may say everything`() throws {
        let folder = try ConfigurationFolder(
            """
            network: town.network
            name: Seewil
            data: /var/lib/takt
            listen: 0.0.0.0:80
            public-url: https://takt.example/
            web: ./web
            log-level: debug
            limits:
              connections: 20
              streams: 10
              idle: 2m
            geocoder:
              url: https://photon.example/api?q={query}
              per-second: 2
            sources:
              - id: town
                kind: gtfs-rt
                url: https://town.example/vehicles.pb?region=2
                key-file: town.key
                every: 15s
              - id: trains
                kind: geops
                url: wss://trains.example/tracker-ws/v1/
              - {id: toys, kind: simulate}
            """, files: ["town.key": "secret\n"])
        let configuration = try folder.load()
        #expect(configuration.network == folder.path("town.network"))
        #expect(configuration.name == "Seewil")
        #expect(configuration.data == "/var/lib/takt")
        #expect(configuration.listen == ListenAddress("0.0.0.0:80"))
        #expect(configuration.publicURL == "https://takt.example")
        #expect(configuration.web == folder.url.path + "/./web")
        #expect(configuration.logLevel == .debug)
        #expect(configuration.limits.connections == 20)
        #expect(configuration.limits.streams == 10)
        #expect(configuration.limits.idle == .seconds(120))
        #expect(
            configuration.geocoder == GeocoderAddress("https://photon.example/api?q={query}"))
        #expect(configuration.geocoderPace == 2)
        #expect(
            configuration.sources == [
                SourceSettings(
                    id: "town", kind: .gtfsRealtime,
                    urls: ["https://town.example/vehicles.pb?region=2"],
                    keyFile: folder.path("town.key"), every: .seconds(15)),
                SourceSettings(
                    id: "trains", kind: .geops, urls: ["wss://trains.example/tracker-ws/v1/"],
                    keyFile: nil, every: nil),
                SourceSettings(id: "toys", kind: .simulate, urls: [], keyFile: nil, every: nil),
            ])
        #expect(try configuration.sources[0].key() == "secret")
        #expect(try configuration.sources[1].key() == nil)
    }

    @Test func `the environment wins over the file and the command line over both`() throws {
        let folder = try ConfigurationFolder(
            "listen: 10.0.0.1:1000\nname: File\ndata: file\nlog-level: error\nlimits: {streams: 1}")
        let environment = [
            "TAKT_LISTEN": "10.0.0.2:2000", "TAKT_NAME": "Environment", "TAKT_LOG_LEVEL": "",
        ]
        var overrides = Configuration.Overrides()
        overrides.port = 3000
        overrides.network = "here.network"
        overrides.data = "here"
        let configuration = try folder.load(environment: environment, overrides: overrides)
        #expect(configuration.listen == ListenAddress("10.0.0.2:3000"))
        #expect(configuration.name == "Environment")
        #expect(configuration.logLevel == .error)
        #expect(configuration.limits.streams == 1)
        #expect(configuration.network == "here.network")
        #expect(configuration.data == "here")
    }

    /// A value for every key that has one.
    private static let logo =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Web/icons/takt.svg").standardized.path

    private static let everyKey = [
        "TAKT_NETWORK": "a", "TAKT_STREETS": "w",
        "TAKT_STREETS_URLS": "http://x/a.pbf https://y/b.pbf", "TAKT_STREETS_EVERY": "3d",
        "TAKT_MAP_TILES": "z",
        "TAKT_NAME": "b", "TAKT_DATA": "c",
        "TAKT_WEB": "d",
        "TAKT_LOOK_NAME": "w", "TAKT_LOOK_COLOUR": "#010203", "TAKT_LOOK_LOGO": logo,
        "TAKT_LOOK_IMPRINT": "https://x", "TAKT_LOOK_PRIVACY": "http://y",
        "TAKT_LISTEN": "[::1]:1", "TAKT_PUBLIC_URL": "http://e", "TAKT_LOG_LEVEL": "trace",
        "TAKT_LIMITS_CONNECTIONS": "2", "TAKT_LIMITS_STREAMS": "3",
        "TAKT_LIMITS_IDLE": "4s", "TAKT_GEOCODER_URL": "http://g?q={query}",
        "TAKT_GEOCODER_PER_SECOND": "5", "TAKT_RETENTION_HISTORY": "48h",
        "TAKT_OPERATOR_TOKEN_FILE": "f",
        "TAKT_RETENTION_RIDERS": "60d", "TAKT_PUSH_CONTACT": "mailto:o@h.example",
        "TAKT_PUSH_REACH": "anywhere", "TAKT_MAIL_SERVER": "smtps://h",
        "TAKT_MAIL_FROM": "i@H.example", "TAKT_MAIL_USER": "j",
        "TAKT_MAIL_PASSWORD_FILE": "k", "TAKT_DIARY_SENSING": "l",
        "TAKT_DIARY_BUCKET_ENDPOINT": "http://m", "TAKT_DIARY_BUCKET_NAME": "nnn",
        "TAKT_DIARY_BUCKET_REGION": "o", "TAKT_DIARY_BUCKET_STYLE": "virtual-host",
        "TAKT_DIARY_BUCKET_KEY_FILE": "p", "TAKT_DIARY_PERSONAL": "nobody",
        "TAKT_DIARY_COLLECT": "7m", "TAKT_DIARY_RECORDS_PER_DAY": "9000",
        "TAKT_ALERTS_NEARBY_PAUSE": "2m",
        "TAKT_LIMITS_FEED_BYTES": "7000000", "TAKT_LIMITS_IMPORT_BYTES": "800000000",
        "TAKT_LIMITS_REQUESTS": "6", "TAKT_LIMITS_CONNECTIONS_PER_ADDRESS": "7",
        "TAKT_LIMITS_NEW_RIDERS": "8",
        "TAKT_CAMPUS_TIME_ZONE": "America/New_York",
        "TAKT_FEED_URLS": "http://q s=https://r/s.zip?k=v", "TAKT_FEED_EVERY": "6h",
        "TAKT_STORE_URL": "postgresql://s@t/u", "TAKT_STORE_PASSWORD_FILE": "v",
        "TAKT_PROXIES": "10.0.0.2 172.16.0.0/12",
        "TAKT_TLS_CERTIFICATE": "t", "TAKT_TLS_KEY": "u",
    ]

    @Test func `streets are a file, or made from extracts`() throws {
        let file = try ConfigurationFolder("streets: city.streets").load()
        #expect(file.streets?.hasSuffix("/city.streets") == true)
        #expect(file.extracts.isEmpty)
        let extracts = try ConfigurationFolder(
            "streets:\n  urls: [http://a.example/x.pbf, https://b.example/y.pbf]\n  every: 3d"
        ).load()
        #expect(extracts.streets == nil)
        #expect(
            extracts.extracts.map(\.place)
                == ["http://a.example/x.pbf", "https://b.example/y.pbf"])
        #expect(extracts.extractInterval == .seconds(3 * 86_400))
        let wrong = try ConfigurationFolder("streets:\n  urls: city.osm.pbf").problems()
        #expect(wrong.count == 1 && wrong[0].contains("'streets.urls' must be"), "\(wrong)")
    }

    /// Returns a configuration with the look of ``everyKey``, and nothing else.
    private static func expectedLook() throws -> Configuration {
        var expected = Configuration()
        expected.branding.name = "w"
        expected.branding.colour = ScreenColour("#010203")
        expected.branding.logo = SiteLogo(try Data(contentsOf: URL(fileURLWithPath: logo)))
        expected.branding.imprint = "https://x"
        expected.branding.privacy = "http://y"
        return expected
    }

    @Test func `every key with one value can be set in the environment`() throws {
        let configuration = try Configuration.load(file: nil, environment: Self.everyKey)
        var expected = try Self.expectedLook()
        expected.network = "a"
        expected.streets = "w"
        expected.extracts = ["http://x/a.pbf", "https://y/b.pbf"].map { .init(place: $0) }
        expected.extractInterval = .seconds(3 * 86_400)
        expected.tiles = "z"
        expected.feeds = [
            FeedReference(place: "http://q"), FeedReference(id: "s", place: "https://r/s.zip?k=v"),
        ]
        let proxies = ["10.0.0.2", "172.16.0.0/12"]
        expected.proxies = proxies.compactMap(AddressRange.init)
        expected.feedInterval = .seconds(6 * 3600)
        expected.tlsCertificate = "t"
        expected.tlsKey = "u"
        expected.name = "b"
        expected.data = "c"
        expected.web = "d"
        expected.listen.host = "::1"
        expected.listen.port = 1
        expected.publicURL = "http://e"
        expected.logLevel = .trace
        expected.limits.connections = 2
        expected.limits.requests = 6
        expected.limits.feedBytes = 7_000_000
        expected.limits.importBytes = 800_000_000
        expected.limits.connectionsPerAddress = 7
        expected.limits.newRiders = 8
        expected.campusTimeZone = "America/New_York"
        expected.limits.streams = 3
        expected.limits.idle = .seconds(4)
        expected.geocoder = GeocoderAddress("http://g?q={query}")
        expected.geocoderPace = 5
        expected.historyDays = 2
        expected.operatorTokenFile = "f"
        expected.riderDays = 60
        expected.pushContact = "mailto:o@h.example"
        expected.pushReach = .anywhere
        let isTaken = expected.mail.parse("smtps://h:465/")
        #expect(isTaken)
        expected.mail.sender = "i@h.example"
        expected.mail.user = "j"
        expected.nearbyPause = .seconds(120)
        expected.mail.passwordFile = "k"
        expected.store.url = "postgresql://s@t/u"
        expected.store.passwordFile = "v"
        expected.diary.sensing = "l"
        expected.diary.allowsPersonal = false
        expected.diary.collect = .seconds(420)
        expected.diary.recordsPerDay = 9000
        expected.diary.parts.endpoint = "http://m"
        expected.diary.parts.name = "nnn"
        expected.diary.parts.region = "o"
        expected.diary.parts.style = .virtualHost
        expected.diary.parts.keyFile = "p"
        #expect(configuration == expected)
        #expect(ConfigurationKey.all.count == 53)
    }

    @Test func `variables that container systems set are let be`() throws {
        let environment = ["TAKT_SERVICE_HOST": "10.0.0.1", "TAKT_PORT": "tcp://10.0.0.1:80"]
        #expect(
            try Configuration.load(file: nil, environment: environment) == Configuration())
    }

    @Test func `options of the server follow the configuration`() throws {
        let configuration = try ConfigurationFolder(
            """
            listen: "[::]:81"
            name: Seewil
            limits: {connections: 7, streams: 8, idle: 1m}
            sources: [{id: toys, kind: simulate, every: 9s}]
            """
        ).load()
        let options = TaktApplication.Options(configuration)
        #expect(options.server.host == "::")
        #expect(options.server.port == 81)
        #expect(options.server.maximumConnections == 7)
        #expect(options.server.idleSeconds == 60)
        #expect(options.maximumStreams == 8)
        #expect(options.networkName == "Seewil")
        #expect(options.simulation?.fixIntervalSeconds == 9)
        #expect(TaktApplication.Options(Configuration()).simulation == nil)
    }

    @Test func `messages lead to the public address, and push services reach the operator there`() {
        var configuration = Configuration()
        var messages: MessageSettings { TaktApplication.Options(configuration).messages }
        configuration.listen.port = 81
        #expect(messages.home == "http://localhost:81")
        #expect(messages.contact == "mailto:nobody@takt.invalid")
        configuration.publicURL = "https://takt.example"
        #expect(messages.home == "https://takt.example")
        #expect(messages.contact == "https://takt.example")
        configuration.pushContact = "mailto:o@takt.example"
        #expect(messages.contact == "mailto:o@takt.example")
    }

    @Test func `a mail server needs a mailbox to send from, and its password stays in a file`()
        throws
    {
        let folder = try ConfigurationFolder(
            "mail: {server: 'smtp://mail.example', user: takt, password-file: word}",
            files: ["word": "secret\n"])
        var mail = try folder.load().mail
        #expect(throws: SettingFailure.self) { try mail.settings() }
        mail.sender = "takt@mail.example"
        let settings = try #require(try mail.settings())
        #expect(settings.port == 587)
        #expect(settings.encryption == .startTLS)
        #expect(settings.password == "secret")
        #expect(try MailAccount().settings() == nil)
    }

    @Test(arguments: [
        ("127.0.0.1:8080", "127.0.0.1", 8080), ("localhost:0", "localhost", 0),
        ("[::1]:65535", "::1", 65_535), ("takt.example:80", "takt.example", 80),
    ])
    func `a place to listen has an address and a port`(text: String, host: String, port: Int) {
        let address = ListenAddress(text)
        #expect(address?.host == host)
        #expect(address?.port == port)
    }

    @Test(arguments: [
        "", "8080", ":8080", "localhost", "localhost:", "localhost:x", "localhost:65536",
        "localhost:-1", "::1:80", "[]:80", "http://localhost:80", "a b:80",
    ])
    func `anything else is no place to listen`(text: String) {
        #expect(ListenAddress(text) == nil)
    }

    @Test(arguments: [
        ("1s", 1), ("90s", 90), ("5m", 300), ("2h", 7200), ("1d", 86_400), ("007s", 7),
    ])
    func `a duration has a number and a unit`(text: String, seconds: Int) {
        #expect(DurationText.duration(text, seconds: 1...86_400) == .seconds(seconds))
    }

    @Test(arguments: [
        "", "s", "10", "10 s", "-1s", "+1s", "1.5s", "1h30m", "10S", "1w", "0s", "2d", "٣s",
        "99999999999999999999s",
    ])
    func `anything else is no duration`(text: String) {
        #expect(DurationText.duration(text, seconds: 1...86_400) == nil)
    }
}
