import DiarySensing
import Foundation
import Testing
import Timetables
import TransitModel

@testable import DiaryInference

/// Riders in the vehicles that the demo's simulator drives: late, early, held up, on detours.
@Suite struct SimulatedRiderTests {
    private struct Score {
        var ridden = 0
        var lines = 0
        var stops = 0
        var runs = 0
        /// Riders whose line, run and both stops were recognized.
        var all = 0
        var wrong: [String] = []

        mutating func add(_ rider: SimulatedRider, _ diary: InferredDiary, _ network: Timetable) {
            ridden += 1
            let rides = diary.trips.flatMap(\.legs).filter { !$0.lines.isEmpty }
            let match = rides.count == 1 ? rides.first?.lines.first : nil
            func isNear(_ stop: StopIndex?, _ other: StopIndex) -> Bool {
                guard let stop, let a = network.stops.coordinate(stop),
                    let b = network.stops.coordinate(other)
                else { return false }
                return a.distanceMetres(to: b) <= 100
            }
            let isLine = match?.route == rider.route
            let isRun = match?.run == rider.run
            let areStops =
                isNear(match?.boarding, rider.boarding) && isNear(match?.alighting, rider.alighting)
            if isLine { lines += 1 }
            if isLine, areStops { stops += 1 }
            if isRun { runs += 1 }
            if isLine, areStops, isRun {
                all += 1
            } else {
                wrong.append(
                    "run \(rider.run.rawValue): \(rides.count) rides, \(isLine) \(areStops) \(isRun)"
                )
            }
        }

        var text: String {
            "\(lines) lines, \(stops) pairs of stops, \(runs) runs, \(all) with all of it, of \(ridden): \(wrong)"
        }
    }

    @Test func `in at least 95 of 100 rides the line, the run and the stops are named right`()
        async throws
    {
        let morning = try SimulatedMorning.demo()
        let network = morning.network
        let lines = LineMatcher(network)
        var timetableAlone = Score()
        var witnessed = Score()
        for (number, row) in stride(from: 0, to: network.patterns.runCount, by: 7).enumerated() {
            // This takes a minute; yield to other tests.
            await Task.yield()
            let phone = SimulatedRider.Phone(
                noise: [5, 8, 15][number % 3], every: [5, 10, 20][number / 3 % 3],
                gap: [0, 0, 150][number / 9 % 3])
            guard
                let rider = SimulatedRider(
                    morning, run: RunIndex(row), seed: UInt64(number), phone: phone),
                let first = rider.fixes.first, let last = rider.fixes.last
            else { continue }
            let alone = DiaryInference.diary(of: rider.fixes, lines: lines)
            timetableAlone.add(rider, alone, network)
            // As in a server: vehicle positions are requested for the matching lines.
            let routes = alone.trips.flatMap(\.legs).flatMap(\.lines).map {
                network.routes.id($0.route)
            }
            var seeing = lines
            seeing.sightings = morning.sightings(
                of: Set(routes), from: first.time.timeIntervalSince1970,
                to: last.time.timeIntervalSince1970)
            witnessed.add(rider, DiaryInference.diary(of: rider.fixes, lines: seeing), network)
            if witnessed.ridden >= 100 { break }
        }
        try #require(witnessed.ridden >= 80, "\(witnessed.ridden) rides")
        let enough = 0.95 * Double(witnessed.ridden)
        #expect(Double(timetableAlone.lines) >= enough, "\(timetableAlone.text)")
        #expect(Double(witnessed.all) >= enough, "\(witnessed.text)")
    }
}
