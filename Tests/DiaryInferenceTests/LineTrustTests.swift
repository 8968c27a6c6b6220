import DemoNetwork
import DiarySensing
import FolderTesting
import Foundation
import GTFSImport
import Simulation
import Testing
import Timetables
import TransitModel

@testable import DiaryInference

extension Timetable {
    /// The demo's network for a week.
    static func demo(from monday: ServiceDay) throws -> Timetable {
        try TemporaryFolder.with { folder in
            for file in DemoFeed.files(from: monday, to: monday.advanced(by: 6)) {
                try folder.write(file.contents, to: file.name)
            }
            return try NetworkImport([.init(path: folder.path, name: "demo")]).timetable().0
        }
    }
}

extension SimulatedMorning {
    /// A Monday morning in the demo's network.
    static func demo() throws -> SimulatedMorning {
        let monday = try #require(ServiceDay("2026-05-04"))
        let network = try Timetable.demo(from: monday)
        var simulator = Simulator(network)
        let midnight = network.timeZone.start(of: monday)
        return SimulatedMorning(
            network,
            fixes: simulator.fixes(
                after: midnight.advanced(bySeconds: 6.5 * 3600),
                upTo: midnight.advanced(bySeconds: 9.5 * 3600)))
    }
}

/// Checks the calibration of line probabilities for riders and the same number of drivers along
/// lines.
///
/// `LineMatcher.sharpness` was chosen by the logarithmic loss on every ninth run from the third on,
/// from 0.6, 0.8, 1, 1.2, 1.5, 2 and 3; the test uses other runs.
@Suite struct LineTrustTests {
    /// Counts the matched lines and compares stated probabilities with actual results.
    private struct Reliability {
        private(set) var stated: [(probability: Double, isRight: Bool)] = []
        /// The number of drivers with an assigned line.
        private(set) var driven = 0

        mutating func add(_ diary: InferredDiary, route: RouteIndex?) {
            for best in diary.trips.flatMap(\.legs).compactMap(\.lines.first) {
                stated.append((best.probability, best.route == route))
                if route == nil { driven += 1 }
            }
        }

        /// The expected calibration error, in bins of a fifth.
        var error: Double {
            let bins = Dictionary(grouping: stated) { min(4, Int($0.probability * 5)) }
            let off = bins.values.reduce(0.0) { sum, bin in
                let right = Double(bin.count { $0.isRight })
                return sum + abs(bin.reduce(0) { $0 + $1.probability } - right)
            }
            return off / Double(max(1, stated.count))
        }
    }

    @Test
    func
        `lines are right as often as they say, and cars are distinguished from them where vehicles were seen`()
        async throws
    {
        let morning = try SimulatedMorning.demo()
        let network = morning.network
        let lines = LineMatcher(network)
        var alone = Reliability()
        var witnessed = Reliability()
        var drivers = 0
        for (number, row) in stride(from: 5, to: network.patterns.runCount, by: 22).enumerated() {
            await Task.yield()
            let phone = SimulatedRider.Phone(
                noise: [5, 8, 15][number % 3], every: [5, 10, 20][number / 3 % 3])
            let run = RunIndex(row)
            guard
                let rider = SimulatedRider(morning, run: run, seed: UInt64(row), phone: phone),
                let driver = SimulatedDriver(morning, run: run, seed: UInt64(row), phone: phone)
            else { continue }
            drivers += 1
            for (fixes, route) in [(rider.fixes, Optional(rider.route)), (driver.fixes, nil)] {
                let first = DiaryInference.diary(of: fixes, lines: lines)
                alone.add(first, route: route)
                guard let start = fixes.first?.time, let end = fixes.last?.time else { continue }
                let routes = first.trips.flatMap(\.legs).flatMap(\.lines).map {
                    network.routes.id($0.route)
                }
                var seeing = lines
                seeing.sightings = morning.sightings(
                    of: Set(routes), from: start.timeIntervalSince1970,
                    to: end.timeIntervalSince1970)
                witnessed.add(DiaryInference.diary(of: fixes, lines: seeing), route: route)
            }
        }
        try #require(drivers >= 25, "\(drivers) drivers")
        #expect(alone.error <= 0.15, "\(alone.error) of \(alone.stated.count)")
        #expect(witnessed.error <= 0.05, "\(witnessed.error) of \(witnessed.stated.count)")
        #expect(witnessed.driven * 10 <= drivers, "\(witnessed.driven) of \(drivers)")
    }
}
