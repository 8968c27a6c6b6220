import DiarySensing
import Foundation

/// Generates a phone's record: staying, walking and riding eastwards, with a fix every few seconds.
struct Journal {
    /// Unix seconds: Monday 4 May 2026, 06:00 UTC.
    static let start = 1_777_874_400.0

    private(set) var fixes: [LocationFix] = []
    private(set) var motions: [MotionReport] = []
    private(set) var now = Journal.start
    private var metresEast = 0.0
    private var metresNorth = 0.0
    private var wobble = 0
    /// Seconds between fixes.
    var every = 5.0

    /// Stays at the place, fixes scattered a few metres about it.
    mutating func stay(minutes: Double) { move(minutes: minutes, speed: { _ in 0 }) }

    /// Walks at 1.3 m/s.
    mutating func walk(minutes: Double) { move(minutes: minutes, speed: { _ in 1.3 }) }

    /// Rides at a speed in metres per second, stopping for 20 s every `metres`.
    mutating func ride(minutes: Double, speed: Double, haltEvery metres: Double = .infinity) {
        let period = metres / speed + 20
        move(minutes: minutes) { seconds in
            metres.isFinite && seconds.truncatingRemainder(dividingBy: period) > metres / speed
                ? 0 : speed
        }
    }

    /// The phone sleeps while its owner moves on at a speed.
    mutating func sleep(minutes: Double, speed: Double = 0) {
        now += minutes * 60
        metresEast += minutes * 60 * speed
    }

    /// The phone reports the activity that it recognizes now.
    mutating func say(_ activity: MotionActivity) {
        motions.append(
            MotionReport(
                activity: activity, confidence: .high, start: Date(timeIntervalSince1970: now)))
    }

    /// Adds one fix far away, as phones sometimes invent them.
    mutating func dream(metresAway: Double) {
        append(metresEast + metresAway)
        now += every
    }

    private mutating func move(minutes: Double, speed: (Double) -> Double) {
        let begin = now
        while now < begin + minutes * 60 {
            append(metresEast)
            metresEast += speed(now - begin) * every
            now += every
        }
    }

    private mutating func append(_ east: Double) {
        wobble = (wobble &* 73 &+ 41) % 101
        let scatter = Double(wobble - 50) / 10
        fixes.append(
            LocationFix(
                time: Date(timeIntervalSince1970: now),
                latitude: 47 + (metresNorth + scatter) / 111_195,
                longitude: 8 + (east - scatter) / (111_195 * cos(47 * .pi / 180)),
                horizontalAccuracyMetres: 8))
    }
}
