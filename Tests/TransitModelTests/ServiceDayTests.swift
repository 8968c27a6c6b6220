import Testing
import TransitModel

@Suite struct ServiceDayTests {
    @Test func `days since 1970 and the calendar agree over four centuries`() throws {
        var day = try #require(ServiceDay(year: 1899, month: 12, day: 31))
        for _ in 0..<150_000 {
            day = day.advanced(by: 1)
            let (year, month, number) = day.civil
            #expect(ServiceDay(year: year, month: month, day: number) == day)
        }
        #expect(day.description == "2310-09-08")
    }

    @Test(arguments: [
        ("20240229", "2024-02-29"), ("2026-05-04", "2026-05-04"), ("19991231", "1999-12-31"),
        ("09990102", "0999-01-02"),
    ])
    func `reads and prints both spellings`(text: String, expected: String) {
        #expect(ServiceDay(text)?.description == expected)
        #expect(ServiceDay(text)?.compactDescription == expected.filter { $0 != "-" })
    }

    @Test(arguments: [
        "20230229", "2026-5-4", "2026-05-4", "20260532", "2026130", "", "abcdefgh", "20-260504",
        "00000101", "202605041", "2026-05-0a", "2026/05/04", "2026-050-4",
    ])
    func `refuses what is no day`(text: String) {
        #expect(ServiceDay(text) == nil)
    }

    @Test func `knows the day of the week`() throws {
        // 4 May 2026 is a Monday.
        let monday = try #require(ServiceDay("20260504"))
        #expect((0..<8).map { monday.advanced(by: $0).weekday } == [0, 1, 2, 3, 4, 5, 6, 0])
        #expect(ServiceDay(daysSince1970: -4).weekday == 6)
    }
}

@Suite struct ServiceTimeTests {
    @Test(arguments: [
        ("08:00:00", 28_800), ("8:00:00", 28_800), ("25:10:05", 90_605), ("7:05", 25_500),
        ("100:00:00", 360_000),
    ])
    func `reads times past midnight too`(text: String, seconds: Int32) {
        #expect(ServiceTime(text)?.seconds == seconds)
    }

    @Test(arguments: [
        "", "8", "8:60:00", "8:00:60", "8:0:0", "-1:00:00", "8:00:00:00", "a:bc:de", ":30", "8:",
        "8:00:", "1000:00", "8:000", "8:00 ",
    ])
    func `refuses what is no time`(text: String) {
        #expect(ServiceTime(text) == nil)
    }

    @Test func `prints as GTFS does`() {
        #expect("\(ServiceTime(hours: 25, minutes: 5, seconds: 9))" == "25:05:09")
        #expect("\(ServiceTime(seconds: -60))" == "-00:01:00")
    }
}

@Suite struct TimeZoneTests {
    @Test func `a service day starts twelve hours before noon, also when clocks change`() throws {
        let zone = try #require(TransitTimeZone(identifier: "Europe/Zurich"))
        // Clocks go forward at 2:00 on 29 March 2026, so that day starts at 23:00 the day before.
        let spring = try #require(ServiceDay("20260329"))
        #expect(zone.iso8601(zone.start(of: spring)) == "2026-03-28T23:00:00+01:00")
        #expect(
            zone.iso8601(zone.time(ServiceTime(hours: 8, minutes: 0), on: spring))
                == "2026-03-29T08:00:00+02:00")
        // They go back at 3:00 on 25 October 2026, so that day starts at 1:00.
        let autumn = try #require(ServiceDay("20261025"))
        #expect(zone.iso8601(zone.start(of: autumn)) == "2026-10-25T01:00:00+02:00")
        #expect(
            zone.iso8601(zone.time(ServiceTime(hours: 26, minutes: 30), on: autumn))
                == "2026-10-26T02:30:00+01:00")
    }

    @Test(arguments: ["America/Sao_Paulo", "Asia/Kolkata", "Pacific/Auckland", "UTC"])
    func `the local day contains its own noon`(identifier: String) throws {
        let zone = try #require(TransitTimeZone(identifier: identifier))
        for offset in stride(from: 0, to: 1000, by: 7) {
            let day = try #require(ServiceDay("20250101")).advanced(by: offset)
            #expect(zone.day(at: zone.time(ServiceTime(hours: 12, minutes: 0), on: day)) == day)
        }
    }

    @Test func `unknown zones are refused`() {
        #expect(TransitTimeZone(identifier: "Europe/Seewil") == nil)
        #expect(TransitTimeZone(identifier: "") == nil)
    }
}
