import Archives
import GTFS
import Timetables

/// Reads one feed into a draft: one method per file, called in the order of the files' references.
///
/// They throw an `ArchiveError` if a file cannot be opened or exceeds a limit.
final class FeedReader {
    let draft: NetworkDraft
    let feed: FeedIndex
    let notices: NoticeCollector
    private let archive: Archive
    /// The folder of the files inside the archive, with a trailing slash; may be empty.
    private let folder: String
    /// The prefix of all ids, so that several feeds can share a network; empty for a single feed.
    let idPrefix: String

    let agencyIDs: IDMap<AgencyTable>
    let stopIDs: IDMap<StopTable>
    let routeIDs: IDMap<RouteTable>
    let serviceIDs = IDMap<ServiceTable>()
    let tripIDs = IDMap<TripTable>()
    let shapeIDs = IDMap<ShapeTable>()
    let bookingRuleIDs = IDMap<BookingRuleTable>()
    let levelRows: ByteKeyTable
    var levelNumbers: [UInt32] = []
    /// The newer version that follows this one; nil if this is the newest.
    let succession: Succession?
    /// The index of the first trip read here.
    let firstTrip: Int
    let firstService: Int

    /// Prepares to read a feed from an open archive; without `id` the one in feed_info.txt is used.
    init(archive: Archive, name: String, id: String?, idPrefix: String, draft: NetworkDraft) {
        self.archive = archive
        self.draft = draft
        self.idPrefix = idPrefix
        notices = draft.notices
        succession = nil
        (agencyIDs, stopIDs, routeIDs) = (IDMap(), IDMap(), IDMap())
        levelRows = ByteKeyTable()
        (firstTrip, firstService) = (draft.trips.count, draft.services.count)
        folder = Self.folder(of: archive.names)
        feed = FeedIndex(draft.feeds.count)
        draft.feeds.append(
            FeedDraft(id: draft.strings.index(id ?? ""), name: draft.strings.index(name)))
    }

    /// Prepares to read the version before the one just read.
    ///
    /// Agencies, stops and routes of the newer version take precedence. Notices are dropped,
    /// because they were stored when this version was the newest.
    init(archive: Archive, before succession: Succession) {
        let newer = succession.newer
        self.archive = archive
        self.succession = succession
        draft = newer.draft
        feed = newer.feed
        idPrefix = newer.idPrefix
        notices = NoticeCollector()
        (agencyIDs, stopIDs, routeIDs) = (newer.agencyIDs, newer.stopIDs, newer.routeIDs)
        (levelRows, levelNumbers) = (newer.levelRows, newer.levelNumbers)
        (firstTrip, firstService) = (draft.trips.count, draft.services.count)
        folder = Self.folder(of: archive.names)
    }

    /// Reads every file of the feed.
    ///
    /// - Throws: `ArchiveError` if a file cannot be opened or exceeds a limit.
    func readAll() throws {
        noteFilesAround()
        if succession == nil { try readFeedInfo() }
        try readAgencies()
        try readLevels()
        try readStops()
        try readRoutes()
        try readCalendar()
        try readCalendarDates()
        cutServices()
        try readShapes()
        try readTrips()
        try readBookingRules()
        try readStopTimes()
        try readFrequencies()
        try readTransfers()
        try readPathways()
        guard succession == nil else { return }
        try readAttributions()
        try readTranslations()
    }

    /// Reads one file of the feed row by row; a missing file is noted unless it is optional.
    ///
    /// - Throws: `ArchiveError` if the file cannot be opened or exceeds a limit, and errors of the
    ///   closures. A file that is damaged further on is noted and read up to there.
    func read(
        _ file: GTFSFile, prepare: (GTFSTable) throws -> Void,
        onRow: (GTFSTable, CSVRow) throws -> Void
    ) throws {
        guard archive.names.contains(folder + file.name) else {
            if file.presence != .optional {
                notices.add(
                    Notice(
                        file.presence == .required
                            ? .missingRequiredFile : .missingRecommendedFile, file: file.name))
            }
            return
        }
        let table = GTFSTable(file, notices: notices)
        let member = try archive.open(folder + file.name)
        try table.read(
            fill: { buffer in
                do throws(ArchiveError) {
                    return try member.read(into: buffer)
                } catch {
                    if error.isBound { throw error }
                    // Keep the rows read so far; the rest of the file is lost.
                    table.note(.fileNotReadable, value: "\(error)")
                    return 0
                }
            }, prepare: prepare, onRow: { try onRow(table, $0) })
    }

    /// Reads one file in the same way, and passes the positions of its columns with each row.
    func read<Columns>(
        _ file: GTFSFile, _ columns: (GTFSTable) -> Columns,
        onRow: (GTFSTable, CSVRow, Columns) throws -> Void
    ) throws {
        var found: Columns?
        try read(file) {
            found = columns($0)
        } onRow: { table, row in
            if let found { try onRow(table, row, found) }
        }
    }

    /// The index of an id as stored in the network.
    func networkID(_ id: ByteText) -> StringIndex {
        draft.strings.index(idPrefix + id.string)
    }

    /// The index of an id that belongs to a single version of the feed.
    func versionID(_ id: ByteText) -> StringIndex {
        draft.strings.index(idPrefix + id.string + (succession == nil ? "" : Succession.mark))
    }

    func hasFile(_ file: GTFSFile) -> Bool {
        archive.names.contains(folder + file.name)
    }

    /// Whether the feed has services on demand, that is files of GTFS-Flex.
    var offersDemandService: Bool {
        ["locations.geojson", "location_groups.txt", "booking_rules.txt"].contains {
            archive.names.contains(folder + $0)
        }
    }

    private func noteFilesAround() {
        if !folder.isEmpty {
            notices.add(
                Notice(.invalidInputFilesInSubfolder, file: "", value: String(folder.dropLast())))
        }
        let known = Set(GTFSFile.read.map(\.name))
        for name in archive.names where name.hasPrefix(folder) {
            let file = String(name.dropFirst(folder.count))
            if known.contains(file) { continue }
            notices.add(
                Notice(
                    GTFSFile.knownButNotUsed.contains(file) ? .fileNotUsed : .unknownFile,
                    file: file))
        }
    }

    /// The folder nearest to the root with `stop_times.txt`, else `stops.txt`, else `routes.txt`.
    private static func folder(of names: [String]) -> String {
        for wanted in ["stop_times.txt", "stops.txt", "routes.txt"] {
            let folders = names.filter { $0 == wanted || $0.hasSuffix("/" + wanted) }
                .map { String($0.dropLast(wanted.count)) }
                .filter { !$0.hasPrefix("__MACOSX") }
            if let nearest = folders.min(by: { ($0.count, $0) < ($1.count, $1) }) {
                return nearest
            }
        }
        return ""
    }
}
