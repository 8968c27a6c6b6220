import Foundation
import Testing

@testable import TransitModel

/// Tabulated offsets, compared with the system's.
@Suite struct ZoneOffsetTests {
    private static let zones = [
        "Europe/Zurich", "Europe/Istanbul", "Europe/Moscow", "America/New_York",
        "America/Sao_Paulo", "America/St_Johns", "Africa/Casablanca", "Asia/Kathmandu",
        "Asia/Pyongyang", "Australia/Lord_Howe", "Pacific/Apia", "Antarctica/Troll", "UTC",
    ]

    @Test(arguments: zones) func `every instant has the offset that the system knows`(
        identifier: String
    ) throws {
        let zone = try #require(TransitTimeZone(identifier: identifier))
        let system = try #require(TimeZone(identifier: identifier))
        var random = SeededRandom(seed: 11)
        func check(_ second: Int64) {
            let date = Date(timeIntervalSince1970: Double(second))
            #expect(
                zone.offsetSeconds(at: UnixTime(seconds: second))
                    == system.secondsFromGMT(for: date), "\(second), seed 11")
        }
        // From 1900 to 2100; the table covers seventy years of that.
        for _ in 0..<2000 {
            check(Int64.random(in: -2_208_988_800..<4_102_444_800, using: &random))
        }
        var date = Date(timeIntervalSince1970: 631_000_000)
        while let next = system.nextDaylightSavingTimeTransition(after: date), next > date,
            next.timeIntervalSince1970 < 2_900_000_000
        {
            for second in -1...1 { check(Int64(next.timeIntervalSince1970) + Int64(second)) }
            date = next
        }
    }

    @Test
    func `instants are written with four digits of the year, or with more where it has them`()
        throws
    {
        let zone = try #require(TransitTimeZone(identifier: "America/St_Johns"))
        #expect(zone.iso8601(UnixTime(seconds: 1_777_961_070)) == "2026-05-05T03:34:30-02:30")
        #expect(TransitTimeZone.utc.iso8601(UnixTime(seconds: -1)) == "1969-12-31T23:59:59+00:00")
        let late = UnixTime(seconds: 300_000_000_000)
        #expect(TransitTimeZone.utc.iso8601(late) == "11476-08-15T05:20:00+00:00")
        let early = UnixTime(seconds: -62_000_000_000)
        #expect(TransitTimeZone.utc.iso8601(early) == "0005-04-19T09:46:40+00:00")
    }
}
