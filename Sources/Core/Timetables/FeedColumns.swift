package import TransitModel

/// One feed that went into a network.
package struct FeedDescription: Sendable, Equatable {
    /// What it is called by its operator or by itself.
    ///
    /// Unique in the network, and the same after an update of the feed; empty if neither calls it
    /// anything, which is so of a single feed only.
    package let id: String
    /// What its ids in the network begin with: ``id`` and a colon with several feeds, empty with
    /// one.
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
    /// The days for which the publisher vouches; nil where not stated.
    package let firstDay: ServiceDay?
    /// GTFS `feed_end_date`.
    package let lastDay: ServiceDay?
}

/// Someone whom the network owes its data.
package struct AttributionDescription: Sendable, Equatable {
    /// GTFS `organization_name`.
    package let organization: String
    /// GTFS `attribution_url`.
    package let url: String?
    /// Among `producer`, `operator` and `authority`.
    package let roles: [String]

    /// Names someone.
    package init(organization: String, url: String?, roles: [String]) {
        self.organization = organization
        self.url = url
        self.roles = roles
    }
}

/// A defect that was found at import, as kept in the network file.
package struct StoredNotice: Sendable, Equatable {
    /// In the words of the canonical GTFS validator.
    package let code: String
    /// `info`, `warning` or `error`.
    package let severity: String
    /// The file of the feed, empty if the feed as a whole is meant.
    package let file: String
    /// Counted from 1; 0 if it concerns the whole file.
    package let line: Int
    /// The column, empty if the whole row is meant.
    package let field: String
    /// What was found there.
    package let value: String
}

/// How often a kind of defect was found at import, kept or not.
package struct StoredNoticeCount: Sendable, Equatable {
    /// In the words of the canonical GTFS validator.
    package let code: String
    /// `info`, `warning` or `error`.
    package let severity: String
    /// How often.
    package let count: Int
}

/// What is known about the network's sources: read seldom, so decoded when asked for.
package struct FeedColumns: Sendable {
    private let file: NetworkFile
    private let strings: StringColumn

    init(_ file: NetworkFile, strings: StringColumn) {
        self.file = file
        self.strings = strings
    }

    private func texts(_ id: ColumnID) throws(NetworkFileError) -> [String] {
        let column: Column<StringIndex> = try file.column(id)
        return column.buffer.map { strings[$0] }
    }

    /// The feeds in the order of the import.
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

    /// Everyone whom the feeds name.
    package func attributions() throws(NetworkFileError) -> [AttributionDescription] {
        let names = try texts(.attributionName)
        let urls = try texts(.attributionURL)
        let roles: Column<UInt8> = try file.column(.attributionRoles)
        return names.indices.map { row in
            let named = ["producer", "operator", "authority"].enumerated()
                .filter { roles[row] >> UInt8($0.offset) & 1 != 0 }
            return AttributionDescription(
                organization: names[row], url: urls[row].ifFilled, roles: named.map(\.element))
        }
    }

    /// The notices kept at import, in the order found.
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

    /// How often each code was found.
    package func noticeCounts() throws(NetworkFileError) -> [StoredNoticeCount] {
        let codes = try texts(.noticeCountCode)
        let severities = try texts(.noticeCountSeverity)
        let counts: Column<UInt32> = try file.column(.noticeCount)
        return codes.indices.map { row in
            StoredNoticeCount(
                code: codes[row], severity: severities[row], count: Int(counts[row]))
        }
    }

    /// The translation of a text into a language (`fr`, `it`, ...), for each original.
    ///
    /// Only translations by value (`field_value`) and by record (`record_id`) of stop names: what
    /// riders read and search.
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
    /// The stop; nil if all stops with the original name are meant.
    package let stopID: String?
    /// The name that is translated; nil if the stop is named by id.
    package let original: String?
    /// The translation.
    package let text: String
}

extension String {
    fileprivate var ifFilled: String? { isEmpty ? nil : self }
}
