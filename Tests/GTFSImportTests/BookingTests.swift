import Testing
import Timetables
import TransitModel
import TransitTesting

/// Booking of vehicles that stop only for booked riders.
@Suite struct BookingTests {
    /// 2026-05-04, a Monday.
    private static let monday = ServiceDay(daysSince1970: 20_577)

    /// Returns trips with booking at B: boarding by the first rule, alighting by the second.
    private func feed(
        _ rules: String, on: String = "", off: String = "", phone: String = "", zone: String = ""
    ) -> TextFeed {
        var feed = TextFeed("red-1: A 8:00  B 8:10/8:12  C 8:20\nred-2: A 24:50  B 25:10  C 25:20")
        feed.files["agency.txt"] = """
            agency_id,agency_name,agency_url,agency_timezone,agency_phone
            1,Test,http://t.example,\(zone.isEmpty ? "Europe/Zurich" : zone),\(phone)

            """
        feed.files["booking_rules.txt"] = rules.isEmpty ? nil : rules + "\n"
        feed.append(
            "pickup_type,drop_off_type,pickup_booking_rule_id,drop_off_booking_rule_id"
        ) { _, stop in
            ["B": "2,3,\(on),\(off)", "C": "1,0,\(on),"][stop] ?? "0,0,,"
        }
        return feed
    }

    private func booking(
        _ timetable: Timetable, _ trip: String = "red-1", at position: Int = 1,
        on day: ServiceDay = Self.monday, dropsOff: Bool = false
    ) throws -> CallBooking? {
        let trip = try #require(timetable.trips.find(id: trip))
        return timetable.booking(
            of: timetable.trips.runs(of: trip)[0], at: position, on: day, dropsOff: dropsOff)
    }

    private func clock(_ time: UnixTime?, _ timetable: Timetable) -> String? {
        time.map { String(timetable.timeZone.iso8601($0).prefix(16)) }
    }

    private static let priorDays =
        "booking_rule_id,booking_type,prior_notice_last_day,prior_notice_last_time,"
        + "prior_notice_start_day,prior_notice_start_time,prior_notice_service_id\n"

    @Test func `a call is booked by its rule, getting on and getting off`() throws {
        let network = try feed(
            """
            booking_rule_id,booking_type,prior_notice_duration_min,prior_notice_duration_max,\
            prior_notice_last_day,prior_notice_last_time,message,pickup_message,phone_number,\
            info_url,booking_url
            same,1,60,240,,,Please call,We wait at the kiosk,041 1,https://t.example/i,javascript:1
            before,2,,,1,15:00:00,Please call,,,,https://t.example/book
            """, on: "same", off: "before", phone: "041 9"
        ).compiled()
        #expect(try booking(network, at: 0) == nil)
        #expect(try booking(network, at: 2) == nil, "nobody gets on there")
        let on = try #require(try booking(network))
        #expect(clock(on.earliest, network) == "2026-05-04T04:12")
        #expect(clock(on.latest, network) == "2026-05-04T07:12")
        #expect(on.phone == "041 1" && on.message == "We wait at the kiosk")
        #expect(on.infoURL == "https://t.example/i" && on.bookingURL == nil)
        let off = try #require(try booking(network, dropsOff: true))
        #expect(clock(off.latest, network) == "2026-05-03T15:00" && off.earliest == nil)
        #expect(off.message == "Please call" && off.bookingURL == "https://t.example/book")
        #expect(off.phone == nil, "there is a better way than the agency's telephone")
    }

    @Test(arguments: [
        // Clocks go forward at 2:00 on 29 March 2026, and back at 3:00 on 25 October.
        ("20260329", "00:30:00", "2026-03-28T00:30"), ("20260330", "00:30:00", "2026-03-29T00:30"),
        ("20260330", "02:30:00", "2026-03-29T03:30"), ("20261026", "02:30:00", "2026-10-25T02:30"),
        ("20261026", "15:00:00", "2026-10-25T15:00"), ("20260504", "24:00:00", "2026-05-04T00:00"),
    ])
    func `a last time is by the clocks, on the days when they are set too`(
        day: String, time: String, expected: String
    ) throws {
        let network = try feed(Self.priorDays + "r,2,1,\(time),,,", on: "r").compiled()
        let day = try #require(ServiceDay(day))
        #expect(clock(try booking(network, on: day)?.latest, network) == expected)
    }

    @Test func `minutes before are counted through the change of clocks`() throws {
        let rules = "booking_rule_id,booking_type,prior_notice_duration_min\nr,1,600"
        let network = try feed(rules, on: "r").compiled()
        let day = try #require(ServiceDay("20260329"))
        #expect(clock(try booking(network, on: day)?.latest, network) == "2026-03-28T21:12")
    }

    @Test func `a call after midnight is booked the day before its service day`() throws {
        let network = try feed(Self.priorDays + "r,2,1,15:00:00,,,", on: "r").compiled()
        #expect(
            clock(try booking(network, "red-2")?.latest, network) == "2026-05-03T15:00")
    }

    @Test func `days before are counted on the days of a service, without weekends and holidays`()
        throws
    {
        var feed = feed(Self.priorDays + "r,2,2,17:00:00,4,9:00:00,office", on: "r")
        feed.files["calendar.txt", default: ""] += "office,1,1,1,1,1,0,0,20260401,20261231\n"
        feed.files["calendar_dates.txt"] =
            "service_id,date,exception_type\noffice,20260430,2\noffice,20260502,1\n"
        let network = try feed.compiled()
        let read = try #require(try booking(network))
        // Saturday the 2nd and Friday the 1st are service days, Thursday the 30th is not.
        #expect(clock(read.latest, network) == "2026-05-01T17:00")
        #expect(clock(read.earliest, network) == "2026-04-28T09:00")
        #expect(try NetworkText.notices(network) == "", "the service has a use")
        let early = try #require(ServiceDay("20260402"))
        #expect(try booking(network, on: early)?.latest == nil, "not known so far back")
    }

    @Test(arguments: [(false, "041 9"), (true, "041 9")])
    func `without a rule the agency is called`(dropsOff: Bool, phone: String) throws {
        let network = try feed("", phone: phone).compiled()
        let read = try #require(try booking(network, dropsOff: dropsOff))
        #expect(read.phone == phone && read.latest == nil && read.message == nil)
        #expect(try booking(network, at: 0) == nil)
        #expect(try booking(feed("").compiled(), dropsOff: dropsOff) == nil, "nothing is known")
    }

    /// A row, its notices, and the deadline that is still computed.
    @Test(arguments: [
        ("r,0,30,,,,,,", "forbidden_real_time_booking_field_value 2 prior_notice_duration_min", ""),
        ("r,1,,,,,,,", "missing_prior_notice_duration_min 2 prior_notice_duration_min", ""),
        (
            "r,1,30,,1,12:00:00,,,daily",
            "forbidden_same_day_booking_field_value 2 prior_notice_last_day\n"
                + "forbidden_same_day_booking_field_value 2 prior_notice_last_time\n"
                + "forbidden_same_day_booking_field_value 2 prior_notice_service_id", "07:42"
        ),
        (
            "r,1,30,20,,,,,", "invalid_prior_notice_duration_min 2 prior_notice_duration_min",
            "07:42"
        ),
        (
            "r,1,30,60,,,2,8:00:00,", "forbidden_prior_notice_start_day 2 prior_notice_start_day",
            "07:42"
        ),
        ("r,2,,,,,,,", "missing_prior_notice_last_day 2 prior_notice_last_day", ""),
        ("r,2,,,1,,,,", "missing_prior_notice_last_time 2 prior_notice_last_time", ""),
        ("r,2,,,1,25:0,,,", "invalid_time 2 prior_notice_last_time", ""),
        (
            "r,2,30,,1,12:00:00,,,",
            "forbidden_prior_day_booking_field_value 2 prior_notice_duration_min", "12:00"
        ),
        (
            "r,2,,,2,12:00:00,1,9:00:00,",
            "prior_notice_last_day_after_start_day 2 prior_notice_last_day", "12:00"
        ),
        (
            "r,2,,,1,12:00:00,2,,", "missing_prior_notice_start_time 2 prior_notice_start_time",
            "12:00"
        ),
        (
            "r,2,,,1,12:00:00,,9:00:00,",
            "forbidden_prior_notice_start_time 2 prior_notice_start_time", "12:00"
        ),
        ("r,2,,,1,12:00:00,,,never", "foreign_key_violation 2 prior_notice_service_id", ""),
        ("r,2,,,-1,12:00:00,,,", "number_out_of_range 2 prior_notice_last_day", ""),
    ])
    func `a row that contradicts its type is reported, and the rest of it holds`(
        row: String, notices: String, latest: String
    ) throws {
        let header =
            "booking_rule_id,booking_type,prior_notice_duration_min,prior_notice_duration_max,"
            + "prior_notice_last_day,prior_notice_last_time,prior_notice_start_day,"
            + "prior_notice_start_time,prior_notice_service_id,phone_number\n"
        let network = try feed(header + row + ",041 1", on: "r").compiled()
        let found = try network.sources.notices().map { "\($0.code) \($0.line) \($0.field)" }
        #expect(found.joined(separator: "\n") == notices)
        let read = try #require(try booking(network))
        #expect(read.phone == "041 1")
        #expect((read.earliest == nil) == !row.hasPrefix("r,1,30,60,"), "but the longest notice")
        #expect(clock(read.latest, network).map { String($0.suffix(5)) } ?? "" == latest)
    }

    @Test func `a rule without an id or type is left out, and calls that name it are reported`()
        throws
    {
        let network = try feed("booking_rule_id,booking_type\nr,\n,1", on: "r").compiled()
        #expect(
            try network.sources.noticeCounts().map { "\($0.code) \($0.count)" }.sorted()
                == ["foreign_key_violation 4", "missing_required_field 2"])
        #expect(try booking(network) == nil)
    }

    @Test func `rules of two feeds with the same ids stay apart, each in its zone`() throws {
        let zurich = feed(Self.priorDays + "r,2,1,15:00:00,,,", on: "r")
        let london = feed(Self.priorDays + "r,2,2,15:00:00,,,", on: "r", zone: "Europe/London")
        let network = try [(id: "z", feed: zurich), (id: "l", feed: london)].compiled()
        let read = try ["z:red-1", "l:red-1"].map { trip in
            clock(try booking(network, trip)?.latest, network)
        }
        #expect(read == ["2026-05-03T15:00", "2026-05-02T16:00"])
    }
}
