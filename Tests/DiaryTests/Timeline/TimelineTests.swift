import DiaryInference
import Testing
import TransitModel

@testable import DiaryDays

@Suite struct TimelineTests {
    private static let home = Coordinate(latitude: 47, longitude: 8)
    private static let work = Coordinate(latitude: 47.1, longitude: 8)

    private func stay(_ start: Int64, _ end: Int64, at place: Coordinate = home) -> TimelinePiece {
        TimelinePiece(start: start, end: end, .stay(TimelineStay(at: place)))
    }

    private func leg(_ start: Int64, _ end: Int64, _ mode: TravelMode) -> TimelineLeg {
        let corners = [(start, 47.0), (end, 47.1)].map {
            TimelineLeg.Corner(time: $0.0, place: Coordinate(latitude: $0.1, longitude: 8))
        }
        return TimelineLeg(
            start: start, end: end, mode: mode, probability: 0.8,
            metres: TimelineLeg.metres(corners), corners: corners)
    }

    private func trip(_ legs: TimelineLeg...) -> TimelinePiece {
        TimelinePiece(
            start: legs[0].start, end: legs[legs.count - 1].end, .trip(TimelineTrip(legs)))
    }

    private func kept(_ id: Int64, _ correction: Correction) -> KeptCorrection {
        KeptCorrection(id: id, made: UnixTime(seconds: 0), correction)
    }

    private func text(_ timeline: Timeline) -> [String] {
        timeline.pieces.map { piece in
            let span = "\(piece.start)-\(piece.end)"
            switch piece.content {
            case .stay(let stay): return "\(span) stay \(stay.name ?? "")"
            case .gap(let reason): return "\(span) \(reason)"
            case .trip(let trip):
                let modes = trip.legs.map { "\($0.mode) \($0.start)-\($0.end)" }
                return "\(span) trip " + modes.joined(separator: ", ")
            }
        }
    }

    @Test func `what nobody knows is a gap, a few minutes between two stays are not`() {
        let timeline = Timeline([
            stay(0, 1000), stay(1400, 2000), stay(9000, 9500), trip(leg(9600, 9900, .walk)),
            stay(9900, 10_000),
        ])
        #expect(
            text(timeline) == [
                "0-1400 stay ", "1400-2000 stay ", "2000-9000 silence", "9000-9500 stay ",
                "9600-9900 trip walk 9600-9900", "9900-10000 stay ",
            ])
    }

    @Test func `days of silence are not taken for a stay`() {
        var still = TimelineStay(at: Self.home)
        still.silences = [[5000, 200_000]]
        let timeline = Timeline([TimelinePiece(start: 0, end: 210_000, .stay(still))])
        #expect(
            text(timeline) == ["0-5000 stay ", "5000-200000 silence", "200000-210000 stay "])
    }

    @Test func `a stay that was known until something was deleted is known still`() {
        var still = TimelineStay(at: Self.home)
        still.silences = [[5000, 200_000]]
        let timeline = Timeline(
            [TimelinePiece(start: 0, end: 210_000, .stay(still))], deleted: [80_000...160_000])
        #expect(
            text(timeline) == ["0-80000 stay ", "80000-160000 deleted", "160000-210000 stay "])
    }

    @Test func `what was deleted is gone from whatever reached into it`() {
        let timeline = Timeline(
            [stay(0, 1000), trip(leg(1000, 2000, .bus)), stay(2000, 9000)],
            deleted: [1500...3000, 3000...4000])
        #expect(
            text(timeline) == [
                "0-1000 stay ", "1000-1500 trip bus 1000-1500", "1500-4000 deleted",
                "4000-9000 stay ",
            ])
        let half = timeline.pieces[1].trip?.legs.first
        #expect(half?.corners.last?.place.latitude == 47.05)
        #expect((half?.metres ?? 0) < 5600)
    }

    @Test func `a mode that was said stays when the leg is inferred anew with other edges`() {
        var said = Correction(.mode, start: 1000, end: 2000)
        said.mode = .tram
        for edges in [(1000, 2000), (1100, 1900), (900, 2150)] as [(Int64, Int64)] {
            let timeline = Timeline(
                [trip(leg(edges.0, edges.1, .bus))], corrections: [kept(1, said)])
            let leg = timeline.pieces.first?.trip?.legs.first
            #expect(leg?.mode == .tram && leg?.inferredMode == .bus)
            #expect(timeline.applied == [1])
        }
        let other = Timeline([trip(leg(1600, 9000, .bus))], corrections: [kept(1, said)])
        #expect(other.pieces.first?.trip?.legs.first?.mode == .bus)
        #expect(other.applied.isEmpty)
    }

    @Test func `the last word on a mode counts, and what was inferred is kept`() {
        var first = Correction(.mode, start: 0, end: 100)
        first.mode = .car
        var second = first
        second.mode = .bus
        let timeline = Timeline(
            [trip(leg(0, 100, .bike))], corrections: [kept(2, second), kept(1, first)])
        let leg = timeline.pieces.first?.trip?.legs.first
        #expect(leg?.mode == .bus && leg?.inferredMode == .bike)
    }

    @Test func `a stay is named, a place is named everywhere, and the later name counts`() {
        let pieces = [
            stay(0, 1000), trip(leg(1000, 1500, .bus)), stay(1500, 3000, at: Self.work),
            trip(leg(3000, 3500, .bus)), stay(3500, 5000),
        ]
        var place = Correction(.name, start: 0, end: 1000)
        place.name = "Home"
        place.place = Self.home
        var own = Correction(.name, start: 3500, end: 5000)
        own.name = "Party"
        let timeline = Timeline(pieces, corrections: [kept(1, place), kept(2, own)])
        #expect(timeline.pieces.compactMap(\.stay).map(\.name) == ["Home", nil, "Party"])
        #expect(timeline.pieces.compactMap(\.stay).map(\.named) == [.place, nil, .stay])
        own.name = ""
        let unnamed = Timeline(pieces, corrections: [kept(1, place), kept(2, own)])
        #expect(unnamed.pieces.compactMap(\.stay).map(\.name) == ["Home", nil, nil])
    }

    @Test func `two trips and the wait between them become one`() {
        let pieces = [
            stay(0, 1000), trip(leg(1000, 1500, .bus)), stay(1500, 1900, at: Self.work),
            trip(leg(1900, 2500, .walk)), stay(2500, 5000),
        ]
        let said = Correction(.join, start: 1500, end: 1900)
        let timeline = Timeline(pieces, corrections: [kept(1, said)])
        #expect(
            text(timeline) == [
                "0-1000 stay ", "1000-2500 trip bus 1000-1500, walk 1900-2500", "2500-5000 stay ",
            ])
        #expect(timeline.pieces[1].trip?.isJoined == true)
        let elsewhere = Timeline(
            pieces, corrections: [kept(1, Correction(.join, start: 0, end: 900))])
        #expect(elsewhere.pieces == pieces && elsewhere.applied.isEmpty)
    }

    @Test func `a trip is cut where somebody got off`() {
        let pieces = [trip(leg(1000, 1500, .walk), leg(1500, 2500, .bus))]
        let said = Correction(.split, start: 2000, end: 2000)
        let timeline = Timeline(pieces, corrections: [kept(1, said)])
        #expect(
            text(timeline) == [
                "1000-2000 trip walk 1000-1500, bus 1500-2000", "2000-2000 stay ",
                "2000-2500 trip bus 2000-2500",
            ])
        #expect(timeline.pieces[1].stay?.place.latitude == 47.05)
        let tooNear = Timeline(
            pieces, corrections: [kept(1, Correction(.split, start: 2480, end: 2480))])
        #expect(tooNear.pieces == pieces)
    }

    @Test func `days are as long as the clocks say`() throws {
        let zurich = try #require(TransitTimeZone(identifier: "Europe/Zurich"))
        let spring = CivilDay(try #require(ServiceDay("2026-03-29")), in: zurich)
        #expect(spring.end.seconds(since: spring.start) == 23 * 3600)
        #expect(zurich.iso8601(spring.start) == "2026-03-29T00:00:00+01:00")
        let autumn = CivilDay(try #require(ServiceDay("2026-10-25")), in: zurich)
        #expect(autumn.end.seconds(since: autumn.start) == 25 * 3600)
        // That day has no midnight: clocks go from 24:00 to 1:00.
        let beirut = try #require(TransitTimeZone(identifier: "Asia/Beirut"))
        let day = CivilDay(try #require(ServiceDay("2026-03-29")), in: beirut)
        #expect(beirut.iso8601(day.start) == "2026-03-29T01:00:00+03:00")
        #expect(
            day.start == CivilDay(try #require(ServiceDay("2026-03-28")), in: beirut).end)
    }

    @Test func `a day shows what reaches into it, and its trips are those that begin on it`() throws
    {
        let date = try #require(ServiceDay("1970-01-02"))
        let day = CivilDay(date, in: .utc)
        let late = trip(leg(86_000, 87_000, .bus))
        let timeline = Timeline([
            stay(0, 86_000), late, stay(87_000, 200_000), trip(leg(200_000, 201_000, .bus)),
        ])
        let shown = TimelineDay(day, of: timeline, device: "a")
        #expect(shown.pieces.map(\.start) == [86_000, 87_000])
        #expect(shown.trips.isEmpty)
        #expect(shown.knownSeconds == 86_400)
        let before = CivilDay(date.advanced(by: -1), in: .utc)
        #expect(
            TimelineDay(before, of: timeline, device: "a").trips == [late.trip].compactMap(\.self))
    }

    @Test func `of two phones the one that travelled gives the day`() {
        let day = CivilDay(ServiceDay(daysSince1970: 0), in: .utc)
        let tablet = TimelineDay(day, of: Timeline([stay(0, 86_400)]), device: "a")
        let phone = TimelineDay(
            day, of: Timeline([stay(0, 1000), trip(leg(1000, 2000, .bus))]), device: "b")
        #expect(TimelineDay.best([tablet, phone])?.device == "b")
        #expect(TimelineDay.best([]) == nil)
    }
}
