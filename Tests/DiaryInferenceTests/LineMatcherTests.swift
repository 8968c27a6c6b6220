import Testing
import Timetables
import TransitModel

@testable import DiaryInference

/// Riders of the demo's town, generated from its timetable: they stay, walk to a stop, wait, ride a
/// run that is some minutes late, walk and stay; their phones are a few metres off.
@Suite struct LineMatcherTests {
    private static let monday = "2026-05-04"

    private func demo() throws -> Timetable {
        try Timetable.demo(from: try #require(ServiceDay(Self.monday)))
    }

    @Test func `the line, the run and the stops of nearly every ride are named`() throws {
        let network = try demo()
        let lines = LineMatcher(network)
        let day = try #require(ServiceDay(Self.monday))
        var ridden = 0
        var named = 0
        var stops = 0
        var runs = 0
        for number in 0..<220 {
            guard let rider = DrawnRider(network, number: number, day: day) else { continue }
            ridden += 1
            let diary = DiaryInference.diary(of: rider.fixes, lines: lines)
            let legs = diary.trips.flatMap(\.legs).filter { !$0.lines.isEmpty }
            guard legs.count == 1, let match = legs.first?.lines.first,
                match.route == rider.route
            else { continue }
            named += 1
            if rider.isNear(match.boarding, rider.boarding),
                rider.isNear(match.alighting, rider.alighting)
            {
                stops += 1
            }
            if match.run == rider.run { runs += 1 }
        }
        try #require(ridden >= 80)
        #expect(Double(named) >= 0.95 * Double(ridden), "\(named) lines of \(ridden)")
        #expect(Double(stops) >= 0.9 * Double(ridden), "\(stops) of \(ridden)")
        #expect(Double(runs) >= 0.9 * Double(ridden), "\(runs) runs of \(ridden)")
    }

    @Test func `whoever drives where no line runs drives a car`() throws {
        let network = try demo()
        let lines = LineMatcher(network)
        var day = Journal()
        day.stay(minutes: 60)
        day.walk(minutes: 2)
        day.ride(minutes: 20, speed: 13)
        day.stay(minutes: 60)
        let legs = DiaryInference.diary(of: day.fixes, lines: lines).trips.flatMap(\.legs)
        #expect(legs.contains { $0.mode == .car })
        #expect(legs.allSatisfy { $0.lines.isEmpty })
    }
}
