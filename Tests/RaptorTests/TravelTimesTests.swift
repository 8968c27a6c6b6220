import Testing
import TransitModel

@testable import Raptor

/// The least seconds to a destination, which bound searches of many departures.
@Suite struct TravelTimesTests {
    /// A slow line from 0 to 3, of which the second run is faster from 1 to 2, and one from 1 to 3.
    private let town = DrawnColumns(
        stopCount: 5,
        lines: [
            DrawnColumns.Line(
                stops: [0, 1, 2, 3], runs: [[100, 200, 300, 900], [300, 400, 460, 1100]]),
            DrawnColumns.Line(stops: [1, 3], runs: [[150, 450], [250, 600]]),
        ], walks: [(from: 2, to: 1, seconds: 70), (from: 1, to: 2, seconds: 90)])

    /// Returns the seconds from each stop to another one.
    private func seconds(to stop: UInt32, access: Int32 = 0, percent: Int32 = 100) -> [Int32] {
        let timetable = town.timetable
        var times = TravelTimes(timetable.columns)
        times.find(
            timetable.fastestHops(isReversed: false), timetable.reversed,
            to: [AccessLocation(stop: stop, seconds: access)], walkingPercent: percent)
        return (0..<town.stopCount).map { times.seconds[$0] }
    }

    @Test func `each hop takes as long as with its fastest run`() {
        let hops = town.timetable.fastestHops(isReversed: false)
        let arriving = (0..<town.stopCount).map { location in
            hops.rows[Int(hops.offsets[location])..<Int(hops.offsets[location + 1])].map {
                "\($0.target) in \($0.seconds)"
            }
        }
        #expect(
            arriving == [[], ["0 in 100"], ["1 in 60"], ["2 in 600", "1 in 300"], []])
    }

    @Test func `the least seconds are those of hops and footpaths without any wait`() {
        #expect(seconds(to: 3) == [400, 300, 370, 0, RoutingColumns.never])
        #expect(seconds(to: 2) == [160, 60, 0, RoutingColumns.never, RoutingColumns.never])
    }

    @Test func `a walk from the destination's stop counts, and so does a slower pace`() {
        #expect(seconds(to: 3, access: 50) == [450, 350, 420, 50, RoutingColumns.never])
        #expect(seconds(to: 3, percent: 200) == [400, 300, 440, 0, RoutingColumns.never])
    }

    @Test func `a search from the destination has the same hops in the other direction`() {
        let hops = town.timetable.fastestHops(isReversed: true)
        let toStop1 = hops.rows[Int(hops.offsets[1])..<Int(hops.offsets[2])]
        #expect(toStop1.map { "\($0.target) in \($0.seconds)" } == ["2 in 60", "3 in 300"])
    }

    @Test func `a long window has what two short ones have`() {
        let finder = JourneyFinder(town.timetable)
        let request = RaptorRequest(
            from: [AccessLocation(stop: 0)], to: [AccessLocation(stop: 3)])
        func found(_ from: Int32, _ to: Int32) -> [String] {
            finder.journeys(
                request,
                .departures(from: ServiceTime(seconds: from), before: ServiceTime(seconds: to))
            ).map(\.line)
        }
        #expect(found(0, 21_600) == found(0, 200) + found(200, 21_599))
        #expect(
            found(0, 21_600) == [
                "2 100 600 0:0-1 1:1-3", "1 100 900 0:0-3", "1 300 1100 0:0-3",
            ])
    }
}
