import Timetables
import TransitModel

/// Adds a feed to a draft from the network compiled from that feed alone.
///
/// The result equals that of ``FeedReader`` without reading the feed again: rows are renumbered and
/// ids get the feed's prefix, while patterns, profiles and paths are copied. Walks derived from
/// distances are rebuilt for the whole network.
final class CompiledFeed {
    let draft: NetworkDraft
    let network: Timetable
    let prefix: String
    let feed: FeedIndex
    private let file: NetworkFile
    private let name: String
    private let id: String?
    /// The index in the draft of each of the network's strings; nil until requested.
    private var texts: [StringIndex?]
    // The first row of the feed in each table of the draft.
    let firstAgency: Int
    let firstLevel: Int
    let firstStop: Int
    let firstRoute: Int
    let firstService: Int
    let firstTrip: Int
    let firstBookingRule: Int
    private var profiles: [ProfilePlace: UInt32] = [:]

    private struct ProfilePlace: Hashable {
        let offset: UInt32
        let count: Int
        let isWide: Bool
    }

    /// Opens the network of a feed.
    ///
    /// Nil if it cannot be opened, has several feeds, or has columns that cannot be copied.
    init?(path: String, name: String, id: String?, idPrefix: String, draft: NetworkDraft) {
        let (file, network): (NetworkFile, Timetable)
        do throws(NetworkFileError) {
            file = try NetworkFile(path: path)
            network = try Timetable(file: file)
            guard try network.sources.feeds().count == 1 else { return nil }
        } catch {
            return nil
        }
        let known = Self.known
        guard ColumnID.allCases.allSatisfy({ known.contains($0) || !file.contains($0) }) else {
            return nil
        }
        self.draft = draft
        self.file = file
        self.network = network
        self.name = name
        self.id = id
        prefix = idPrefix
        feed = FeedIndex(draft.feeds.count)
        texts = Array(repeating: nil, count: network.strings.count)
        firstAgency = draft.agencies.count
        firstLevel = draft.levels.count
        firstStop = draft.stops.count
        firstRoute = draft.routes.count
        firstService = draft.services.count
        firstTrip = draft.trips.count
        firstBookingRule = draft.bookingRules.count
    }

    /// The columns that are copied or rebuilt from others.
    private static var known: Set<ColumnID> {
        Set(ColumnID.allCases).subtracting([
            .stopJoinedOffsets, .stopJoined, .tripShown, .tripOwnService,
        ])
    }

    /// Adds the whole feed.
    ///
    /// - Throws: `NetworkFileError` if a column of the network is missing or damaged.
    /// - Complexity: Linear in stops, runs, distinct profiles, stops of patterns and points of
    ///   shapes.
    func addAll() throws(NetworkFileError) {
        try addFeed()
        try addStops()
        addRoutes()
        addServices()
        addBookingRules()
        addTrips()
        addTransfers()
        try addTexts()
    }

    /// The index in the draft of a string of the network.
    func text(_ index: StringIndex) -> StringIndex {
        guard index != .none else { return .none }
        if let known = texts[index.row] { return known }
        let found = draft.strings.index(network.strings[index])
        texts[index.row] = found
        return found
    }

    /// The index in the draft of an id of the network, with the feed's prefix.
    func id(_ index: StringIndex) -> StringIndex {
        prefix.isEmpty ? text(index) : draft.strings.index(prefix + network.strings[index])
    }

    func stop(_ stop: StopIndex) -> StopIndex {
        stop == .none ? .none : StopIndex(firstStop + stop.row)
    }

    func route(_ route: RouteIndex) -> RouteIndex {
        route == .none ? .none : RouteIndex(firstRoute + route.row)
    }

    /// The values of a column of the network.
    ///
    /// - Throws: `NetworkFileError` if it is missing or damaged.
    func column<Element: BitwiseCopyable>(
        _ id: ColumnID, as type: Element.Type = Element.self
    ) throws(NetworkFileError) -> Column<Element> {
        try file.column(id)
    }

    func has(_ id: ColumnID) -> Bool { file.contains(id) }

    // MARK: - Feed, agencies, routes

    private func addFeed() throws(NetworkFileError) {
        let described = try network.sources.feeds()[0]
        func text(_ id: ColumnID) throws(NetworkFileError) -> StringIndex {
            self.text(try column(id, as: StringIndex.self)[0])
        }
        draft.feeds.append(
            FeedDraft(
                id: draft.strings.index(id ?? described.id), name: draft.strings.index(name),
                publisher: try text(.feedPublisher), publisherURL: try text(.feedPublisherURL),
                language: try text(.feedLanguage), version: try text(.feedVersion),
                contactEmail: try text(.feedContactEmail), contactURL: try text(.feedContactURL),
                firstDay: described.firstDay, lastDay: described.lastDay))
        let agencies = network.agencies
        for row in 0..<agencies.count {
            // The placeholder for a missing agency.txt has no id.
            let isNamed = agencies.ids[row] != .none || agencies.names[row] != .none
            draft.agencies.append(
                AgencyDraft(
                    id: isNamed ? id(agencies.ids[row]) : .none,
                    name: self.text(agencies.names[row]),
                    url: self.text(agencies.urls[row]),
                    timeZone: self.text(agencies.timeZones[row]),
                    language: self.text(agencies.languages[row]),
                    phone: self.text(agencies.phones[row]), feed: feed))
        }
    }

    private func addRoutes() {
        let routes = network.routes
        for route in routes.indices {
            let agency = routes.agencies[route]
            draft.routes.append(
                RouteDraft(
                    id: id(routes.ids[route]),
                    agency: agency == .none ? .none : AgencyIndex(firstAgency + agency.row),
                    shortName: text(routes.shortNames[route]),
                    longName: text(routes.longNames[route]),
                    description: text(routes.descriptions[route]), type: routes.types[route],
                    colour: routes.colours[route], textColour: routes.textColours[route],
                    url: text(routes.urls[route]), sortOrder: routes.sortOrders[route],
                    feed: feed))
        }
    }

    private func addServices() {
        let services = network.services
        for row in 0..<services.count {
            draft.services.append(
                ServiceDraft(
                    id: id(services.ids[row]),
                    kept: KeptDays(
                        first: services.firstDay, last: services.lastDay,
                        words: services.days(of: ServiceIndex(row))), line: 0))
        }
    }

    private func addBookingRules() {
        guard let rules = network.bookings else { return }
        for row in 0..<rules.count {
            let service = rules.services[row]
            draft.bookingRules.append(
                BookingRuleDraft(
                    id: id(rules.ids[row]), type: rules.types[row],
                    minimumMinutes: rules.minimumMinutes[row],
                    maximumMinutes: rules.maximumMinutes[row],
                    lastDay: rules.lastDays[row], lastTime: rules.lastTimes[row],
                    startDay: rules.startDays[row], startTime: rules.startTimes[row],
                    service: service == .none
                        ? .none : ServiceIndex(firstService + service.row),
                    message: text(rules.messages[row]),
                    pickupMessage: text(rules.pickupMessages[row]),
                    dropOffMessage: text(rules.dropOffMessages[row]),
                    phone: text(rules.phones[row]), infoURL: text(rules.infoURLs[row]),
                    bookingURL: text(rules.bookingURLs[row])))
        }
    }

    // MARK: - Profiles

    /// The index in the draft of a run's profile.
    func profile(_ run: RunIndex, of pattern: PatternIndex) -> UInt32 {
        let patterns = network.patterns
        let place = ProfilePlace(
            offset: patterns.runProfiles[run], count: patterns.stops(of: pattern).count,
            isWide: patterns.flags[pattern] & PatternColumns.wideFlag != 0)
        if let known = profiles[place] { return known }
        let rows = Int(place.offset)..<Int(place.offset) + place.count
        var key: [UInt32] = []
        if place.isWide {
            key += patterns.wideProfileArrivals[rows].map { UInt32(bitPattern: $0) }
            key += patterns.wideProfileDepartures[rows].map { UInt32(bitPattern: $0) }
        } else {
            key += patterns.profileArrivals[rows].map { UInt32($0) }
            key += patterns.profileDepartures[rows].map { UInt32($0) }
        }
        let number = UInt32(draft.profileKeys.insert(key).number)
        profiles[place] = number
        return number
    }
}
