import GTFS
import Timetables
import TransitModel

// calendar.txt and calendar_dates.txt.
extension FeedReader {
    func readCalendar() throws {
        if !hasFile(.calendar), !hasFile(.calendarDates) {
            notices.add(Notice(.missingCalendarAndCalendarDateFiles, file: ""))
        }
        let names = [
            "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
        ]
        var (id, start, end) = (0, 0, 0)
        var weekdays: [Int] = []
        try read(.calendar) { table in
            id = table.column("service_id")
            start = table.column("start_date")
            end = table.column("end_date")
            weekdays = names.map(table.column)
        } onRow: { table, row in
            guard let key = table.required(row, id) else { return }
            guard let first = table.day(row, start), let last = table.day(row, end) else {
                if table.text(row, start).isEmpty || table.text(row, end).isEmpty {
                    table.note(.missingRequiredField, line: row.line, field: "start_date")
                }
                return
            }
            guard first <= last else {
                table.note(.startAndEndRangeOutOfOrder, row, end)
                return
            }
            guard serviceIDs.insert(key, ServiceIndex(draft.services.count)) else {
                table.note(.duplicateKey, row, id)
                return
            }
            var bits: UInt8 = 0
            for (place, column) in weekdays.enumerated() {
                bits |= UInt8(table.enumeration(row, column, maximum: 1)) << UInt8(place)
            }
            draft.services.append(
                ServiceDraft(
                    id: versionID(key), weekdays: bits, first: first, last: last, line: row.line))
        }
    }

    func readCalendarDates() throws {
        var (id, date, type) = (0, 0, 0)
        var seen = Set<UInt64>()
        try read(.calendarDates) { table in
            id = table.column("service_id")
            date = table.column("date")
            type = table.column("exception_type")
        } onRow: { table, row in
            guard let key = table.required(row, id), table.required(row, date) != nil,
                let day = table.day(row, date)
            else { return }
            let kind = table.enumeration(row, type, maximum: 2)
            guard kind != 0 else {
                table.note(.unexpectedEnumValue, row, type)
                return
            }
            let service: ServiceIndex
            if let known = serviceIDs.find(key) {
                service = known
            } else {
                service = ServiceIndex(draft.services.count)
                _ = serviceIDs.insert(key, service)
                draft.services.append(ServiceDraft(id: versionID(key), line: row.line))
            }
            let pair =
                UInt64(service.rawValue) << 32 | UInt64(UInt32(bitPattern: day.daysSince1970))
            guard seen.insert(pair).inserted else {
                table.note(.duplicateKey, row, date)
                return
            }
            draft.services[service.row].exceptions.append((day, kind == 1))
        }
    }
}
