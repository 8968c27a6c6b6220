private import ArchiveReading
private import GTFS
package import Timetables
package import TransitModel

/// Compiles feeds into a network: the way in for `takt import` and the demo.
package struct NetworkImport {
    /// A feed to read: a ZIP file or folder, and what to call it.
    package struct Source: Sendable {
        /// A ZIP file or a folder.
        package let path: String
        /// What it is called in notices and, with several feeds, in ids.
        package let name: String

        /// A feed at `path`; `name` is shown to people and is, with several feeds, put before ids.
        package init(path: String, name: String? = nil) {
            self.path = path
            self.name = name ?? Self.lastComponent(path)
        }

        private static func lastComponent(_ path: String) -> String {
            String(path.split(separator: "/").last ?? "feed")
        }
    }

    /// What an import made, in numbers.
    package struct Summary: Sendable, Equatable {
        /// Rows of stops.txt that count, stations and entrances included.
        package let stops: Int
        /// Routes.
        package let routes: Int
        /// Trips that can be used.
        package let trips: Int
        /// Calls of those trips.
        package let stopTimes: Int
        /// Stop patterns.
        package let patterns: Int
        /// The first day of service.
        package let firstDay: ServiceDay
        /// The last day of service.
        package let lastDay: ServiceDay
        /// Notices that cost something of the feed.
        package let errors: Int
        /// Notices of things guessed or likely wrong.
        package let warnings: Int
        /// Notices worth knowing.
        package let infos: Int
    }

    private let sources: [Source]
    private let walking: WalkingAssumptions

    /// Prepares to compile these feeds into one network.
    package init(_ sources: [Source], walking: WalkingAssumptions = WalkingAssumptions()) {
        self.sources = sources
        self.walking = walking
    }

    /// Compiles the feeds and writes the network to `path`; what was there before stays whole until
    /// the new file is complete.
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
        for (number, source) in sources.enumerated() {
            try read(source, idPrefix: prefix(number), into: draft)
        }
        let assembler = NetworkAssembler(draft, walking: walking)
        guard assembler.tripCount > 0 else {
            throw .noUsableTrip(feeds: sources.map(\.name), reason: worstNotice(notices))
        }
        guard assembler.days.hasAnyDay else { throw .noServiceDay(feeds: sources.map(\.name)) }
        var file = NetworkFileWriter()
        assembler.write(to: &file)
        let days = assembler.days
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

    private func read(
        _ source: Source, idPrefix: String, into draft: NetworkDraft
    ) throws(ImportError) {
        do {
            let archive = try Archive(path: source.path)
            let reader = FeedReader(
                archive: archive, name: source.name, idPrefix: idPrefix, draft: draft)
            try reader.readAll()
        } catch let error as ArchiveError {
            if case .notFound = error { throw .notFound("\(error)") }
            throw .unreadable("\(error)")
        } catch {
            throw .unreadable("The feed '\(source.name)' cannot be read: \(error).")
        }
    }

    /// With several feeds each id begins with the feed's name and a colon.
    private func prefix(_ number: Int) -> String {
        guard sources.count > 1 else { return "" }
        var stem = sources[number].name
        if stem.lowercased().hasSuffix(".zip") { stem.removeLast(4) }
        let isTaken = sources[..<number].contains { $0.name == sources[number].name }
        return (isTaken ? "\(stem)-\(number + 1)" : stem) + ":"
    }

    private func worstNotice(_ notices: NoticeCollector) -> String? {
        let wanted: [NoticeCode] = [
            .missingRequiredFile, .missingRequiredColumn, .csvParsingFailed, .fileNotReadable,
            .missingCalendarAndCalendarDateFiles, .emptyFile, .foreignKeyViolation,
        ]
        for code in wanted {
            guard let notice = notices.notices.first(where: { $0.code == code }) else { continue }
            let place = notice.line > 0 ? "\(notice.file) line \(notice.line)" : notice.file
            let field = notice.field.isEmpty ? "" : ", column \(notice.field)"
            return "\(place.isEmpty ? "" : place + field + ": ")\(code.explanation)"
        }
        return nil
    }
}

/// Why feeds could not be made into a network.
package enum ImportError: Error, CustomStringConvertible {
    case notFound(String)
    case unreadable(String)
    case noUsableTrip(feeds: [String], reason: String?)
    case noServiceDay(feeds: [String])
    case network(NetworkFileError)

    /// One sentence for people, or two.
    package var description: String {
        switch self {
        case .notFound(let sentence), .unreadable(let sentence): sentence
        case .noUsableTrip(let feeds, let reason):
            "The feed \(feeds.joined(separator: ", ")) has no usable trip."
                + (reason.map { " " + $0 } ?? "")
        case .noServiceDay(let feeds):
            "The feed \(feeds.joined(separator: ", ")) has no day on which a trip runs; "
                + "calendar.txt or calendar_dates.txt must name one."
        case .network(let error): error.description
        }
    }
}
