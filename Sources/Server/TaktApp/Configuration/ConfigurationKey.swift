import AddressSearch
import Foundation
import GTFSImport
import HTTPFetching
import Logging
import Notifications
import Persistence
import TransitModel

/// A key with one value: its notation and its effect.
struct ConfigurationKey: Sendable {
    /// The notation of a value in the file.
    enum Notation {
        case text
        case wholeNumber
        /// One text or several; `apply` gets them separated by spaces.
        case list
    }

    /// The name with its section, as in `limits.streams`.
    let name: String
    let notation: Notation
    /// A description of valid values, for people.
    let expected: String
    /// Applies a value to the configuration, or returns false if it is invalid.
    ///
    /// Paths are relative to the folder; an empty folder means the current folder.
    let apply: @Sendable (_ value: String, _ folder: String, inout Configuration) -> Bool

    /// The environment variable that sets the key, as in `TAKT_LIMITS_STREAMS`.
    var environmentName: String {
        "TAKT_"
            + name.uppercased().replacingOccurrences(of: ".", with: "_")
            .replacingOccurrences(of: "-", with: "_")
    }

    /// The maximum number of feeds of a network.
    private static let maximumFeeds = 1000
    /// The maximum number of extracts of a map.
    private static let maximumExtracts = 32

    /// All keys with one value.
    static let all = server + look + messages + diary

    private static let server: [ConfigurationKey] = [
        path("network", \.network),
        path("streets", \.streets),
        ConfigurationKey(
            name: "streets.urls", notation: .list,
            expected:
                "1 to \(maximumExtracts) addresses of OpenStreetMap extracts that begin with http:// "
                + "or https://, as in https://download.example/city.osm.pbf"
        ) { value, _, configuration in
            let extracts = value.split(separator: " ").map { FeedReference(place: String($0)) }
            guard (1...maximumExtracts).contains(extracts.count),
                extracts.allSatisfy(\.hasGoodAddress)
            else { return false }
            configuration.extracts = extracts
            return true
        },
        path("map.tiles", \.tiles),
        duration("streets.every", 3600...366 * 86_400) { $1.extractInterval = $0 },
        ConfigurationKey(
            name: "feed.urls", notation: .list,
            expected:
                "1 to \(maximumFeeds) addresses that begin with http:// or https://, each with an "
                + "id before it if you like, as in town=https://…, of \(FeedID.expected)"
        ) { value, _, configuration in
            let feeds = value.split(separator: " ").map { FeedReference(String($0)) }
            guard (1...maximumFeeds).contains(feeds.count),
                feeds.allSatisfy({ $0.hasGoodID && $0.hasGoodAddress })
            else { return false }
            configuration.feeds = feeds
            return true
        },
        duration("feed.every", 600...30 * 86_400) { $1.feedInterval = $0 },
        text("name", "a name of at most 100 characters") { value, configuration in
            guard isName(value, maximum: 100) else { return false }
            configuration.name = value
            return true
        },
        path("data", \.data),
        text(
            "store.url", "an address without a password, as in postgresql://takt@db.example/takt"
        ) { value, configuration in
            guard (try? PostgresAddress(url: value)) != nil else { return false }
            configuration.store.url = value
            return true
        },
        path("store.password-file", \.store.passwordFile),
        text("listen", "an address and a port, as in 127.0.0.1:8080") { value, configuration in
            guard let address = ListenAddress(value) else { return false }
            configuration.listen = address
            return true
        },
        text(
            "public-url", "an http or https address without a path, as in https://takt.example"
        ) { value, configuration in
            guard let url = publicURL(value) else { return false }
            configuration.publicURL = url
            return true
        },
        ConfigurationKey(
            name: "proxies", notation: .list,
            expected: "1 to 32 addresses or ranges of proxies, as in 10.0.0.2 or 172.16.0.0/12"
        ) { value, _, configuration in
            let texts = value.split(separator: " ")
            let ranges = texts.compactMap { AddressRange(String($0)) }
            guard (1...32).contains(texts.count), ranges.count == texts.count else { return false }
            configuration.proxies = ranges
            return true
        },
        path("tls.certificate", \.tlsCertificate),
        path("tls.key", \.tlsKey),
        path("web", \.web),
        text(
            "log-level", "one of " + Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
        ) { value, configuration in
            guard let level = Logger.Level(rawValue: value) else { return false }
            configuration.logLevel = level
            return true
        },
        number("limits.connections", 1...1_000_000) { $1.limits.connections = $0 },
        number("limits.connections-per-address", 1...1_000_000) {
            $1.limits.connectionsPerAddress = $0
        },
        number("limits.new-riders", 1...1_000_000) { $1.limits.newRiders = $0 },
        number("limits.requests", 0...1_000_000) { $1.limits.requests = $0 },
        number("limits.streams", 0...1_000_000) { $1.limits.streams = $0 },
        number("limits.feed-bytes", 1_000_000...1_000_000_000_000) {
            $1.limits.feedBytes = $0
        },
        number("limits.import-bytes", ImportConfinement.minimumMemoryBytes...1_000_000_000_000) {
            $1.limits.importBytes = $0
        },
        duration("retention.history", 86_400...366 * 86_400) {
            // Whole days, rounded up.
            $1.historyDays = Int(($0.components.seconds + 86_399) / 86_400)
        },
        duration("retention.riders", 30 * 86_400...3660 * 86_400) {
            $1.riderDays = Int(($0.components.seconds + 86_399) / 86_400)
        },
        duration("limits.idle", 1...3600) { $1.limits.idle = $0 },
        text(
            "geocoder.url",
            "an http or https address with {query} in it, as in "
                + "https://photon.example/api?q={query}&limit={limit}&lang={language}"
        ) { value, configuration in
            guard let geocoder = GeocoderAddress(value) else { return false }
            configuration.geocoder = geocoder
            return true
        },
        number("geocoder.per-second", 1...1000) { $1.geocoderPace = $0 },
        path("operator.token-file", \.operatorTokenFile),
        text("campus.time-zone", "a time zone, as in America/New_York") { value, configuration in
            guard TransitTimeZone(identifier: value) != nil else { return false }
            configuration.campusTimeZone = value
            return true
        },
    ]

    /// The keys of messages to riders.
    private static let messages: [ConfigurationKey] = [
        text(
            "push.contact",
            "an address for push services to reach you, as in mailto:operator@takt.example"
        ) { value, configuration in
            guard MessageSettings.isContact(value) else { return false }
            configuration.pushContact = value
            return true
        },
        text("push.reach", "one of public, anywhere") { value, configuration in
            guard ["public", "anywhere"].contains(value) else { return false }
            configuration.pushReach = value == "anywhere" ? .anywhere : .publicInternet
            return true
        },
        duration("alerts.nearby-pause", 10...3600) { $1.nearbyPause = $0 },
        text("mail.server", "an address as in smtp://mail.takt.example:587 or smtps://...") {
            $1.mail.take($0)
        },
        text("mail.from", "a mailbox, as in takt@takt.example") { value, configuration in
            guard let mailbox = try? EmailAddress(value) else { return false }
            configuration.mail.sender = mailbox.address
            return true
        },
        text("mail.user", "the name of an account") { value, configuration in
            guard (1...200).contains(value.utf8.count) else { return false }
            configuration.mail.user = value
            return true
        },
        path("mail.password-file", \.mail.passwordFile),
    ]

    static func text(
        _ name: String, _ expected: String,
        _ apply: @escaping @Sendable (String, inout Configuration) -> Bool
    ) -> ConfigurationKey {
        ConfigurationKey(name: name, notation: .text, expected: expected) {
            value, _, configuration in
            apply(value, &configuration)
        }
    }

    static func path(
        _ name: String, _ target: any WritableKeyPath<Configuration, String?> & Sendable
    ) -> ConfigurationKey {
        ConfigurationKey(name: name, notation: .text, expected: "a path") {
            value, folder, configuration in
            guard let path = resolvedPath(value, in: folder) else { return false }
            configuration[keyPath: target] = path
            return true
        }
    }

    private static func number(
        _ name: String, _ range: ClosedRange<Int>,
        _ take: @escaping @Sendable (Int, inout Configuration) -> Void
    ) -> ConfigurationKey {
        let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return ConfigurationKey(name: name, notation: .wholeNumber, expected: expected) {
            value, _, configuration in
            guard let number = Int(value), range.contains(number) else { return false }
            take(number, &configuration)
            return true
        }
    }

    static func duration(
        _ name: String, _ seconds: ClosedRange<Int>,
        _ take: @escaping @Sendable (Duration, inout Configuration) -> Void
    ) -> ConfigurationKey {
        let expected = DurationText.expectation(seconds: seconds)
        return ConfigurationKey(name: name, notation: .text, expected: expected) {
            value, _, configuration in
            guard let duration = DurationText.duration(value, seconds: seconds) else {
                return false
            }
            take(duration, &configuration)
            return true
        }
    }

    /// Returns the path relative to the current folder or absolute; nil for an invalid path.
    static func resolvedPath(_ path: String, in folder: String) -> String? {
        guard !path.isEmpty, path.utf8.count <= 4096, !path.contains("\0") else { return nil }
        if path.hasPrefix("/") || folder.isEmpty { return path }
        return folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
    }

    /// Returns whether a text can be shown as a name: not blank, and without control characters.
    static func isName(_ text: String, maximum: Int) -> Bool {
        (1...maximum).contains(text.count) && text.contains { !$0.isWhitespace }
            && !text.unicodeScalars.contains(where: ControlCharacters.isControl)
    }

    private static func publicURL(_ text: String) -> String? {
        guard HTTPFetcher.isAddress(text), let url = URL(string: text),
            url.query == nil, url.fragment == nil, url.path.isEmpty || url.path == "/"
        else { return nil }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
