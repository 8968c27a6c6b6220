import DiarySensing
import Foundation
import PhoneRecords
import Testing

@Suite struct TraceTableTests {
    @Test func `locations come in any order of columns, minus one and nothing are unknown`() throws
    {
        let text =
            "\u{feff}lon,ts,lat,speed,accuracy,altitude,bearing,extra\r\n"
            + "8.5,1700000000.25,47.1,-1,12,430,-1,x\r\n8.5,1700000001,47.1,,,,\r\n"
        let trace = try TraceTable.locations(Data(text.utf8))
        #expect(
            trace.fixes == [
                LocationFix(
                    time: Date(timeIntervalSince1970: 1_700_000_000.25), latitude: 47.1,
                    longitude: 8.5, horizontalAccuracyMetres: 12, altitudeMetres: 430),
                LocationFix(
                    time: Date(timeIntervalSince1970: 1_700_000_001), latitude: 47.1,
                    longitude: 8.5),
            ])
    }

    @Test func `a bad row costs a row`() throws {
        let text =
            "ts,lat,lon\n,1,2\n1700000000,1\n1700000000,91,2\n5,1,2\nnan,1,2\n\n1700000000,1,2"
        let trace = try TraceTable.locations(Data(text.utf8))
        #expect(trace.fixes.count == 1)
        #expect(trace.skipped == [.badTime: 3, .badPlace: 2])
    }

    @Test func `spaces, quotes and carriage returns around fields do not count`() throws {
        let text = " ts ,\"lat\",lon\t,extra\r\n\"1700000000\", 47.5,\t8.25 ,Zürich \u{e9}\r\n \r\n"
        let trace = try TraceTable.locations(Data(text.utf8))
        #expect(trace.fixes.map(\.latitude) == [47.5] && trace.fixes.map(\.longitude) == [8.25])
        #expect(trace.skipped.isEmpty)
    }

    @Test func `motions know the words of phones and their confidences`() throws {
        let text = """
            ts,activity,confidence
            1700000000,still,100
            1700000001,walk,medium
            1700000002,bike,49
            1700000003,vehicle,
            1700000004,tilting,100
            1700000005,levitating,100
            1700000006,run,101
            """
        let trace = try TraceTable.motions(Data(text.utf8))
        #expect(
            trace.motions.map(\.activity) == [
                .stationary, .walking, .cycling, .automotive, .unknown,
            ])
        #expect(trace.motions.map(\.confidence) == [.high, .medium, .low, .high, .high])
        #expect(trace.skipped == [.malformed: 2])
    }

    @Test func `what is written is read again`() throws {
        let fixes = [
            LocationFix(
                time: Date(timeIntervalSince1970: 1_700_000_000.125), latitude: 47.123456789,
                longitude: -8.5, horizontalAccuracyMetres: 10, speedMetresPerSecond: 1.25,
                altitudeMetres: -3, courseDegrees: 90),
            LocationFix(
                time: Date(timeIntervalSince1970: 1_700_000_001), latitude: 1, longitude: 2),
        ]
        let text = TraceTable.csv(fixes)
        #expect(text.hasPrefix("ts,lat,lon,accuracy,altitude,speed,bearing\n1700000000.125,"))
        #expect(try TraceTable.locations(Data(text.utf8)).fixes == fixes)
        let motions = [
            MotionReport(activity: .cycling, confidence: .low, start: fixes[0].time)
        ]
        #expect(try TraceTable.motions(Data(TraceTable.csv(motions).utf8)).motions == motions)
    }

    @Test func `a header without what is needed is refused`() {
        #expect(throws: PhoneFormatError.missingColumns(["lat", "lon"])) {
            try TraceTable.locations(Data("ts,latitude,longitude\n1,2,3".utf8))
        }
        #expect(throws: PhoneFormatError.missingColumns(["ts", "activity"])) {
            try TraceTable.motions(Data())
        }
    }

    @Test func `noted trips are spans with a start before their end`() throws {
        let text = "trip_id,start_ts,end_ts\na,100,200.5\nb,300,300\nc,x,400\nd,500,600"
        #expect(try TraceTable.trips(Data(text.utf8)) == [100..<200.5, 500..<600])
    }
}

@Suite struct LoggerTimeTests {
    @Test(arguments: [
        ("2023-11-14T22:13:20Z", 1_700_000_000.0), ("2023-11-14T22:13:20.1239Z", 1_700_000_000.124),
        ("2015-10-01T08:00:00-0700", 1_443_711_600), ("2023-11-15T00:13:20+02", 1_700_000_000),
        ("2024-02-29 12:00:00+05:30", 1_709_188_200), ("1970-01-01T00:00:00Z", 0),
        ("1969-12-31T23:59:59Z", -1), ("2000-03-01T00:00:00Z", 951_868_800),
    ])
    func `instants in ISO 8601 are read`(text: String, seconds: Double) {
        #expect(LoggerTime.seconds(iso8601: text) == seconds)
    }

    @Test(arguments: [
        "", "2023-11-14T22:13:20", "2023-02-29T00:00:00Z", "2023-13-01T00:00:00Z",
        "2023-11-14T24:00:00Z", "2023-11-14T22:60:00Z", "2023-11-14T22:13:20+2",
        "yesterday at noon!!",
        "2023-11-14T22:13:20.Z", "2023-11-14T22:13:20Zulu", "２023-11-14T22:13:20Z",
        "2023-11-14T22:13:20+99:99",
    ])
    func `other instants are refused`(text: String) {
        #expect(LoggerTime.seconds(iso8601: text) == nil)
    }
}
