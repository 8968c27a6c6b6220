import DiarySensing
import Foundation
import PhoneRecords
import Testing

/// Small examples of each export format.
@Suite struct ExportTests {
    private func read(_ text: String, as expected: PhoneFile) throws -> PhoneTrace {
        let data = Data(text.utf8)
        let format = try PhoneFile(recognising: data)
        #expect(format == expected)
        return try format.read(data)
    }

    private func seconds(_ trace: PhoneTrace) -> [Double] {
        trace.fixes.map(\.time.timeIntervalSince1970)
    }

    @Test func `the Waterloo app's locations keep what was called invalid`() throws {
        let trace = try read(
            """
            [{"lat":43.47,"lon":-80.54,"heading":-1,"speed":-1,"timestamp":1459468800.5,"accuracy":65},
             {"lat":43.48,"lon":-80.55,"heading":10,"speed":2,"timestamp":1459468810,"accuracy":-1},
             {"lat":43.48,"timestamp":1459468810}, {"lat":1,"lon":2}, 3]
            """, as: .waterloo)
        #expect(seconds(trace) == [1_459_468_800.5, 1_459_468_810])
        #expect(trace.fixes[0].speedMetresPerSecond == -1 && trace.fixes[0].courseDegrees == nil)
        #expect(trace.fixes.map(\.isPlausible) == [true, false])
        #expect(trace.skipped == [.badPlace: 1, .badTime: 1, .malformed: 1])
    }

    @Test func `and its motions its words`() throws {
        let words = ["Auto", "Cycling", "Running", "Walking", "Not moving", "Unknown", "Flying"]
        let rows = words.map { #"{"activity":"\#($0)","timestamp":1459468800}"# }
        let trace = try read("[\(rows.joined(separator: ","))]", as: .waterloo)
        #expect(
            trace.motions.map(\.activity) == [
                .automotive, .cycling, .running, .walking, .stationary, .unknown,
            ])
        #expect(trace.skipped == [.malformed: 1])
    }

    @Test func `GPX tracks are read with speeds of any vendor`() throws {
        let trace = try read(
            """
            <?xml version="1.0"?><gpx version="1.1" xmlns:o="urn:o"><wpt lat="1" lon="2"/>
            <trk><trkseg>
            <trkpt lat="47.1" lon="8.5"><ele>430.5</ele><time>2023-11-14T22:13:20.5Z</time>
              <hdop>3</hdop><extensions><o:speed>1.5</o:speed></extensions></trkpt>
            <trkpt lat="47.1" lon="8.5"><ele>430</ele></trkpt>
            <trkpt lat="x" lon="8.5"><time>2023-11-14T22:13:20Z</time></trkpt>
            </trkseg></trk></gpx>
            """, as: .gpx)
        #expect(
            trace.fixes == [
                LocationFix(
                    time: Date(timeIntervalSince1970: 1_700_000_000.5), latitude: 47.1,
                    longitude: 8.5, speedMetresPerSecond: 1.5, altitudeMetres: 430.5)
            ])
        #expect(trace.skipped == [.otherKind: 1, .badTime: 1, .badPlace: 1])
    }

    @Test(arguments: [
        "", "<gpx><trk>", "<kml></kml><gpx/>", "<gpx></trk></gpx>", "<gpx a=1/>", "<gpx a='1/>",
        "<!DOCTYPE gpx [<!ENTITY a \"aaaa\">]><gpx><trk>&a;</trk></gpx>", "<gpx><!-- </gpx>",
        "<gpx><![CDATA[ </gpx>", "<gpx><", "<gpx><a b", "<gpx></gpx", "< gpx/>",
    ])
    func `GPX that breaks off, or defines things, is refused`(text: String) {
        #expect(throws: PhoneFormatError.self) { try GPXTrack.read(Data(text.utf8)) }
    }

    @Test func `GPX nested without end is refused`() {
        let text = "<gpx>" + String(repeating: "<a>", count: 100_000)
        #expect(throws: PhoneFormatError.self) { try GPXTrack.read(Data(text.utf8)) }
    }

    @Test func `comments, character data and other encodings cost nothing`() throws {
        var bytes = Array(
            """
            <gpx><!-- <trkpt> --><trk><name>caf\u{e9}</name><desc><![CDATA[<trkpt lat="1">]]></desc><trkseg>
            <trkpt lon='8.5' lat = "47.1" ><time><![CDATA[2023-11-14T22:13:20Z]]></time></trkpt><x y="&lt;"/>
            </trkseg></trk></gpx>
            """.utf8)
        bytes.replace([0xc3, 0xa9], with: [0xe9])
        let trace = try GPXTrack.read(Data(bytes))
        #expect(trace.fixes.map(\.latitude) == [47.1] && trace.skipped.isEmpty)
    }

    @Test func `Google's records hold places and activities`() throws {
        let trace = try read(
            """
            {"locations":[
             {"latitudeE7":471000000,"longitudeE7":85000000,"accuracy":12,"velocity":3,
              "timestamp":"2023-11-14T22:13:20.250Z",
              "activity":[{"timestamp":"2023-11-14T22:13:21Z","activity":[
                {"type":"STILL","confidence":20},{"type":"ON_BICYCLE","confidence":60}]}]},
             {"latitudeE7":471000000,"longitudeE7":4194967296,"timestampMs":"1700000002000"},
             {"latitudeE7":471000000,"timestampMs":"1700000003000"}, {}, 1]}
            """, as: .googleRecords)
        #expect(seconds(trace) == [1_700_000_000.25, 1_700_000_002])
        #expect(trace.fixes[0].speedMetresPerSecond == 3)
        #expect(trace.fixes[1].longitude == -10, "written as an unsigned number")
        #expect(
            trace.motions == [
                MotionReport(
                    activity: .cycling, confidence: .medium,
                    start: Date(timeIntervalSince1970: 1_700_000_001))
            ])
        #expect(trace.skipped == [.badPlace: 1, .badTime: 1, .malformed: 1])
    }

    @Test func `of Google's semantic history only what was observed is taken`() throws {
        let trace = try read(
            """
            {"timelineObjects":[
             {"activitySegment":{"duration":{"startTimestamp":"2023-11-14T22:13:20Z"},
              "activityType":"IN_PASSENGER_VEHICLE","confidence":"HIGH",
              "simplifiedRawPath":{"points":[{"latE7":471000000,"lngE7":85000000,
                "timestamp":"2023-11-14T22:13:25Z","accuracyMeters":10}]},
              "waypointPath":{"waypoints":[{"latE7":1,"lngE7":2},{"latE7":1,"lngE7":2}]}}},
             {"placeVisit":{"location":{"latitudeE7":1}}}, {"else":1}]}
            """, as: .googleRecords)
        #expect(seconds(trace) == [1_700_000_005])
        #expect(trace.motions.map(\.activity) == [.automotive])
        #expect(trace.skipped == [.inferred: 3, .otherKind: 1])
    }

    @Test func `Android's Timeline holds paths, activities and raw signals`() throws {
        let trace = try read(
            """
            {"semanticSegments":[
             {"startTime":"2023-11-14T23:13:20.000+01:00","timelinePath":[
               {"point":"47.1°, 8.5°","time":"2023-11-14T23:13:20.000+01:00"},
               {"point":"nowhere","time":"2023-11-14T23:13:20.000+01:00"}]},
             {"startTime":"2023-11-14T22:13:20Z",
              "activity":{"topCandidate":{"type":"WALKING","probability":0.8}}},
             {"startTime":"2023-11-14T22:13:20Z","visit":{"topCandidate":{}}}],
             "rawSignals":[
              {"position":{"LatLng":"47.2, 8.6","accuracyMeters":15,"speedMetersPerSecond":2.0,
               "timestamp":"2023-11-14T22:13:30.000Z"}},
              {"activityRecord":{"timestamp":"2023-11-14T22:13:31Z","probableActivities":[
               {"type":"STILL","confidence":0.9},{"type":"TILTING","confidence":0.1}]}},
              {"wifiScan":{}}]}
            """, as: .googleTimeline)
        #expect(seconds(trace) == [1_700_000_000, 1_700_000_010])
        #expect(trace.fixes[1].horizontalAccuracyMetres == 15)
        #expect(trace.motions.map(\.activity) == [.walking, .stationary])
        #expect(trace.motions.map(\.confidence) == [.high, .high])
        #expect(trace.skipped == [.badPlace: 1, .inferred: 1, .otherKind: 1])
    }

    @Test func `iOS' Timeline is a list with places as addresses`() throws {
        let trace = try read(
            """
            [{"startTime":"2023-11-14T23:13:20.000+01:00","endTime":"2023-11-14T23:53:20.000+01:00",
              "timelinePath":[{"point":"geo:47.1,8.5","durationMinutesOffsetFromStartTime":"2"}]},
             {"startTime":"2023-11-14T23:13:20.000+01:00",
              "activity":{"topCandidate":{"type":"cycling","probability":"0.6"}}}]
            """, as: .googleTimeline)
        #expect(seconds(trace) == [1_700_000_120])
        #expect(trace.motions.map(\.confidence) == [.medium])
    }

    @Test(arguments: [
        "", "hello", "[]", "{}", "{\"a\":1}", "<kml/>", "a,b,c\n1,2,3", "\u{0}\u{1}\u{2}", "[1,2",
    ])
    func `anything else is none of the formats`(text: String) {
        #expect(throws: PhoneFormatError.unknownFormat) {
            try PhoneFile(recognising: Data(text.utf8))
        }
    }

    @Test func `a compressed file is recognised`() {
        #expect(throws: (any Error).self) {
            try PhoneFile(recognising: Data([0x1f, 0x8b, 8, 0, 0]))
        }
    }
}
