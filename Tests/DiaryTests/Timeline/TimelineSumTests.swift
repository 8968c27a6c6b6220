import DiaryInference
import Foundation
import FoundationXML
import Testing
import TransitModel

@testable import Diary
@testable import DiaryDays

@Suite struct TimelineSumTests {
    private func line(delay: Int?, probability: Double = 0.9) -> TimelineLine {
        TimelineLine(
            route: "r3", name: "3", mode: .tram, colour: "#FF0000", textColour: "#FFFFFF",
            headsign: "Lake", probability: probability,
            boarding: TimelineLine.Stop(id: "a", name: "Alp, upper"),
            alighting: TimelineLine.Stop(id: "b", name: "Bay"),
            run: delay.map {
                TimelineLine.Run(
                    trip: "t", day: ServiceDay(daysSince1970: 0), delaySeconds: $0,
                    departure: 28_920, arrival: 29_700, isSeen: false)
            })
    }

    /// A ride of 10 km from 8:02 to 8:15 on some day after 1 January 1970, a Thursday.
    private func ride(_ day: Int64, mode: TravelMode = .tram, _ line: TimelineLine?)
        -> TimelinePiece
    {
        let start = day * 86_400 + 28_920
        let corners = [
            TimelineLeg.Corner(time: start, place: Coordinate(latitude: 47, longitude: 8)),
            TimelineLeg.Corner(
                time: start + 780, place: Coordinate(latitude: 47.0899, longitude: 8)),
        ]
        var leg = TimelineLeg(
            start: start, end: start + 780, mode: mode, probability: 0.9, metres: 10_000,
            corners: corners)
        leg.lines = line.map { [$0] } ?? []
        return TimelinePiece(start: start, end: start + 780, .trip(TimelineTrip([leg])))
    }

    private func days(_ pieces: [TimelinePiece], count: Int) -> [TimelineDay] {
        let timeline = Timeline(pieces)
        return (0..<count).map {
            TimelineDay(
                CivilDay(ServiceDay(daysSince1970: Int32($0)), in: .utc), of: timeline, device: "a")
        }
    }

    @Test func `distance, time, lines on time and greenhouse gases are summed`() {
        let sums = TimelineStatistics(
            days(
                [
                    ride(0, line(delay: 30)), ride(1, line(delay: 200)), ride(2, line(delay: nil)),
                    ride(3, line(delay: -100)), ride(4, mode: .car, nil), ride(9, nil),
                ], count: 5))
        #expect(sums.trips == 5)
        #expect(sums.modes.map(\.mode) == [.tram, .car])
        #expect(sums.modes[0].metres == 40_000 && sums.modes[0].seconds == 4 * 780)
        #expect(sums.grams == 40 * 29 + 10 * 170)
        #expect(sums.lines.count == 1)
        #expect(sums.lines[0].rides == 4)
        #expect(sums.lines[0].delays.count == 3 && sums.lines[0].onTime == 1)
        #expect(sums.lines[0].medianDelay == 30)
    }

    @Test func `a line that is unlikely, or of another mode than was said, was not ridden`() {
        let unlikely = ride(0, line(delay: 0, probability: 0.4))
        #expect(TimelineStatistics(days([unlikely], count: 1)).lines.isEmpty)
        var said = Correction(.mode, start: 0, end: 86_400)
        said.mode = .bus
        let timeline = Timeline(
            [ride(0, line(delay: 0))],
            corrections: [KeptCorrection(id: 1, made: UnixTime(seconds: 0), said)])
        #expect(timeline.pieces.first?.trip?.legs.first?.ridden == nil)
        #expect(timeline.pieces.first?.trip?.legs.first?.lines.count == 1)
    }

    @Test func `what is ridden on the same days at the same time is worth saving`() {
        // Thursday, Friday; Monday to Friday; Monday, and one ride on a Saturday.
        let ridden: [Int64] = [0, 1, 4, 5, 6, 7, 8, 9, 11]
        let found = RideSuggestion.find(
            in: days(ridden.map { ride($0, line(delay: 60)) }, count: 14), zone: .utc)
        #expect(found.count == 1)
        #expect(found.first?.weekdays == [1, 4, 5])
        #expect(found.first?.departureSeconds == 28_920 && found.first?.arrivalSeconds == 29_700)
        #expect(found.first?.rides == 9)
        let seldom = RideSuggestion.find(
            in: days([0, 1, 4].map { ride($0, line(delay: 60)) }, count: 14), zone: .utc)
        #expect(seldom.isEmpty)
    }

    @Test func `the table has a row for every stay and leg, and as many fields in each`() {
        var stay = TimelineStay(at: Coordinate(latitude: 47, longitude: 8))
        stay.name = "=Home, \"sweet\""
        let pieces = [
            TimelinePiece(start: 0, end: 28_920, .stay(stay)), ride(0, line(delay: 30)),
            TimelinePiece(start: 40_000, end: 100_000, .stay(stay)),
        ]
        let table = TimelineTables.csv(days(pieces, count: 2), zone: .utc)
        let rows = table.split(separator: "\n")
        #expect(rows.count == 5)
        #expect(rows[1].contains(#""'=Home, ""sweet""""#))
        #expect(
            rows[2]
                == "leg,1970-01-01T08:02:00+00:00,1970-01-01T08:15:00+00:00,47.0,8.0,,tram,0.9,false,3,\"Alp, upper\",Bay,t,30,10000"
        )
        #expect(rows[3].hasPrefix("gap,") && rows[3].contains(",silence,"))
        for row in rows where !row.contains("\"") {
            #expect(row.count { $0 == "," } == 14, "\(row)")
        }
    }

    @Test func `other programs can read the files`() throws {
        var stay = TimelineStay(at: Coordinate(latitude: 47, longitude: 8))
        stay.name = "A & <B>"
        let all = days(
            [TimelinePiece(start: 0, end: 28_920, .stay(stay)), ride(0, line(delay: 30))], count: 2)
        let gpx = TimelineTables.gpx(all)
        #expect(XMLParser(data: Data(gpx.utf8)).parse())
        #expect(gpx.contains("<name>A &amp; &lt;B&gt;</name>"))
        #expect(gpx.components(separatedBy: "<trkpt").count == 3)
        let json = try #require(
            try JSONSerialization.jsonObject(
                with: Data(TimelineTables.geoJSON(all, zone: .utc))) as? [String: Any])
        let features = try #require(json["features"] as? [[String: Any]])
        #expect(features.count == 2)
        let leg = try #require(features[1]["properties"] as? [String: Any])
        #expect(leg["line"] as? String == "3" && leg["delaySeconds"] as? Int == 30)
        let way = try #require(features[1]["geometry"] as? [String: Any])
        #expect((way["coordinates"] as? [[Double]])?.first == [8, 47])
    }
}
