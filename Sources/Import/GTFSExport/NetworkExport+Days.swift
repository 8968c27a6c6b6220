import Archives
import Timetables
import TransitModel

// calendar.txt and calendar_dates.txt.
extension NetworkExport {
    /// The days of a service as in GTFS: weekdays between two days, and exceptions.
    struct Days: Equatable {
        /// Bit 0 is Monday; 0 if all days are exceptions.
        var weekdays: UInt8 = 0
        var first: ServiceDay
        var last: ServiceDay
        var exceptions: [Exception] = []

        struct Exception: Equatable {
            let day: ServiceDay
            let isAdded: Bool
        }

        /// Selects each weekday with service on more than half of its dates, and lists the
        /// exceptions.
        ///
        /// Nil for a service without days.
        init?(_ active: [ServiceDay]) {
            guard let first = active.first, let last = active.last else { return nil }
            self.first = first
            self.last = last
            let days = Set(active)
            let span = (0...first.distance(to: last)).map { first.advanced(by: $0) }
            for weekday in 0..<7 {
                let candidates = span.filter { $0.weekday == weekday }
                if candidates.count(where: days.contains) * 2 > candidates.count {
                    weekdays |= 1 << UInt8(weekday)
                }
            }
            exceptions = span.compactMap { day in
                let isUsual = weekdays >> UInt8(day.weekday) & 1 != 0
                let isActive = days.contains(day)
                return isUsual == isActive ? nil : Exception(day: day, isAdded: isActive)
            }
            // Listing a few single days takes fewer rows.
            if active.count <= exceptions.count + 1 {
                weekdays = 0
                exceptions = active.map { Exception(day: $0, isAdded: true) }
            }
        }
    }

    /// Writes calendar.txt and calendar_dates.txt.
    ///
    /// - Throws: `ZipFileError` if the archive cannot be written.
    func writeCalendar(to zip: ZipFileWriter) throws(ZipFileError) {
        let services = timetable.services
        let all = (0..<services.count).map { days(of: ServiceIndex($0)) }
        try writeWeekdays(all, to: zip)
        var table = ExportTable(
            "calendar_dates.txt", ["service_id", "date", "exception_type"], in: zip)
        for (row, days) in all.enumerated() {
            for exception in days?.exceptions ?? [] {
                table.add(bytes(services.ids[row]))
                table.add(exception.day)
                table.add(exception.isAdded ? 1 : 2)
                try table.endLine()
            }
        }
        try table.finish()
    }

    private func writeWeekdays(_ all: [Days?], to zip: ZipFileWriter) throws(ZipFileError) {
        let services = timetable.services
        var table = ExportTable(
            "calendar.txt",
            [
                "service_id", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
                "sunday", "start_date", "end_date",
            ], in: zip)
        for (row, days) in all.enumerated() where days == nil || days?.weekdays != 0 {
            table.add(bytes(services.ids[row]))
            for weekday in 0..<7 { table.add(Int((days?.weekdays ?? 0) >> UInt8(weekday) & 1)) }
            table.add(days?.first ?? services.firstDay)
            table.add(days?.last ?? services.firstDay)
            try table.endLine()
        }
        try table.finish()
    }

    private func days(of service: ServiceIndex) -> Days? {
        let services = timetable.services
        return Days(
            (0..<services.dayCount).map { services.firstDay.advanced(by: $0) }
                .filter { services.isActive(service, on: $0) })
    }
}
