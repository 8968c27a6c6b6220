import Testing
import TransitModel

@testable import Raptor

/// Journeys found one after another are those of a window, also where some ways are quicker on
/// foot.
///
/// Transfers take no time and footpaths are closed, so that arriving and being able to board are
/// the same.
@Suite struct FollowingTests {
    private func request(_ from: UInt32, _ to: UInt32) -> RaptorRequest {
        RaptorRequest(from: [AccessLocation(stop: from)], to: [AccessLocation(stop: to)])
    }

    private func window(reversed: Bool = false) -> DepartureWindow {
        let (start, end) = (ServiceTime(seconds: 0), ServiceTime(seconds: 5000))
        return reversed
            ? .arrivals(before: end, from: start) : .departures(from: start, before: end)
    }

    @Test func `a ride is found after one that is no quicker than the walk`() {
        let finder = JourneyFinder(
            DrawnColumns(
                stopCount: 3,
                lines: [
                    DrawnColumns.Line(stops: [0, 1, 2], runs: [[10, 250, 300], [400, 450, 500]])
                ],
                walks: [(from: 0, to: 1, seconds: 200), (from: 1, to: 0, seconds: 200)]
            ).timetable)
        let page = finder.follow(request(0, 1), window()) { _, _ in nil }
        #expect(page.journeys.map(\.line) == ["1 400 450 0:0-1"])
    }

    @Test(arguments: 1...20)
    func `pages have the journeys of a window on random networks`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        for number in 0..<100 {
            let drawn = drawn(&random)
            let finder = JourneyFinder(drawn.timetable)
            let stops = (0..<UInt32(drawn.stopCount)).shuffled(using: &random)
            let request = request(stops[0], stops[1])
            for isReversed in [false, true] {
                let window = window(reversed: isReversed)
                let wanted = finder.journeys(request, window)
                let page = finder.follow(request, window) { _, _ in nil }
                let found = page.journeys.map(criteria)
                guard found != wanted.map(criteria) else { continue }
                Issue.record(
                    """
                    seed \(seed), network \(number), reversed \(isReversed): \(found) in place of \
                    \(wanted.map(\.line))
                    from \(stops[0]) to \(stops[1]) in \(drawn)
                    """)
                return
            }
        }
    }

    private func criteria(_ journey: RaptorJourney) -> [Int] {
        [Int(journey.departure.seconds), Int(journey.arrival.seconds), journey.rides]
    }

    /// Up to six stops on a road, along which one may walk within each half of them, and lines with
    /// a few runs.
    private func drawn(_ random: inout SeededRandom) -> DrawnColumns {
        let places = (0..<Int.random(in: 3...6, using: &random)).map { _ in
            Int32.random(in: 1...60, using: &random) * 10
        }
        var drawn = DrawnColumns(stopCount: places.count, lines: [])
        for from in places.indices {
            for to in places.indices where from != to && from % 2 == to % 2 {
                drawn.walks.append(
                    (UInt32(from), UInt32(to), max(10, abs(places[from] - places[to]))))
            }
        }
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let stops = (0..<UInt32(places.count)).shuffled(using: &random)
                .prefix(Int.random(in: 2...places.count, using: &random))
            var offsets: [Int32] = [0]
            for _ in stops.dropFirst() {
                offsets.append(
                    offsets[offsets.count - 1] + .random(in: 1...30, using: &random) * 10)
            }
            let starts = Set(
                (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    Int32.random(in: 0...200, using: &random) * 10
                })
            drawn.lines.append(
                DrawnColumns.Line(
                    stops: Array(stops),
                    runs: starts.sorted().map { start in offsets.map { start + $0 } }))
        }
        return drawn
    }
}
