import Testing
import TransitModel

@testable import Raptor

/// Searches on columns alone: no timetable, no live data.
@Suite struct JourneyFinderTests {
    /// A slow line from 0 to 3, and a fast one from 1 to 3 every 100 s.
    private let town = DrawnColumns(
        stopCount: 4,
        lines: [
            DrawnColumns.Line(
                stops: [0, 1, 2, 3], runs: [[100, 200, 300, 900], [300, 400, 500, 1100]]),
            DrawnColumns.Line(stops: [1, 3], runs: [[150, 350], [250, 450], [450, 650]]),
        ])

    private func request(_ from: UInt32, _ to: UInt32) -> RaptorRequest {
        RaptorRequest(from: [AccessLocation(stop: from)], to: [AccessLocation(stop: to)])
    }

    @Test func `each number of rides has its earliest arrival`() {
        let finder = JourneyFinder(town.timetable)
        let found = finder.earliestArrivals(request(0, 3), departure: ServiceTime(seconds: 50))
        #expect(found.map(\.line) == ["1 100 900 0:0-3", "2 100 450 0:0-1 1:1-3"])
    }

    @Test func `each number of rides has its latest departure`() {
        let finder = JourneyFinder(town.timetable)
        let found = finder.latestDepartures(request(0, 3), arrival: ServiceTime(seconds: 1000))
        #expect(found.map(\.line) == ["1 100 900 0:0-3", "2 300 650 0:0-1 1:1-3"])
    }

    @Test func `a window has the journeys that a page of the same length has`() {
        let finder = JourneyFinder(town.timetable)
        let (start, end) = (ServiceTime(seconds: 0), ServiceTime(seconds: 1000))
        let window = finder.journeys(request(0, 3), .departures(from: start, before: end))
        let page = finder.follow(request(0, 3), .departures(from: start, before: end)) { _, _ in nil
        }
        #expect(
            window.map(\.line) == [
                "2 100 450 0:0-1 1:1-3", "1 100 900 0:0-3", "2 300 650 0:0-1 1:1-3",
                "1 300 1100 0:0-3",
            ])
        #expect(page.journeys == window)
        #expect(page.end == end)
    }

    @Test func `a transfer takes its time, and a footpath leads to another stop`() {
        var town = town
        town.leastSeconds = 60
        town.walks = [(from: 0, to: 1, seconds: 120)]
        let finder = JourneyFinder(town.timetable)
        let found = finder.earliestArrivals(request(0, 3), departure: ServiceTime(seconds: 100))
        #expect(found.map(\.line) == ["1 130 450 0~1 1:1-3"])
    }

    @Test func `nobody boards where the call's rule forbids it`() {
        var town = town
        town.lines[0].rules = [CallRule(bits: 1), .open, .open, .open]
        let finder = JourneyFinder(town.timetable)
        let found = finder.earliestArrivals(request(0, 3), departure: ServiceTime(seconds: 50))
        #expect(found.isEmpty)
    }
}
