import Testing
import TransitModel

@testable import Raptor

/// The tables that a search works with.
@Suite struct SearchMemoryTests {
    /// Two lines, with a footpath of six minutes between them.
    private let twoLines = DrawnColumns(
        stopCount: 4,
        lines: [
            DrawnColumns.Line(stops: [0, 1], runs: [[0, 600]]),
            DrawnColumns.Line(stops: [2, 3], runs: [[1800, 2400]]),
        ],
        walks: [(from: 1, to: 2, seconds: 360)])

    @Test func `footpaths at a walking speed are scaled once for all searches`() {
        let columns = twoLines.columns
        let slow = columns.walks(atPercent: 150)
        #expect(slow.buffer.map(\.seconds) == [540])
        #expect(columns.walks(atPercent: 150).memory == slow.memory)
        #expect(columns.walks(atPercent: 200).memory != slow.memory)
        #expect(columns.walks(atPercent: 100).memory == columns.transfers.walks.memory)
    }

    @Test func `scaled footpaths are kept for few speeds`() {
        let columns = twoLines.columns
        let first = columns.walks(atPercent: 110)
        for percent: Int32 in [120, 130, 140, 150] { _ = columns.walks(atPercent: percent) }
        #expect(columns.walks(atPercent: 110).memory != first.memory)
        #expect(columns.walks(atPercent: 110).buffer.map(\.seconds) == [396])
    }

    @Test func `a step unpacks to what it was made of`() {
        guard case .ride(let ride) = Step.ride(7, run: 3, board: 1, after: Label(step: 4)).kind,
            case .walk(let end) = Step.walk(to: 2, at: 90, seconds: 30, after: Label(step: 1)).kind
        else {
            Issue.record("a ride is a ride, and a walk is a walk")
            return
        }
        #expect([ride.route, ride.run, ride.board] == [7, 3, 1])
        #expect((end.location, end.arrival, end.seconds) == (2, 90, 30))
    }

    @Test func `a label shows where its ride ends and whether the rider stays aboard`() {
        let label = Label(ride: 9, alight: 65_535)
        #expect((label.step, label.alight, label.isAboard) == (9, 65_535, false))
        #expect(label.stayingAboard.alight == 65_535)
        #expect(label.stayingAboard.isAboard)
    }

    @Test func `a rule with time reversed swaps boarding and alighting`() {
        let noBoarding = CallRule(bits: 1)
        #expect(!noBoarding.allowsBoarding && noBoarding.allowsAlighting)
        #expect(noBoarding.reversed.allowsBoarding && !noBoarding.reversed.allowsAlighting)
        #expect(noBoarding.reversed.reversed == noBoarding)
        #expect(CallRule.closed.isClosed && !CallRule.open.isClosed && !noBoarding.isClosed)
    }
}
