import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Matching
@testable import Realtime
@testable import Simulation

@Suite struct SimulationTests {
    private func network() throws -> Timetable {
        var drawing = ""
        for hour in 6..<22 {
            for minute in [0, 15, 30, 45] {
                let m = { (plus: Int) in
                    let total = minute + plus
                    return "\(hour + total / 60):" + (total % 60 < 10 ? "0" : "") + "\(total % 60)"
                }
                drawing += "red-\(hour)\(minute): A \(m(0)) B \(m(5)) C \(m(10)) D \(m(20))\n"
            }
        }
        return try TextFeed(drawing).compiled()
    }

    private func time(_ timetable: Timetable, _ hours: Int, _ minutes: Int, _ seconds: Int = 0)
        -> UnixTime
    {
        timetable.timeZone.time(
            ServiceTime(hours: hours, minutes: minutes, seconds: seconds), on: testDay)
    }

    @Test func `equal seeds give equal fixes, however time is cut`() throws {
        let timetable = try network()
        var whole = Simulator(timetable)
        let all = whole.fixes(after: time(timetable, 8, 0), upTo: time(timetable, 8, 20))
        var pieces = Simulator(timetable)
        var collected: [VehicleFix] = []
        for second in stride(from: 0, to: 1200, by: 7) {
            collected += pieces.fixes(
                after: time(timetable, 8, 0, second),
                upTo: time(timetable, 8, 0, min(1200, second + 7)))
        }
        #expect(all.count > 300)
        #expect(collected.sorted { ($0.time, $0.vehicleID) < ($1.time, $1.vehicleID) } == all)
        var settings = SimulationSettings()
        settings.seed = 2
        var other = Simulator(timetable, settings: settings)
        #expect(other.fixes(after: time(timetable, 8, 0), upTo: time(timetable, 8, 20)) != all)
    }

    @Test func `going back in time gives the same again`() throws {
        let timetable = try network()
        var simulator = Simulator(timetable)
        let first = simulator.fixes(after: time(timetable, 8, 0), upTo: time(timetable, 8, 5))
        _ = simulator.fixes(after: time(timetable, 20, 0), upTo: time(timetable, 20, 5))
        let again = simulator.fixes(after: time(timetable, 8, 0), upTo: time(timetable, 8, 5))
        #expect(first == again)
    }

    @Test func `on a punctual day every vehicle is where the timetable says`() throws {
        let timetable = try network()
        var settings = SimulationSettings()
        settings.noiseMetres = 0
        settings.cancelledShare = 0
        settings.disturbedShare = 0
        settings.detourShare = 0
        settings.delaySpread = 0
        var simulator = Simulator(timetable, settings: settings)
        let fixes = simulator.fixes(after: time(timetable, 8, 0), upTo: time(timetable, 9, 0))
        #expect(fixes.count > 1000)
        for fix in fixes {
            let progress = try #require(match(timetable, fix))
            #expect(progress.offMetres < 1)
            // Vehicles accelerate and brake, so they are off by a part of the distance between
            // stops at most.
            #expect(abs(progress.delaySeconds) < 60)
        }
    }

    @Test func `a normal day has delays, noise and cancellations within reason`() throws {
        let timetable = try network()
        var simulator = Simulator(timetable)
        var state: [String: LiveVehicle] = [:]
        var matcher = RunMatcher(timetable)
        var delays: [Double] = []
        var runs = Set<RunIndex>()
        let fixes = simulator.fixes(after: time(timetable, 6, 0), upTo: time(timetable, 22, 0))
        for fix in fixes {
            let progress = matcher.match(fix, previous: state[fix.vehicleID])
            state[fix.vehicleID] = LiveVehicle(
                id: fix.vehicleID, fix: fix, route: nil, progress: progress)
            if let progress {
                delays.append(progress.delaySeconds)
                runs.insert(progress.run)
            }
        }
        let late = Double(delays.count { $0 > 60 }) / Double(delays.count)
        #expect(late > 0.02 && late < 0.5)
        #expect((delays.max() ?? 0) < 1800)
        #expect(delays.allSatisfy { $0 > -150 })
        #expect(Double(delays.count) > Double(fixes.count) * 0.95)
        #expect(runs.count > 55 && runs.count <= 64)
    }

    @Test func `vehicles never drive backwards nor fly`() throws {
        let timetable = try network()
        var settings = SimulationSettings()
        settings.noiseMetres = 0
        settings.detourShare = 0
        var simulator = Simulator(timetable, settings: settings)
        var last: [String: VehicleFix] = [:]
        for fix in simulator.fixes(after: time(timetable, 7, 0), upTo: time(timetable, 9, 0)) {
            if let before = last[fix.vehicleID] {
                #expect(fix.coordinate.longitude >= before.coordinate.longitude - 1e-9)
                let speed =
                    fix.coordinate.distanceMetres(to: before.coordinate)
                    / fix.time.seconds(since: before.time)
                #expect(speed < 40)
            }
            last[fix.vehicleID] = fix
        }
        #expect(last.count >= 8)
    }

    @Test func `one vehicle drives the trips of a block and carries its delay`() throws {
        var feed = TextFeed(
            """
            red-1: A 8:00  B 8:05  C 8:10  D 8:15
            red-2: D 8:16  C 8:21  B 8:26  A 8:31
            """)
        feed.files["trips.txt"] = """
            route_id,service_id,trip_id,block_id
            red,daily,red-1,b
            red,daily,red-2,b

            """
        let timetable = try feed.compiled()
        var settings = SimulationSettings()
        settings.cancelledShare = 0
        settings.disturbedShare = 1
        var simulator = Simulator(timetable, settings: settings)
        let fixes = simulator.fixes(after: time(timetable, 7, 50), upTo: time(timetable, 9, 30))
        #expect(Set(fixes.map(\.vehicleID)).count == 1)
        let second = try #require(fixes.first { $0.trip?.tripID == "red-2" })
        let first = try #require(fixes.last { $0.trip?.tripID == "red-1" })
        #expect(second.time > first.time)
        #expect(second.time > time(timetable, 8, 17))
    }
}
