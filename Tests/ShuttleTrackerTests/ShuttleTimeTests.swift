import Foundation
import ShuttleTracker
import Testing
import TransitModel

@Suite("Times of the shuttle tracker")
struct ShuttleTimeTests {
    @Test(arguments: [
        "2018-10-15T20:39:12Z", "2018-10-15T20:39:12.1Z", "2018-10-15T20:39:12.12Z",
        "2018-10-15T20:39:12.123Z", "2018-10-15T20:39:12.1234Z", "2018-10-15T20:39:12.12345Z",
        "2018-10-15T20:39:12.123456Z", "2018-10-15T20:39:12.1234567Z",
        "2018-10-15T20:39:12.12345678Z", "2018-10-15T20:39:12.123456789Z",
        "2018-10-15T20:39:12.000000001Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.5Z",
        "1969-12-31T23:59:59.25Z", "2020-02-29T00:00:00Z",
    ])
    func `zero to nine digits of a second are read and written`(text: String) throws {
        #expect(try #require(ShuttleTime(text)).description == text)
    }

    @Test(arguments: [
        ("2018-10-15T16:39:12.500-04:00", "2018-10-15T20:39:12.5Z"),
        ("2018-10-16T02:09:12+05:30", "2018-10-15T20:39:12Z"),
        ("2018-12-31T23:00:00.000000000-02:00", "2019-01-01T01:00:00Z"),
        ("2018-10-15t20:39:12z", "2018-10-15T20:39:12Z"),
        ("2018-10-15T20:39:12+00:00", "2018-10-15T20:39:12Z"),
    ])
    func `offsets are turned into UTC, zeros at the end left out`(text: String, expected: String)
        throws
    {
        #expect(try #require(ShuttleTime(text)).description == expected)
    }

    @Test(arguments: [
        "", "2018-10-15", "2018-10-15T20:39Z", "2018-10-15T20:39:12", "2018-10-15 20:39:12Z",
        "2018-10-15T20:39:12.Z", "2018-10-15T20:39:12.1234567890Z", "2018-02-29T00:00:00Z",
        "2018-13-01T00:00:00Z", "2018-10-15T24:00:00Z", "2018-10-15T20:60:00Z",
        "2018-10-15T20:39:60Z", "2018-10-15T20:39:12Zx", "2018-10-15T20:39:12+5:00",
        "2018-10-15T20:39:12+05:60", "0000-01-01T00:00:00Z", "0001-01-01T00:00:00+00:01",
        "9999-12-31T23:59:59-00:01", "२०१८-10-15T20:39:12Z", "-018-10-15T20:39:12Z",
    ])
    func `what is no time is refused`(text: String) {
        #expect(ShuttleTime(text) == nil)
    }

    @Test func `times agree with the system's own reader`() throws {
        let reader = ISO8601DateFormatter()
        reader.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        var random = SeededRandom(seed: 11)
        for _ in 0..<300 {
            // Between 1970 and 2100.
            let time = UnixTime(
                milliseconds: Int64.random(in: 0..<4_102_444_800_000, using: &random))
            let date = Date(timeIntervalSince1970: Double(time.milliseconds) / 1000)
            let read = try #require(ShuttleTime(reader.string(from: date)))
            #expect(read.unixTime == time)
            #expect(ShuttleTime(time) == read)
        }
    }

    @Test func `before 1970, milliseconds round down`() throws {
        let time = try #require(ShuttleTime(UnixTime(milliseconds: -1)))
        #expect(time.description == "1969-12-31T23:59:59.999Z")
        #expect(time.unixTime == UnixTime(milliseconds: -1))
    }

    @Test func `times that cannot be written are none`() {
        #expect(ShuttleTime(UnixTime(milliseconds: .max)) == nil)
        #expect(ShuttleTime(UnixTime(milliseconds: .min)) == nil)
        #expect(ShuttleTime(UnixTime(seconds: 253_402_300_800)) == nil)
    }

    @Test func `order goes by the nanosecond`() throws {
        let texts = [
            "2018-10-15T20:39:12Z", "2018-10-15T20:39:12.000000001Z", "2018-10-15T20:39:13Z",
        ]
        let times = try texts.map { try #require(ShuttleTime($0)) }
        #expect(times[0] < times[1] && times[1] < times[2])
    }
}
