import Testing
import TransitModel

@testable import Raptor

/// What a round leaves out because it is too late to be of use.
@Suite struct LookAheadTests {
    private func request(_ from: UInt32, _ to: UInt32) -> RaptorRequest {
        RaptorRequest(from: [AccessLocation(stop: from)], to: [AccessLocation(stop: to)])
    }

    /// Returns the time at which the search can board at a stop, from stop 0 to stop 1 at time 0.
    private func boardable(at stop: Int, _ columns: RoutingColumns, looksAhead: Bool) -> Int32 {
        var search = RaptorSearch(columns)
        search.looksAhead = looksAhead
        let request = request(0, 1)
        search.prepare(request, vias: [], destinations: request.destinations, byRides: false)
        search.startAgain()
        let answers = search.run(from: request.origins, departingAt: 0)
        #expect(answers.map(\.arrival) == [400])
        let stage = search.stages[0]
        return stage.boardableAt(1)[stop << stage.layout.boardableShift]
    }

    @Test func `a round reaches nothing later than the ride to the destination`() {
        let columns = DrawnColumns(
            stopCount: 5,
            lines: [
                DrawnColumns.Line(stops: [0, 2, 3], runs: [[0, 300, 500]]),
                DrawnColumns.Line(stops: [0, 1, 4], runs: [[10, 400, 450]]),
            ]
        ).columns
        #expect(boardable(at: 2, columns, looksAhead: true) == 300)
        #expect(boardable(at: 3, columns, looksAhead: true) == .max)
        #expect(boardable(at: 3, columns, looksAhead: false) == 500)
    }

    @Test func `the walk after the last ride counts, and only as long as it is back`() {
        let columns = DrawnColumns(
            stopCount: 6,
            lines: [
                DrawnColumns.Line(stops: [0, 2, 3], runs: [[0, 300, 500]]),
                DrawnColumns.Line(stops: [0, 4, 5], runs: [[10, 250, 450]]),
            ],
            walks: [(from: 4, to: 1, seconds: 150), (from: 1, to: 4, seconds: 50)]
        ).columns
        #expect(boardable(at: 3, columns, looksAhead: true) == .max)
        #expect(boardable(at: 3, columns, looksAhead: false) == 500)
    }

    @Test func `riders who are too late board an earlier run on the way`() {
        let finder = JourneyFinder(
            DrawnColumns(
                stopCount: 5,
                lines: [
                    DrawnColumns.Line(stops: [0, 4], runs: [[100, 1000]]),
                    DrawnColumns.Line(stops: [0, 1], runs: [[110, 900]]),
                    DrawnColumns.Line(stops: [0, 2], runs: [[100, 200]]),
                    DrawnColumns.Line(
                        stops: [1, 3, 2, 4],
                        runs: [[150, 200, 300, 500], [950, 1010, 1100, 1300]]),
                ]
            ).timetable)
        let found = finder.earliestArrivals(request(0, 4), departure: ServiceTime(seconds: 50))
        #expect(found.map(\.line) == ["1 100 1000 0:0-4", "2 100 500 2:0-2 3:2-4"])
    }

    @Test func `a ride that is no quicker than the walk from the origin bounds nothing`() {
        var search = RaptorSearch(
            DrawnColumns(
                stopCount: 3,
                lines: [DrawnColumns.Line(stops: [0, 1, 2], runs: [[10, 250, 300]])],
                walks: [(from: 0, to: 1, seconds: 200), (from: 1, to: 0, seconds: 200)]
            ).columns)
        search.walksBound = false
        let request = request(0, 1)
        search.prepare(request, vias: [], destinations: request.destinations, byRides: false)
        search.startAgain()
        let answers = search.run(from: request.origins, departingAt: 0)
        #expect(answers.map(\.rides) == [0])
        #expect(answers.map(\.arrival) == [200])
    }
}
