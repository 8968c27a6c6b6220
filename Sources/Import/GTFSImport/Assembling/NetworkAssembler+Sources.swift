import GTFS
import Timetables
import TransitModel

// Feeds, agencies, attributions, translations and notices.
extension NetworkAssembler {
    func writeSources(to file: inout NetworkFileWriter) {
        writeFeeds(to: &file)
        let agencies = draft.agencies
        file.add(.agencyID, agencies.map(\.id))
        file.add(.agencyName, agencies.map(\.name))
        file.add(.agencyURL, agencies.map(\.url))
        file.add(.agencyTimeZone, agencies.map(\.timeZone))
        file.add(.agencyLanguage, agencies.map(\.language))
        file.add(.agencyPhone, agencies.map(\.phone))
        file.add(.agencyFeed, agencies.map(\.feed))

        let attributions = draft.attributions
        file.add(.attributionName, attributions.map(\.name))
        file.add(.attributionURL, attributions.map(\.url))
        file.add(.attributionEmail, attributions.map(\.email))
        file.add(.attributionRoles, attributions.map(\.roles))
        file.add(.attributionFeed, attributions.map(\.feed))

        let translations = draft.translations
        file.add(.translationTable, translations.map(\.table))
        file.add(.translationField, translations.map(\.field))
        file.add(.translationLanguage, translations.map(\.language))
        file.add(.translationRecord, translations.map(\.record))
        file.add(.translationSubRecord, translations.map(\.subRecord))
        file.add(.translationValue, translations.map(\.value))
        file.add(.translationText, translations.map(\.text))
        writeNotices(to: &file)
    }

    private func writeFeeds(to file: inout NetworkFileWriter) {
        let feeds = draft.feeds
        func day(_ day: ServiceDay?) -> Int32 { day?.daysSince1970 ?? .min }
        file.add(.feedID, feeds.map(\.id))
        file.add(.feedName, feeds.map(\.name))
        file.add(.feedPublisher, feeds.map(\.publisher))
        file.add(.feedPublisherURL, feeds.map(\.publisherURL))
        file.add(.feedLanguage, feeds.map(\.language))
        file.add(.feedVersion, feeds.map(\.version))
        file.add(.feedContactEmail, feeds.map(\.contactEmail))
        file.add(.feedContactURL, feeds.map(\.contactURL))
        file.add(.feedFirstDay, feeds.map { day($0.firstDay) })
        file.add(.feedLastDay, feeds.map { day($0.lastDay) })
    }

    private func writeNotices(to file: inout NetworkFileWriter) {
        let notices = draft.notices.notices
        let strings = draft.strings
        file.add(.noticeCode, notices.map { strings.index($0.code.rawValue) })
        file.add(.noticeSeverity, notices.map { strings.index($0.code.severity.name) })
        file.add(.noticeFile, notices.map { strings.index($0.file) })
        file.add(.noticeLine, notices.map(\.line))
        file.add(.noticeField, notices.map { strings.index($0.field) })
        file.add(.noticeValue, notices.map { strings.index($0.value) })
        let counts = draft.notices.counts.sorted {
            ($1.key.severity.rawValue, $0.key.rawValue) < (
                $0.key.severity.rawValue, $1.key.rawValue
            )
        }
        file.add(.noticeCountCode, counts.map { strings.index($0.key.rawValue) })
        file.add(.noticeCountSeverity, counts.map { strings.index($0.key.severity.name) })
        file.add(.noticeCount, counts.map { UInt32(clamping: $0.value) })
    }
}
