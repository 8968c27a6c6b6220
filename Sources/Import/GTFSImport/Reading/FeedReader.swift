import Archives
import GTFS
import Timetables
import TransitModel

/// Reads one feed into a draft: one method per file, in the order in which files refer to each
/// other.
final class FeedReader {
    let draft: NetworkDraft
    let feed: FeedIndex
    let notices: NoticeCollector
    private let archive: Archive
    /// The folder inside the archive in which the files lie, with a slash, or empty.
    private let folder: String
    /// Put before every id, so that several feeds can share a network; empty for a single feed.
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
    /// The version of the feed that follows the one that is read; nil if this is the newest.
    let succession: Succession?
    /// Where the trips and services begin that are read here.
    let firstTrip: Int
    let firstService: Int

    /// Prepares to read a feed from an open archive; without `id` it is what feed_info.txt says.
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

    /// Prepares to read the version before one that was read just now.
    ///
    /// What the newer version tells of agencies, stops and routes counts; notices were kept when
    /// the earlier version was the newest.
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

    /// Reads one file of the feed row by row; nothing happens if the feed does not have it.
    ///
    /// - Returns: whether the file was there and had a usable header.
    @discardableResult
    func read(
        _ file: GTFSFile, prepare: (GTFSTable) throws -> Void,
        onRow: (GTFSTable, CSVRow) throws -> Void
    ) throws -> Bool {
        guard archive.names.contains(folder + file.name) else {
            if file.presence != .optional {
                notices.add(
                    Notice(
                        file.presence == .required
                            ? .missingRequiredFile : .missingRecommendedFile, file: file.name))
            }
            return false
        }
        let table = GTFSTable(file, notices: notices)
        let member = try archive.open(folder + file.name)
        return try table.read(
            fill: { buffer in
                do throws(ArchiveError) {
                    return try member.read(into: buffer)
                } catch {
                    if error.isBound { throw error }
                    // What was read so far stands; the rest of the file is lost.
                    table.note(.fileNotReadable, value: "\(error)")
                    return 0
                }
            }, prepare: prepare, onRow: { try onRow(table, $0) })
    }

    /// The text of an id as it is stored in the network.
    func networkID(_ id: ByteText) -> StringIndex {
        draft.strings.index(idPrefix + id.string)
    }

    /// The same for what belongs to one version of the feed alone.
    func versionID(_ id: ByteText) -> StringIndex {
        draft.strings.index(idPrefix + id.string + (succession == nil ? "" : Succession.mark))
    }

    /// The feed has one of these files.
    func hasFile(_ file: GTFSFile) -> Bool {
        archive.names.contains(folder + file.name)
    }

    /// The feed has services that run on demand: files or columns of GTFS-Flex.
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

    /// The folder that holds `stop_times.txt` nearest to the root, or `stops.txt` if none does.
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
