/// Invalid parameters, with sentences in the service's words where it has some.
package struct OpendataRefusal: Error, Hashable, Sendable {
    /// At least one sentence.
    package let sentences: [String]

    package init(_ sentences: [String]) {
        self.sentences = sentences
    }
}

/// The parameters of `/locations`.
package struct OpendataLocationsQuery: Hashable, Sendable {
    /// A type of location.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case all, station, poi, address
    }

    /// The name searched for; nil to search around a point.
    package var query: String?
    /// Degrees north of the point to search around (parameter `x`); nil to search by name.
    package var latitude: Double?
    /// Degrees east of the point (parameter `y`).
    package var longitude: Double?
    /// The type of location to find.
    package var kind = Kind.all

    /// Creates an empty query, which has an empty answer.
    package init() {}

    /// Parses the parameters.
    ///
    /// - Throws: ``OpendataRefusal`` if `x` or `y` is no number in its range.
    package init(_ parameters: OpendataParameters) throws(OpendataRefusal) {
        query = parameters.text("query")
        latitude = try Self.degrees(parameters, "x", maximum: 90)
        longitude = try Self.degrees(parameters, "y", maximum: 180)
        if let word = parameters.text("type") { kind = Kind(rawValue: word) ?? .all }
    }

    private static func degrees(
        _ parameters: OpendataParameters, _ name: String, maximum: Double
    ) throws(OpendataRefusal) -> Double? {
        guard let text = parameters.text(name) else { return nil }
        guard let value = Double(text), abs(value) <= maximum else {
            throw OpendataRefusal([
                "Value of argument `\(name)` must be a number from -\(Int(maximum)) to \(Int(maximum))."
            ])
        }
        return value
    }

    /// The query as parameters.
    package var parameters: [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        if let query { pairs.append(("query", query)) }
        if let latitude, let longitude {
            pairs += [("x", "\(latitude)"), ("y", "\(longitude)")]
        }
        if kind != .all { pairs.append(("type", kind.rawValue)) }
        return pairs
    }
}

/// The parameters of `/connections`.
package struct OpendataConnectionsQuery: Hashable, Sendable {
    /// The origin's name or id; nil if missing, which has an empty answer.
    package var from: String?
    /// The destination's name or id; nil if missing.
    package var to: String?
    /// The vias, in order.
    package var vias: [String] = []
    /// The departure, or the arrival if ``isArrival``.
    package var instant = OpendataTimestamp()
    /// Whether ``instant`` is the arrival.
    package var isArrival = false
    /// The allowed means of transport; empty for all.
    package var transportations: [OpendataTransportation] = []
    /// The number of connections, 1 to ``maximumLimit``.
    package var limit = 4
    /// The page, from -``maximumPage`` to ``maximumPage``; negative pages are before the instant.
    package var page = 0
    /// Whether bicycles must be allowed.
    package var bike = false

    package static let maximumLimit = 16
    package static let maximumPage = 10
    package static let maximumVias = 5

    package init() {}

    /// Parses the parameters.
    ///
    /// - Throws: ``OpendataRefusal`` with a sentence for each invalid parameter.
    package init(_ parameters: OpendataParameters) throws(OpendataRefusal) {
        from = parameters.text("from")
        to = parameters.text("to")
        vias = parameters.list("via")
        transportations = OpendataTransportation.list(parameters)
        isArrival = ["1", "true"].contains(parameters.text("isArrivalTime"))
        bike = ["1", "true"].contains(parameters.text("bike"))
        // Without both ends the answer is empty whatever the other parameters are.
        guard from != nil, to != nil else { return }
        var problems: [String] = []
        limit = Self.number(parameters, "limit", 1...Self.maximumLimit, &problems) ?? limit
        page =
            Self.number(
                parameters, "page", -Self.maximumPage...Self.maximumPage, &problems) ?? page
        if vias.count > Self.maximumVias {
            problems.append("Invalid via count (max \(Self.maximumVias) allowed).")
        }
        instant = Self.instant(parameters, &problems)
        if !problems.isEmpty { throw OpendataRefusal(problems) }
    }

    private static func number(
        _ parameters: OpendataParameters, _ name: String, _ range: ClosedRange<Int>,
        _ problems: inout [String]
    ) -> Int? {
        guard let text = parameters.text(name), text != "0" else { return nil }
        let isNumber =
            !text.drop { $0 == "-" }.isEmpty
            && text.drop { $0 == "-" }.utf8.allSatisfy { (48...57).contains($0) }
        let number = Int(text)
        if let number, range.contains(number) { return number }
        if isNumber, text.first != "-" {
            problems.append("Maximal value of argument `\(name)` is \(range.upperBound).")
        } else if isNumber {
            problems.append("Minimal value of argument `\(name)` is \(range.lowerBound).")
        } else {
            problems.append("Value of argument `\(name)` must be a whole number.")
        }
        return nil
    }

    /// Parses the instant; `datetime` takes precedence over `date` and `time`.
    private static func instant(
        _ parameters: OpendataParameters, _ problems: inout [String]
    ) -> OpendataTimestamp {
        func read(_ name: String, _ example: String) -> OpendataTimestamp? {
            guard let text = parameters.text(name) else { return nil }
            if let instant = OpendataTimestamp(text: text) { return instant }
            problems.append("Value of argument `\(name)` must be as in \(example).")
            return nil
        }
        if parameters.text("datetime") != nil {
            return read("datetime", "2012-03-25 17:30") ?? OpendataTimestamp()
        }
        var instant = read("date", "2012-03-25") ?? OpendataTimestamp()
        guard let time = read("time", "17:30") else { return instant }
        if time.unixSeconds != nil { return time }
        instant.clock = time.clock
        instant.offsetSeconds = time.offsetSeconds
        instant.day = instant.day ?? time.day
        return instant
    }
}

/// The parameters of `/stationboard`.
package struct OpendataStationboardQuery: Hashable, Sendable {
    /// The station's name or id; nil if missing.
    package var station: String?
    /// The station's id, used if ``station`` is missing; without both the answer is empty.
    package var id: String?
    /// The earliest time on the board.
    package var instant = OpendataTimestamp()
    /// Whether the board shows arrivals instead of departures.
    package var isArrival = false
    /// The means of transport to show; empty for all.
    package var transportations: [OpendataTransportation] = []
    /// The number of journeys, 1 to ``maximumLimit``.
    ///
    /// Further ones in the last one's minute are added.
    package var limit = 40

    package static let maximumLimit = 420
    /// The service's sentence for a limit out of range.
    package static let limitRefusal = "Invalid value for Parameter `limit`."

    package init() {}

    /// Parses the parameters.
    ///
    /// - Throws: ``OpendataRefusal`` for an invalid `limit`, `date` or `datetime`.
    package init(_ parameters: OpendataParameters) throws(OpendataRefusal) {
        station = parameters.text("station")
        id = parameters.text("id")
        isArrival = parameters.text("type") == "arrival"
        transportations = OpendataTransportation.list(parameters)
        if let text = parameters.text("limit"), text != "0" {
            guard let number = Int(text), (1...Self.maximumLimit).contains(number) else {
                throw OpendataRefusal([Self.limitRefusal])
            }
            limit = number
        }
        for name in ["date", "datetime"] {
            guard let text = parameters.text(name) else { continue }
            guard let instant = OpendataTimestamp(text: text) else {
                throw OpendataRefusal(["Invalid value for Parameter `\(name)`."])
            }
            self.instant = instant
            break
        }
    }
}

extension OpendataTransportation {
    /// Parses the `transportations` parameter; empty for all means.
    static func list(_ parameters: OpendataParameters) -> [OpendataTransportation] {
        let words = parameters.list("transportations").flatMap { $0.split(separator: ",") }
        guard !words.contains("all") else { return [] }
        var means: [OpendataTransportation] = []
        for case let known? in words.map({ OpendataTransportation(name: $0) })
        where !means.contains(known) {
            means.append(known)
        }
        return means
    }
}
