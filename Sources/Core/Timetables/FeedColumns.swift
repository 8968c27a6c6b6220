package import TransitModel

/// One of the feeds that a network was made from.
package struct FeedDescription: Sendable, Equatable {
    /// The feed's id, configured by the operator or stated by the feed itself.
    ///
    /// It is unique in the network and stays the same when the feed is updated. It is empty if
    /// neither gives one, which is possible only for a single feed.
    package let id: String
    /// The prefix of the feed's ids in the network: ``id`` and a colon with several feeds, empty
    /// with one.
    package let idPrefix: String
    /// The file or address it was read from, without folders.
    package let name: String
    /// GTFS `feed_publisher_name`.
    package let publisher: String?
    /// GTFS `feed_publisher_url`.
    package let publisherURL: String?
    /// A language code, as in `fr`.
    package let language: String?
    /// GTFS `feed_version`.
    package let version: String?
    /// The first day for which the publisher vouches for the data; nil if not stated.
    package let firstDay: ServiceDay?
    /// GTFS `feed_end_date`; nil if not stated.
    package let lastDay: ServiceDay?
}

/// An organization to be credited for the data (GTFS `attributions.txt`).
package struct AttributionDescription: Sendable, Equatable {
    /// GTFS `organization_name`.
    package let organization: String
    /// GTFS `attribution_url`.
    package let url: String?
    /// Any of `producer`, `operator` and `authority`.
    package let roles: [String]

    package init(organization: String, url: String?, roles: [String]) {
        self.organization = organization
        self.url = url
        self.roles = roles
    }
}

/// A defect found at import, as stored in the network file.
package struct StoredNotice: Sendable, Equatable {
    /// A notice code of the canonical GTFS validator.
    package let code: String
    /// `info`, `warning` or `error`.
    package let severity: String
    /// The file within the feed; empty if the notice concerns the whole feed.
    package let file: String
    /// The line, counted from 1; 0 if the notice concerns the whole file.
    package let line: Int
    /// The column; empty if the notice concerns the whole row.
    package let field: String
    /// The value found there.
    package let value: String
}

/// The number of notices with one code at import, including those not stored.
package struct StoredNoticeCount: Sendable, Equatable {
    /// A notice code of the canonical GTFS validator.
    package let code: String
    /// `info`, `warning` or `error`.
    package let severity: String
    package let count: Int
}

/// Information about the network's sources.
///
/// It is rarely read and therefore decoded on demand.
package struct FeedColumns: Sendable {
    let file: NetworkFile
    private let strings: StringColumn

    init(_ file: NetworkFile, strings: StringColumn) {
        self.file = file
        self.strings = strings
    }

    private func texts(_ id: ColumnID) throws(NetworkFileError) -> [String] {
        let column: Column<StringIndex> = try file.column(id)
        return column.buffer.map { strings[$0] }
    }

    /// Returns the feeds in the order of the import.
    /// - Throws: ``NetworkFileError`` if the columns are missing or damaged.
    package func feeds() throws(NetworkFileError) -> [FeedDescription] {
        let ids = try texts(.feedID)
        let names = try texts(.feedName)
        let publishers = try texts(.feedPublisher)
        let urls = try texts(.feedPublisherURL)
        let languages = try texts(.feedLanguage)
        let versions = try texts(.feedVersion)
        let first: Column<Int32> = try file.column(.feedFirstDay)
        let last: Column<Int32> = try file.column(.feedLastDay)
        func day(_ number: Int32) -> ServiceDay? {
            number == .min ? nil : ServiceDay(daysSince1970: number)
        }
        return ids.indices.map { row in
            FeedDescription(
                id: ids[row], idPrefix: ids.count > 1 ? ids[row] + ":" : "", name: names[row],
                publisher: publishers[row].ifFilled,
                publisherURL: urls[row].ifFilled, language: languages[row].ifFilled,
                version: versions[row].ifFilled, firstDay: day(first[row]),
                lastDay: day(last[row]))
        }
    }

    /// Returns everyone credited by the feeds.
    /// - Throws: ``NetworkFileError`` if the columns are missing or damaged.
    package func attributions() throws(NetworkFileError) -> [AttributionDescription] {
        let names = try texts(.attributionName)
        let urls = try texts(.attributionURL)
        let roles: Column<UInt8> = try file.column(.attributionRoles)
        return names.indices.map { row in
            let named = ["producer", "operator", "authority"].enumerated()
                .filter { roles[row] >> UInt8($0.offset) & 1 != 0 }
            return AttributionDescription(
                organization: names[row], url: urls[row].ifFilled, roles: named.map { $0.element })
        }
    }

    /// Returns the notices stored at import, in the order found.
    /// - Throws: ``NetworkFileError`` if the columns are missing or damaged.
    package func notices() throws(NetworkFileError) -> [StoredNotice] {
        let codes = try texts(.noticeCode)
        let severities = try texts(.noticeSeverity)
        let files = try texts(.noticeFile)
        let lines: Column<UInt32> = try file.column(.noticeLine)
        let fields = try texts(.noticeField)
        let values = try texts(.noticeValue)
        return codes.indices.map { row in
            StoredNotice(
                code: codes[row], severity: severities[row], file: files[row],
                line: Int(lines[row]), field: fields[row], value: values[row])
        }
    }

    /// Returns the number of notices for each code.
    /// - Throws: ``NetworkFileError`` if the columns are missing or damaged.
    package func noticeCounts() throws(NetworkFileError) -> [StoredNoticeCount] {
        let codes = try texts(.noticeCountCode)
        let severities = try texts(.noticeCountSeverity)
        let counts: Column<UInt32> = try file.column(.noticeCount)
        return codes.indices.map { row in
            StoredNoticeCount(
                code: codes[row], severity: severities[row], count: Int(counts[row]))
        }
    }

    /// Returns the translations of stop names, with language codes such as `fr` or `it`.
    ///
    /// Includes only translations by value (`field_value`) and by record (`record_id`) of stop
    /// names, which riders read and search.
    /// - Throws: ``NetworkFileError`` if the columns are missing or damaged.
    package func stopNameTranslations() throws(NetworkFileError) -> [StopNameTranslation] {
        let tables = try texts(.translationTable)
        let fields = try texts(.translationField)
        let languages = try texts(.translationLanguage)
        let records = try texts(.translationRecord)
        let values = try texts(.translationValue)
        let translations = try texts(.translationText)
        return tables.indices.compactMap { row in
            guard tables[row] == "stops", fields[row] == "stop_name" else { return nil }
            return StopNameTranslation(
                language: languages[row], stopID: records[row].ifFilled,
                original: values[row].ifFilled, text: translations[row])
        }
    }
}

/// A stop's name in another language.
package struct StopNameTranslation: Sendable, Equatable {
    /// A language code, as in `fr`.
    package let language: String
    /// The stop; nil if the translation applies to all stops with the original name.
    package let stopID: String?
    /// The original name; nil if the stop is given by its id.
    package let original: String?
    package let text: String
}

extension String {
    fileprivate var ifFilled: String? { isEmpty ? nil : self }
}
