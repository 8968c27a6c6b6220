/// Parameters that cannot be answered: sentences in the service's own words where it has some.
package struct OpendataRefusal: Error, Hashable, Sendable {
    /// What is wrong, at least one sentence.
    package let sentences: [String]

    /// Refuses for these reasons.
    package init(_ sentences: [String]) {
        self.sentences = sentences
    }
}

/// What is asked of `/locations`.
package struct OpendataLocationsQuery: Hashable, Sendable {
    /// What kind of place.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case all, station, poi, address
    }

    /// What was typed; nil to search around a place.
    package var query: String?
    /// Degrees north of the place to search around: the parameter `x`; nil to search by name.
    package var latitude: Double?
    /// Degrees east: the parameter `y`.
    package var longitude: Double?
    /// What kind of place is wanted.
    package var kind = Kind.all

    /// Asks for nothing, to which the answer is empty.
    package init() {}

    /// Reads the parameters; throws what is wrong with them.
    package init(_ parameters: OpendataParameters) throws(OpendataRefusal) {
        query = parameters.text("query")
        latitude = try Self.degrees(parameters, "x", most: 90)
        longitude = try Self.degrees(parameters, "y", most: 180)
        if let word = parameters.text("type") { kind = Kind(rawValue: word) ?? .all }
    }

    private static func degrees(
        _ parameters: OpendataParameters, _ name: String, most: Double
    ) throws(OpendataRefusal) -> Double? {
        guard let text = parameters.text(name) else { return nil }
        guard let value = Double(text), abs(value) <= most else {
            throw OpendataRefusal([
                "Value of argument `\(name)` must be a number from -\(Int(most)) to \(Int(most))."
            ])
        }
        return value
    }

    /// The same as parameters.
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

/// What is asked of `/connections`.
package struct OpendataConnectionsQuery: Hashable, Sendable {
    /// Where from: a name or an id; nil if missing, to which the answer is empty.
    package var from: String?
    /// Where to.
    package var to: String?
    /// Places to pass, in order.
    package var vias: [String] = []
    /// When to leave, or to be there.
    package var instant = OpendataTimestamp()
    /// The moment is when to be there.
    package var isArrival = false
    /// What may be used; empty for everything.
    package var transportations: [OpendataTransportation] = []
    /// How many connections, 1 to ``maximumLimit``.
    package var limit = 4
    /// Which page, from -``maximumPage`` to ``maximumPage``; negative ones lie before the moment.
    package var page = 0
    /// Bicycles must be taken along.
    package var bike = false

    /// The longest page.
    package static let maximumLimit = 16
    /// The last page.
    package static let maximumPage = 10
    /// The most vias.
    package static let maximumVias = 5

    /// Asks for nothing.
    package init() {}

    /// Reads the parameters; throws what is wrong with them.
    package init(_ parameters: OpendataParameters) throws(OpendataRefusal) {
        from = parameters.text("from")
        to = parameters.text("to")
        vias = parameters.list("via")
        transportations = OpendataTransportation.list(parameters)
        isArrival = ["1", "true"].contains(parameters.text("isArrivalTime"))
        bike = ["1", "true"].contains(parameters.text("bike"))
        // Without both ends the answer is empty whatever the rest is.
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

    /// `datetime` wins over `date` and `time`.
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

/// What is asked of `/stationboard`.
package struct OpendataStationboardQuery: Hashable, Sendable {
    /// The station by name or id; nil if missing.
    package var station: String?
    /// The station by id, which counts where ``station`` is missing; without both the answer is
    /// empty.
    package var id: String?
    /// From when on.
    package var instant = OpendataTimestamp()
    /// What arrives is wanted, not what departs.
    package var isArrival = false
    /// What may be shown; empty for everything.
    package var transportations: [OpendataTransportation] = []
    /// How many journeys, 1 to ``maximumLimit``; those at the minute of the last one are all shown.
    package var limit = 40

    /// The longest board.
    package static let maximumLimit = 420
    /// What the service says of a longer one.
    package static let limitRefusal = "Invalid value for Parameter `limit`."

    /// Asks for nothing.
    package init() {}

    /// Reads the parameters; throws what is wrong with them.
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
    /// The means of the `transportations` parameter; empty for all of them.
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
