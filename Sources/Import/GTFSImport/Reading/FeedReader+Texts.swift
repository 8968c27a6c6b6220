import GTFS
import Timetables
import TransitModel

// feed_info.txt, attributions.txt and translations.txt.
extension FeedReader {
    /// Reads the first row of feed_info.txt.
    func readFeedInfo() throws {
        var names: [String: Int] = [:]
        var isFirst = true
        try read(.feedInfo) { table in
            for name in table.file.requiredColumns + table.file.optionalColumns {
                names[name] = table.column(name)
            }
        } onRow: { table, row in
            guard isFirst else { return }
            isFirst = false
            func text(_ name: String) -> StringIndex {
                draft.strings.index(table.string(row, names[name] ?? GTFSTable.absent))
            }
            func day(_ name: String) -> ServiceDay? {
                table.day(row, names[name] ?? GTFSTable.absent)
            }
            func address(_ name: String) -> StringIndex {
                draft.strings.index(table.address(row, names[name] ?? GTFSTable.absent))
            }
            var info = draft.feeds[feed.row]
            if info.id == .none { info.id = text("feed_id") }
            info.publisher = text("feed_publisher_name")
            info.publisherURL = address("feed_publisher_url")
            info.language = text("feed_lang")
            info.version = text("feed_version")
            info.contactEmail = text("feed_contact_email")
            info.contactURL = address("feed_contact_url")
            info.firstDay = day("feed_start_date")
            info.lastDay = day("feed_end_date")
            draft.feeds[feed.row] = info
        }
    }

    /// Reads the words for the feed's name from feed_info.txt and agency.txt only.
    ///
    /// - Throws: `ArchiveError` if a file cannot be opened or exceeds a limit.
    func readWords() throws -> FeedNaming.Candidates.Words {
        try readFeedInfo()
        try readAgencies()
        func text(_ index: StringIndex) -> String { draft.strings.string(index) }
        func filled(_ index: StringIndex) -> String? {
            index == .none ? nil : text(index)
        }
        let info = draft.feeds[feed.row]
        let agencies = draft.agencies.filter { $0.feed == feed && $0.name != .none }
        var words = FeedNaming.Candidates.Words()
        words.feedID = filled(info.id)
        words.publisher = filled(info.publisher)
        words.agencies = agencies.map { text($0.name) }
        words.fingerprint = agencies.map { "\(text($0.id))\t\(text($0.name))\t\(text($0.url))" }
            .sorted().joined(separator: "\n")
        return words
    }

    func readAttributions() throws {
        var (name, url, email) = (0, 0, 0)
        var roles: [Int] = []
        try read(.attributions) { table in
            name = table.column("organization_name")
            url = table.column("attribution_url")
            email = table.column("attribution_email")
            roles = ["is_producer", "is_operator", "is_authority"].map(table.column)
        } onRow: { table, row in
            guard table.required(row, name) != nil else { return }
            var bits: UInt8 = 0
            for (place, column) in roles.enumerated() {
                bits |= UInt8(table.enumeration(row, column, maximum: 1)) << UInt8(place)
            }
            draft.attributions.append(
                AttributionDraft(
                    name: draft.strings.index(table.string(row, name)),
                    url: draft.strings.index(table.address(row, url)),
                    email: draft.strings.index(table.string(row, email)), roles: bits, feed: feed))
        }
    }

    func readTranslations() throws {
        var (table, field, language, text, record, subRecord, value) = (0, 0, 0, 0, 0, 0, 0)
        try read(.translations) { reader in
            table = reader.column("table_name")
            field = reader.column("field_name")
            language = reader.column("language")
            text = reader.column("translation")
            record = reader.column("record_id")
            subRecord = reader.column("record_sub_id")
            value = reader.column("field_value")
        } onRow: { reader, row in
            guard reader.required(row, table) != nil, reader.required(row, field) != nil,
                reader.required(row, language) != nil, reader.required(row, text) != nil
            else { return }
            func string(
                _ column: Int, maximum: Int = GTFSTable.maximumNameLength
            ) -> StringIndex {
                draft.strings.index(reader.string(row, column, maximum: maximum))
            }
            let name = reader.string(row, field)
            if name.hasSuffix("_url"), reader.address(row, text).isEmpty { return }
            // A value must still equal the text that was cut where it was read.
            let isLong = name.hasSuffix("_desc") || name.hasSuffix("message")
            let maximum = isLong ? GTFSTable.maximumTextLength : GTFSTable.maximumNameLength
            let id = reader.text(row, record)
            draft.translations.append(
                TranslationDraft(
                    table: string(table), field: string(field), language: string(language),
                    record: id.isEmpty ? .none : networkID(id), subRecord: string(subRecord),
                    value: string(value, maximum: maximum), text: string(text, maximum: maximum)))
        }
    }
}
