import Archives
import Timetables
import TransitModel

// booking_rules.txt, and the booking columns of stop_times.txt.
extension NetworkExport {
    /// The additional columns of stop_times.txt in networks with booking rules.
    static let bookingFields = ["pickup_booking_rule_id", "drop_off_booking_rule_id"]

    /// Adds the booking fields of a call if the network has booking rules.
    func addBookings(of trip: TripIndex, at position: Int, to table: inout ExportTable) {
        guard let bookings = timetable.bookings else { return }
        for dropsOff in [false, true] {
            let rule = timetable.trips.bookingRule(trip, at: position, dropsOff: dropsOff)
            table.add(rule.map { bytes(bookings.ids[$0]) } ?? bytes(.none))
        }
    }

    /// Writes booking_rules.txt.
    ///
    /// - Throws: `ZipFileError` if the archive cannot be written.
    func writeBookingRules(to zip: ZipFileWriter) throws(ZipFileError) {
        guard let rules = timetable.bookings else { return }
        var table = ExportTable(
            "booking_rules.txt",
            [
                "booking_rule_id", "booking_type", "prior_notice_duration_min",
                "prior_notice_duration_max", "prior_notice_last_day", "prior_notice_last_time",
                "prior_notice_start_day", "prior_notice_start_time", "prior_notice_service_id",
                "message", "pickup_message", "drop_off_message", "phone_number", "info_url",
                "booking_url",
            ], in: zip)
        func stated(_ number: Int32) -> Int32? {
            number == BookingColumns.notStated ? nil : number
        }
        func add(_ number: Int32) { table.add(stated(number).map { Int($0) }) }
        func add(time: Int32) {
            if let time = stated(time) {
                table.add(ServiceTime(seconds: time))
            } else {
                table.addEmpty()
            }
        }
        for rule in 0..<rules.count {
            table.add(bytes(rules.ids[rule]))
            table.add(Int(rules.types[rule]))
            add(rules.minimumMinutes[rule])
            add(rules.maximumMinutes[rule])
            add(rules.lastDays[rule])
            add(time: rules.lastTimes[rule])
            add(rules.startDays[rule])
            add(time: rules.startTimes[rule])
            let service = rules.services[rule]
            table.add(bytes(service == .none ? .none : timetable.services.ids[service]))
            for texts in [
                rules.messages, rules.pickupMessages, rules.dropOffMessages, rules.phones,
                rules.infoURLs, rules.bookingURLs,
            ] {
                table.add(bytes(texts[rule]))
            }
            try table.endLine()
        }
        try table.finish()
    }
}
