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
    static let all = server + branding + messages + diary

    private static let server: [ConfigurationKey] = [
        path("network", \.network),
        path("streets", \.streets),
        list(
            "streets.urls",
            "1 to \(maximumExtracts) addresses of OpenStreetMap extracts that begin with http:// "
                + "or https://, as in https://download.example/city.osm.pbf",
            { elements(of: $0, 1...maximumExtracts) { FeedReference(place: $0).ifValid } }
        ) { $1.extracts = $0 },
        path("map.tiles", \.tiles),
        duration("streets.every", 3600...366 * 86_400) { $1.extractInterval = $0 },
        list(
            "feed.urls",
            "1 to \(maximumFeeds) addresses that begin with http:// or https://, each with an "
                + "id before it if you like, as in town=https://…, of \(FeedID.expected)",
            { elements(of: $0, 1...maximumFeeds) { FeedReference($0).ifValid } }
        ) { $1.feeds = $0 },
        duration("feed.every", 600...30 * 86_400) { $1.feedInterval = $0 },
        text(
            "name", "a name of at most 100 characters", { isName($0, maximum: 100) ? $0 : nil }
        ) { $1.name = $0 },
        path("data", \.data),
        text(
            "store.url", "an address without a password, as in postgresql://takt@db.example/takt",
            { (try? PostgresAddress(url: $0)) == nil ? nil : $0 }
        ) { $1.store.url = $0 },
        path("store.password-file", \.store.passwordFile),
        text("listen", "an address and a port, as in 127.0.0.1:8080", { ListenAddress($0) }) {
            $1.listen = $0
        },
        text(
            "public-url", "an http or https address without a path, as in https://takt.example",
            publicURL
        ) { $1.publicURL = $0 },
        list(
            "proxies", "1 to 32 addresses or ranges of proxies, as in 10.0.0.2 or 172.16.0.0/12",
            { elements(of: $0, 1...32) { AddressRange($0) } }
        ) { $1.proxies = $0 },
        path("tls.certificate", \.tlsCertificate),
        path("tls.key", \.tlsKey),
        path("web", \.web),
        text(
            "log-level", "one of " + Logger.Level.allCases.map(\.rawValue).joined(separator: ", "),
            { Logger.Level(rawValue: $0) }
        ) { $1.logLevel = $0 },
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
                + "https://photon.example/api?q={query}&limit={limit}&lang={language}",
            { GeocoderAddress($0) }
        ) { $1.geocoder = $0 },
        number("geocoder.per-second", 1...1000) { $1.geocoderPace = $0 },
        path("operator.token-file", \.operatorTokenFile),
        text(
            "campus.time-zone", "a time zone, as in America/New_York",
            { TransitTimeZone(identifier: $0) == nil ? nil : $0 }
        ) { $1.campusTimeZone = $0 },
    ]

    /// The keys of messages to riders.
    private static let messages: [ConfigurationKey] = [
        text(
            "push.contact",
            "an address for push services to reach you, as in mailto:operator@takt.example",
            { MessageSettings.isContact($0) ? $0 : nil }
        ) { $1.pushContact = $0 },
        word("push.reach", ["public": .publicInternet, "anywhere": .anywhere]) {
            $1.pushReach = $0
        },
        duration("alerts.nearby-pause", 10...3600) { $1.nearbyPause = $0 },
        ConfigurationKey(
            name: "mail.server", notation: .text,
            expected: "an address as in smtp://mail.takt.example:587 or smtps://..."
        ) { value, _, configuration in configuration.mail.parse(value) },
        text("mail.from", "a mailbox, as in takt@takt.example", { try? EmailAddress($0) }) {
            $1.mail.sender = $0.address
        },
        text(
            "mail.user", "the name of an account", { (1...200).contains($0.utf8.count) ? $0 : nil }
        ) { $1.mail.user = $0 },
        path("mail.password-file", \.mail.passwordFile),
    ]

    /// A key whose value `parse` reads, nil for an invalid one, and `take` applies.
    static func text<Value>(
        _ name: String, _ expected: String,
        _ parse: @escaping @Sendable (String) -> Value?,
        _ take: @escaping @Sendable (Value, inout Configuration) -> Void
    ) -> ConfigurationKey {
        ConfigurationKey(
            name: name, notation: .text, expected: expected, apply: applying(parse, take))
    }

    /// A key with one of some words.
    static func word<Value>(
        _ name: String, _ words: KeyValuePairs<String, Value>,
        _ take: @escaping @Sendable (Value, inout Configuration) -> Void
    ) -> ConfigurationKey where Value: Sendable {
        let expected = "one of " + words.map(\.key).joined(separator: ", ")
        return text(name, expected, { text in words.first { $0.key == text }?.value }, take)
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

    static func number(
        _ name: String, _ range: ClosedRange<Int>,
        _ take: @escaping @Sendable (Int, inout Configuration) -> Void
    ) -> ConfigurationKey {
        let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return ConfigurationKey(
            name: name, notation: .wholeNumber, expected: expected,
            apply: applying({ Int($0).flatMap { range.contains($0) ? $0 : nil } }, take))
    }

    static func duration(
        _ name: String, _ seconds: ClosedRange<Int>,
        _ take: @escaping @Sendable (Duration, inout Configuration) -> Void
    ) -> ConfigurationKey {
        text(
            name, DurationText.expectation(seconds: seconds),
            { DurationText.duration($0, seconds: seconds) }, take)
    }

    private static func list<Element>(
        _ name: String, _ expected: String,
        _ parse: @escaping @Sendable (String) -> [Element]?,
        _ take: @escaping @Sendable ([Element], inout Configuration) -> Void
    ) -> ConfigurationKey {
        ConfigurationKey(
            name: name, notation: .list, expected: expected, apply: applying(parse, take))
    }

    /// Returns what `parse` makes of each of the texts in a list; nil if one is invalid, or if
    /// there are too few or too many.
    private static func elements<Element>(
        of list: String, _ count: ClosedRange<Int>, _ parse: (String) -> Element?
    ) -> [Element]? {
        let texts = list.split(separator: " ")
        let elements = texts.compactMap { parse(String($0)) }
        return count.contains(texts.count) && elements.count == texts.count ? elements : nil
    }

    private static func applying<Value>(
        _ parse: @escaping @Sendable (String) -> Value?,
        _ take: @escaping @Sendable (Value, inout Configuration) -> Void
    ) -> @Sendable (String, String, inout Configuration) -> Bool {
        { text, _, configuration in
            guard let value = parse(text) else { return false }
            take(value, &configuration)
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
