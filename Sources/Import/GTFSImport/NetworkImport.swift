private import Archives
private import GTFS
package import Timetables
package import TransitModel

/// Compiles GTFS feeds into a network, for `takt import` and the demo.
package struct NetworkImport {
    /// A feed to read, with its name and id.
    package struct Source: Sendable {
        package let path: String
        /// The name in notices.
        package let name: String
        /// The prefix of its ids in a network of several feeds.
        ///
        /// Nil for an id derived from the file name or the feed's content; see ``FeedID``.
        package let id: String?

        /// The origin of the feed, a path or an address.
        package var place: String
        /// The previous version, which serves until this one begins; nil for none.
        package var earlier: Earlier?
        /// The path of a network compiled from this feed alone, used instead of the feed if
        /// possible.
        ///
        /// Nil for none.
        package var compiled: String?

        /// The previous version of a feed.
        package struct Earlier: Sendable, Equatable {
            package let path: String
            /// Whether the newest version has not begun; a trip in both versions then keeps its id
            /// in this one.
            package let isInForce: Bool

            package init(path: String, isInForce: Bool) {
                self.path = path
                self.isInForce = isInForce
            }
        }

        /// Creates a source from a ZIP file or folder; `name` defaults to the file name.
        package init(path: String, name: String? = nil, id: String? = nil) {
            self.path = path
            self.name = name ?? Self.lastComponent(path)
            self.id = id
            place = path
        }

        private static func lastComponent(_ path: String) -> String {
            String(path.split(separator: "/").last ?? "feed")
        }
    }

    /// The size of an imported network.
    package struct Summary: Sendable, Equatable {
        /// The number of stops, including stations and entrances.
        package let stops: Int
        package let routes: Int
        /// The number of usable trips.
        package let trips: Int
        /// The number of calls of those trips.
        package let stopTimes: Int
        /// The number of stop patterns.
        package let patterns: Int
        package let firstDay: ServiceDay
        package let lastDay: ServiceDay
        /// The number of notices about data left out.
        package let errors: Int
        /// The number of notices about data that was guessed or is likely wrong.
        package let warnings: Int
        /// The number of notices for information.
        package let infos: Int
    }

    private let sources: [Source]
    private let walking: WalkingAssumptions
    private let map: ImportMap
    private let feedBytes: Int

    /// The default limit of a feed's unpacked size in bytes.
    package static let defaultFeedBytes = Archive.defaultMaximumBytes

    /// Prepares to compile feeds into one network.
    ///
    /// - Parameters:
    ///   - sources: The feeds, at least one.
    ///   - walking: How people walk between stops.
    ///   - map: The map on which trips without a shape find one.
    ///   - feedBytes: The maximum unpacked size of a feed in bytes; larger feeds are rejected.
    package init(
        _ sources: [Source], walking: WalkingAssumptions = WalkingAssumptions(),
        map: ImportMap = ImportMap(), feedBytes: Int = defaultFeedBytes
    ) {
        self.map = map
        self.feedBytes = feedBytes
        self.sources = sources
        self.walking = walking
    }

    /// Compiles the feeds and writes the network to `path`.
    ///
    /// An existing file stays intact until the new one is complete.
    ///
    /// - Throws: ``ImportError`` if a feed cannot be read, has no usable trip or no service day, or
    ///   if the file cannot be written.
    package func write(to path: String) throws(ImportError) -> Summary {
        let (file, summary) = try compile()
        do {
            try file.write(to: path)
        } catch {
            throw .network(error)
        }
        return summary
    }

    /// Compiles the feeds into a network in memory.
    ///
    /// - Throws: ``ImportError`` if a feed cannot be read, or has no usable trip or no service day.
    package func timetable() throws(ImportError) -> (Timetable, Summary) {
        let (file, summary) = try compile()
        do {
            let bytes = NetworkBytes(copying: file.bytes())
            return (try Timetable(file: NetworkFile(bytes: bytes, name: "network")), summary)
        } catch {
            throw .network(error)
        }
    }

    private func compile() throws(ImportError) -> (NetworkFileWriter, Summary) {
        let notices = NoticeCollector()
        let draft = NetworkDraft(notices: notices)
        var offersDemandService = false
        for (source, id) in zip(sources, try feedIDs()) {
            let offers = try read(source, id: id, into: draft)
            offersDemandService = offersDemandService || offers
        }
        let assembler = NetworkAssembler(draft, walking: walking, vehicles: map.vehicles)
        guard assembler.tripCount > 0 else {
            if offersDemandService { throw .onDemandOnly(feeds: sources.map(\.name)) }
            throw .noUsableTrip(feeds: sources.map(\.name), reason: worstNotice(notices))
        }
        guard assembler.days.hasAnyDay else { throw .noServiceDay(feeds: sources.map(\.name)) }
        let days = assembler.days
        if let day = map.day, day.advanced(by: ImportMap.maximumAgeDays) < days.firstDay {
            notices.add(Notice(.mapOlderThanFeed, file: "", value: "\(day)"))
        }
        var file = NetworkFileWriter()
        assembler.write(to: &file)
        return (
            file,
            Summary(
                stops: draft.stops.count, routes: draft.routes.count, trips: assembler.tripCount,
                stopTimes: draft.stopTimeCount, patterns: assembler.patternCount,
                firstDay: days.firstDay, lastDay: days.firstDay.advanced(by: days.dayCount - 1),
                errors: notices.count(of: .error), warnings: notices.count(of: .warning),
                infos: notices.count(of: .info))
        )
    }

    /// The id of each feed in the network; nil for a single feed without a given id.
    ///
    /// - Throws: ``ImportError`` if a feed cannot be read, or an id is invalid or ambiguous.
    private func feedIDs() throws(ImportError) -> [String?] {
        // A single feed keeps its ids, so none has to be found.
        if sources.count == 1, sources[0].id == nil { return [nil] }
        var candidates: [FeedNaming.Candidates] = []
        for source in sources {
            let words = source.id == nil ? try words(of: source) : .init()
            candidates.append(
                FeedNaming.Candidates(
                    given: source.id, name: source.name, place: source.place, words: words))
        }
        return try FeedNaming.ids(candidates)
    }

    /// Returns the bounding box of the feeds' stops; nil if none has a place.
    ///
    /// - Throws: ``ImportError`` if a feed is missing or cannot be read.
    package func stopsBox() throws(ImportError) -> BoundingBox? {
        var places: [Coordinate] = []
        for source in sources {
            places += try reading(source) { reader in
                try reader.readStops()
                return reader.draft.stops.compactMap(\.coordinate)
            }
        }
        return BoundingBox(around: places)
    }

    /// Returns the last day in the feeds' calendars, without reading their trips; nil if no
    /// calendar has a day.
    ///
    /// - Throws: ``ImportError`` if a feed is missing or cannot be read.
    package func lastCalendarDay() throws(ImportError) -> ServiceDay? {
        var last: [ServiceDay] = []
        for source in sources {
            last += try reading(source) { reader in
                try reader.readCalendar()
                try reader.readCalendarDates()
                return reader.draft.services.flatMap { service in
                    service.exceptions.filter(\.isAdded).map(\.day)
                        + (service.weekdays == 0 ? [] : [service.last].compactMap(\.self))
                }
            }
        }
        return last.max()
    }

    private func words(
        of source: Source
    ) throws(ImportError) -> FeedNaming.Candidates.Words {
        try reading(source) { try $0.readWords() }
    }

    /// Reads a feed and returns whether it also has services on demand.
    ///
    /// - Throws: ``ImportError`` if the feed is missing or cannot be read.
    private func read(
        _ source: Source, id: String?, into draft: NetworkDraft
    ) throws(ImportError) -> Bool {
        try reporting(source) {
            let prefix = sources.count > 1 ? id.map { $0 + ":" } ?? "" : ""
            if source.earlier == nil, let path = source.compiled,
                let compiled = CompiledFeed(
                    path: path, name: source.name, id: id, idPrefix: prefix, draft: draft)
            {
                try compiled.addAll()
                return false
            }
            let archive = try Archive(path: source.path, maximumBytes: feedBytes)
            let reader = FeedReader(
                archive: archive, name: source.name, id: id, idPrefix: prefix, draft: draft)
            try reader.readAll()
            guard let earlier = source.earlier,
                let succession = Succession(reader, isEarlierInForce: earlier.isInForce)
            else { return reader.offersDemandService }
            let before = try Archive(path: earlier.path, maximumBytes: feedBytes)
            try FeedReader(archive: before, before: succession).readAll()
            return reader.offersDemandService
        }
    }

    /// Reads some of a feed's files, for themselves and not for the network.
    private func reading<Result>(
        _ source: Source, _ read: (FeedReader) throws -> Result
    ) throws(ImportError) -> Result {
        try reporting(source) {
            try read(
                FeedReader(
                    archive: try Archive(path: source.path, maximumBytes: feedBytes),
                    name: source.name, id: nil, idPrefix: "",
                    draft: NetworkDraft(notices: NoticeCollector())))
        }
    }

    private func reporting<Result>(
        _ source: Source, _ work: () throws -> Result
    ) throws(ImportError) -> Result {
        do {
            return try work()
        } catch let error as ArchiveError {
            if case .notFound = error { throw .notFound("\(error)") }
            throw .unreadable("\(error)")
        } catch {
            throw .unreadable("The feed '\(source.name)' cannot be read: \(error).")
        }
    }

    /// Returns the most likely reason why no trip is usable; nil if there are no errors.
    private func worstNotice(_ notices: NoticeCollector) -> String? {
        let wanted: [NoticeCode] = [
            .missingRequiredFile, .missingRequiredColumn, .csvParsingFailed, .fileNotReadable,
            .missingCalendarAndCalendarDateFiles, .emptyFile, .foreignKeyViolation,
        ]
        let likely = wanted.lazy.compactMap { code in
            notices.notices.first { $0.code == code }
        }
        guard
            let notice = likely.first
                ?? notices.notices.first(where: { $0.code.severity == .error })
                ?? notices.notices.first(where: { $0.code.severity == .warning })
        else { return nil }
        let place = notice.line > 0 ? "\(notice.file) line \(notice.line)" : notice.file
        let field = notice.field.isEmpty ? "" : ", column \(notice.field)"
        return "\(place.isEmpty ? "" : place + field + ": ")\(notice.code.explanation)"
    }
}

/// The map that an import uses besides the streets of its walks.
package struct ImportMap: Sendable {
    /// Finds shapes for trips that lack them; nil leaves them straight.
    package var vehicles: VehicleRouter?
    /// The day of the map's newest change; nil if it is unknown.
    package var day: ServiceDay?

    /// A map this many days older than a feed is reported.
    static let maximumAgeDays = 730

    package init(vehicles: VehicleRouter? = nil, day: ServiceDay? = nil) {
        self.vehicles = vehicles
        self.day = day
    }
}

/// The reason why feeds could not be compiled into a network.
package enum ImportError: Error, CustomStringConvertible {
    case notFound(String)
    case unreadable(String)
    case feedID(String)
    case noUsableTrip(feeds: [String], reason: String?)
    case noServiceDay(feeds: [String])
    case onDemandOnly(feeds: [String])
    case network(NetworkFileError)

    /// One or two sentences for people.
    package var description: String {
        switch self {
        case .notFound(let sentence), .unreadable(let sentence), .feedID(let sentence): sentence
        case .noUsableTrip(let feeds, let reason):
            "The feed \(feeds.joined(separator: ", ")) has no usable trip."
                + (reason.map { " " + $0 } ?? "")
        case .onDemandOnly(let feeds):
            "The feed \(feeds.joined(separator: ", ")) has on-demand services only (GTFS-Flex); Takt "
                + "needs trips with stop times. Ask its publisher for the feed with the timetable. If "
                + "there is none, set up a campus without a timetable, which shows vehicles on a map."
        case .noServiceDay(let feeds):
            "The feed \(feeds.joined(separator: ", ")) has no day on which a trip runs; "
                + "calendar.txt or calendar_dates.txt must name one."
        case .network(let error): error.description
        }
    }
}
