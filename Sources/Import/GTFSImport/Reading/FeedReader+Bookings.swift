import GTFS
import Timetables

/// The table of booking_rules.txt, as the type parameter of its indices.
enum BookingRuleTable {}

// booking_rules.txt.
extension FeedReader {
    func readBookingRules() throws {
        try read(.bookingRules, BookingRuleFields.init) { table, row, columns in
            guard let key = table.required(row, columns.id),
                table.required(row, columns.type) != nil
            else { return }
            guard bookingRuleIDs.insert(key, ColumnIndex(draft.bookingRules.count)) else {
                table.note(.duplicateKey, row, columns.id)
                return
            }
            var rule = BookingRuleDraft(
                id: versionID(key), type: UInt8(table.enumeration(row, columns.type, maximum: 2)))
            columns.read(into: &rule, table, row, services: serviceIDs)
            func text(_ column: Int) -> StringIndex {
                draft.strings.index(
                    table.string(row, column, maximum: GTFSTable.maximumTextLength))
            }
            rule.message = text(columns.message)
            rule.pickupMessage = text(columns.pickupMessage)
            rule.dropOffMessage = text(columns.dropOffMessage)
            rule.phone = text(columns.phone)
            rule.infoURL = draft.strings.index(table.address(row, columns.infoURL))
            rule.bookingURL = draft.strings.index(table.address(row, columns.bookingURL))
            draft.bookingRules.append(rule)
        }
    }
}

/// The columns of booking_rules.txt, and the rules for which of them a `booking_type` allows.
private struct BookingRuleFields {
    let id, type: Int
    let message, pickupMessage, dropOffMessage: Int
    let phone, infoURL, bookingURL: Int
    private let least, most, lastDay, lastTime, startDay, startTime: Int
    private let service: Int

    /// Values of `booking_type`; 0 is for real time.
    private enum Kind {
        static let sameDay: UInt8 = 1
        static let priorDay: UInt8 = 2
    }

    init(_ table: GTFSTable) {
        id = table.column("booking_rule_id")
        type = table.column("booking_type")
        message = table.column("message")
        pickupMessage = table.column("pickup_message")
        dropOffMessage = table.column("drop_off_message")
        phone = table.column("phone_number")
        infoURL = table.column("info_url")
        bookingURL = table.column("booking_url")
        least = table.column("prior_notice_duration_min")
        most = table.column("prior_notice_duration_max")
        lastDay = table.column("prior_notice_last_day")
        lastTime = table.column("prior_notice_last_time")
        startDay = table.column("prior_notice_start_day")
        startTime = table.column("prior_notice_start_time")
        service = table.column("prior_notice_service_id")
    }

    /// Reads the booking times; fields that the booking type does not allow are noted and left out.
    func read(
        into rule: inout BookingRuleDraft, _ table: GTFSTable, _ row: CSVRow,
        services: IDMap<ServiceTable>
    ) {
        switch rule.type {
        case Kind.sameDay:
            refuse(
                [lastDay, lastTime, service], .forbiddenSameDayBookingFieldValue, table, row)
            rule.minimumMinutes = minutes(table, row, least)
            rule.maximumMinutes = minutes(table, row, most)
            if rule.minimumMinutes < 0 { note(.missingPriorNoticeDurationMin, table, row, least) }
            if rule.maximumMinutes >= 0, rule.maximumMinutes < rule.minimumMinutes {
                table.note(.invalidPriorNoticeDurationMin, row, least)
                rule.maximumMinutes = BookingColumns.notStated
            }
            readStart(into: &rule, table, row)
        case Kind.priorDay:
            refuse([least, most], .forbiddenPriorDayBookingFieldValue, table, row)
            rule.lastDay = days(table, row, lastDay)
            rule.lastTime = table.time(row, lastTime) ?? BookingColumns.notStated
            if rule.lastDay < 0 {
                note(.missingPriorNoticeLastDay, table, row, lastDay)
            } else if rule.lastTime < 0 {
                note(.missingPriorNoticeLastTime, table, row, lastTime)
            }
            readStart(into: &rule, table, row)
            if let key = filled(table, row, service) {
                rule.service = services.find(key) ?? .none
                if rule.service == .none {
                    table.note(.foreignKeyViolation, row, service)
                    // Days of an unknown service cannot be counted.
                    rule.lastDay = BookingColumns.notStated
                    rule.startDay = BookingColumns.notStated
                }
            }
        default:
            refuse(
                [least, most, lastDay, lastTime, startDay, startTime, service],
                .forbiddenRealTimeBookingFieldValue, table, row)
        }
    }

    private func readStart(into rule: inout BookingRuleDraft, _ table: GTFSTable, _ row: CSVRow) {
        guard filled(table, row, startDay) != nil else {
            refuse([startTime], .forbiddenPriorNoticeStartTime, table, row)
            return
        }
        guard rule.maximumMinutes == BookingColumns.notStated else {
            table.note(.forbiddenPriorNoticeStartDay, row, startDay)
            return
        }
        let (day, time) = (days(table, row, startDay), table.time(row, startTime))
        guard day >= 0 else { return }
        guard day >= rule.lastDay else {
            table.note(.priorNoticeLastDayAfterStartDay, row, lastDay)
            return
        }
        guard let time else { return note(.missingPriorNoticeStartTime, table, row, startTime) }
        (rule.startDay, rule.startTime) = (day, time)
    }

    // MARK: - Fields

    private func filled(_ table: GTFSTable, _ row: CSVRow, _ column: Int) -> ByteText? {
        let text = table.text(row, column)
        return text.isEmpty ? nil : text
    }

    private func refuse(
        _ columns: [Int], _ code: NoticeCode, _ table: GTFSTable, _ row: CSVRow
    ) {
        for column in columns where filled(table, row, column) != nil {
            table.note(code, row, column)
        }
    }

    /// Notes a missing field; a field that is filled but invalid was noted when it was read.
    private func note(_ code: NoticeCode, _ table: GTFSTable, _ row: CSVRow, _ column: Int) {
        if filled(table, row, column) == nil { table.note(code, row, column) }
    }

    /// At most a year.
    private func minutes(_ table: GTFSTable, _ row: CSVRow, _ column: Int) -> Int32 {
        table.integer(row, column, in: 0...525_600).map { Int32($0) } ?? BookingColumns.notStated
    }

    /// At most a year.
    private func days(_ table: GTFSTable, _ row: CSVRow, _ column: Int) -> Int32 {
        table.integer(row, column, in: 0...366).map { Int32($0) } ?? BookingColumns.notStated
    }
}
