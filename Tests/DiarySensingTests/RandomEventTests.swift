import DiarySensing
import Foundation
import Testing
import TransitModel

/// A random sequence of events from a seed, with a phone that reports wrongly, sleeps and stutters.
private struct RandomLife {
    var random: SeededRandom
    var second = 0.0
    var place = 0.0
    var speed = 0.0

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    private mutating func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    /// Returns the next event and the time at which it arrives.
    mutating func next() -> (SensingEvent, Double) {
        let pause = pick(300) == 0 ? 2000.0 : [0.0, 0.5, 1, 5, 10, 20, 30, 60][pick(8)]
        second += pause
        place += speed * pause
        if pick(60) == 0 { speed = [0.0, 0, 0, 1.3, 5, 15, 35][pick(7)] }
        switch pick(10) {
        case 0...5: return (.fix(fix()), second)
        case 6...7: return (.motion(motion()), second)
        default: return (.tick, second)
        }
    }

    private mutating func fix() -> LocationFix {
        let odd = pick(50)
        let made = second - (odd == 0 ? 500 : odd == 1 ? -500 : Double(pick(3)))
        return LocationFix(
            time: SensorDriver.time(made), latitude: odd == 2 ? .nan : 0,
            longitude: (place + random.gaussian() * 15) / SensorDriver.metresPerDegree,
            horizontalAccuracyMetres: [5, 10, 65, 1500, -1, nil][pick(6)],
            speedMetresPerSecond: odd == 3 ? -1 : odd == 4 ? nil : speed,
            speedAccuracyMetresPerSecond: [nil, 1, 4, 20, -1][pick(5)])
    }

    private mutating func motion() -> MotionReport {
        let likely: MotionActivity =
            speed == 0 ? .stationary : speed < 2 ? .walking : speed < 7 ? .cycling : .automotive
        let activity = pick(12) == 0 ? MotionActivity.allCases[pick(6)] : likely
        return MotionReport(
            activity: activity, confidence: MotionConfidence.allCases[pick(3)],
            start: SensorDriver.time(second - Double(pick(30))))
    }
}

@Suite struct RandomEventTests {
    private static let seeds: [UInt64] = Array(1...40)
    private static let allowed: Set<String> = [
        "activelyMoving inFastVehicle userInFastVehicle",
        "activelyMoving stopped userNotTravelling",
        "activelyMoving notMoving userStationary", "stopped notMoving userStationary",
        "stopped activelyMoving userTravelling", "notMoving stopped userActivelyMoving",
        "notMoving stopped userLeavingByCar", "inFastVehicle activelyMoving userActivelyMoving",
        "inFastVehicle activelyMoving userInSlowTraffic",
    ]

    @Test func `only transitions of the table happen, and all of them do`() {
        var taken: Set<String> = []
        for seed in Self.seeds {
            var life = RandomLife(seed: seed)
            var sensor = DiarySensor(startingAt: SensorDriver.start)
            for _ in 0..<2000 {
                let before = sensor.decision
                let (event, second) = life.next()
                let decision = sensor.receive(event, at: SensorDriver.time(second))
                #expect(decision.isChange == (decision.state != before.state), "seed \(seed)")
                if decision.isChange {
                    taken.insert("\(before.state) \(decision.state) \(decision.reason)")
                    #expect(decision.since == SensorDriver.time(second))
                } else {
                    #expect(decision.since == before.since && decision.reason == before.reason)
                }
                let stated: [SensingState: Double] = [
                    .activelyMoving: 10, .stopped: 100, .inFastVehicle: 1000, .notMoving: 3000,
                ]
                #expect(decision.desiredAccuracyMetres == stated[decision.state])
            }
        }
        #expect(taken == Self.allowed)
    }

    /// The minimum time between two transitions of one kind is that of the table in
    /// docs/diary-sensing.md.
    @Test(arguments: seeds, [SensingConfiguration(), .recommended])
    func `states do not flap faster than stated`(
        seed: UInt64, configuration: SensingConfiguration
    ) {
        var life = RandomLife(seed: seed)
        var sensor = DiarySensor(configuration: configuration, startingAt: SensorDriver.start)
        func allows(_ seconds: Double, _ key: SensingConfiguration.Key) -> Bool {
            seconds >= configuration[key]
        }
        var enteredMoving = 0.0
        var lastUserStationary = -Double.infinity
        var lastFast = -Double.infinity
        for _ in 0..<2000 {
            let (event, second) = life.next()
            let decision = sensor.receive(event, at: SensorDriver.time(second))
            guard decision.isChange else { continue }
            switch decision.reason {
            case .userNotTravelling:
                #expect(
                    allows(second - enteredMoving, .stopMovingSameLocationSeconds),
                    "seed \(seed) at \(second)")
            case .userStationary:
                #expect(
                    allows(second - lastUserStationary, .stoppedMovingStationarySeconds),
                    "seed \(seed) at \(second)")
                lastUserStationary = second
            case .userInSlowTraffic:
                #expect(
                    allows(second - lastFast, .slowTrafficSeconds), "seed \(seed) at \(second)")
            default: break
            }
            if decision.state == .activelyMoving { enteredMoving = second }
            if decision.state == .inFastVehicle { lastFast = second }
        }
    }

    @Test(arguments: seeds)
    func `restored at any event, it goes on as if uninterrupted`(seed: UInt64) throws {
        var life = RandomLife(seed: seed)
        var whole = DiarySensor(startingAt: SensorDriver.start)
        var restored = whole
        let encoder = JSONEncoder()
        let decoder = JSONDecoder()
        for _ in 0..<1000 {
            let (event, second) = life.next()
            let first = whole.receive(event, at: SensorDriver.time(second))
            let other = restored.receive(event, at: SensorDriver.time(second))
            #expect(first == other)
            if life.random.next() % 50 == 0 {
                restored = try decoder.decode(DiarySensor.self, from: encoder.encode(restored))
                #expect(restored == whole, "seed \(seed)")
            }
        }
    }

    @Test func `its memory is bounded, however much is reported`() throws {
        var sensor = DiarySensor(
            configuration: try SensingConfiguration()
                .setting(.inVehicleOrStationarySeconds, to: 3600)
                .setting(.stopMovingSameLocationSeconds, to: 7200),
            startingAt: SensorDriver.start)
        var longest = 0
        for step in 0..<12_000 {
            let time = SensorDriver.time(Double(step))
            let fix = LocationFix(time: time, latitude: 0, longitude: 0)
            sensor.receive(.fix(fix), at: time)
            let activity: MotionActivity = step % 2 == 0 ? .stationary : .automotive
            let report = MotionReport(activity: activity, confidence: .high, start: time)
            sensor.receive(.motion(report), at: time)
            if step % 4000 == 3999 {
                longest = max(longest, try JSONEncoder().encode(sensor).count)
            }
        }
        #expect(longest > 10_000 && longest < 200_000, "\(longest) bytes of JSON")
    }

    @Test func `a saved state that makes no sense is refused`() {
        for text in ["", "{}", #"{"decision":1}"#, "[[[["] {
            #expect(throws: (any Error).self) {
                try JSONDecoder().decode(DiarySensor.self, from: Data(text.utf8))
            }
        }
    }
}
