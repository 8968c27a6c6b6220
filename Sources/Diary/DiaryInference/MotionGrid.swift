internal import DiarySensing
private import Foundation

/// What can be told of a moment by how fast somebody is.
enum MotionClass: Int, CaseIterable {
    case still, walk, bike, motor

    /// What the phone's word for an activity means here; nil where it says nothing.
    init?(_ activity: MotionActivity) {
        switch activity {
        case .stationary: self = .still
        case .walking, .running: self = .walk
        case .cycling: self = .bike
        case .automotive: self = .motor
        case .unknown: return nil
        }
    }
}

/// A trip cut into ten-second steps, with how well each way of moving explains each step.
struct MotionGrid {
    /// The length of a step in seconds.
    static let step = 10.0
    /// The chord over which speed is measured, in seconds: longer where fixes are coarse.
    private static let fineChord = 30.0
    private static let coarseChord = 90.0
    private static let coarseAccuracy: Float = 25
    /// Between two fixes that are further apart than `faint` a speed says less, further than `blind`
    /// nothing; in seconds.
    private static let faint = 120.0

    /// The first step's start, Unix seconds.
    let start: Double
    /// Metres a second at each step.
    private(set) var speeds: [Double] = []
    /// The logarithm of the evidence at each step, for each way of moving in its order.
    private(set) var evidence: [SIMD4<Double>] = []
    /// Whether there are fixes about each step, so that its speed can be believed.
    private(set) var isSeen: [Bool] = []

    init(
        _ track: Track, _ motions: MotionTimeline, from start: Double, to end: Double,
        _ model: ModeModel
    ) {
        self.start = start
        let steps = max(0, Int(((end - start) / Self.step + 0.01).rounded(.down)) + 1)
        speeds.reserveCapacity(steps)
        evidence.reserveCapacity(steps)
        let paces = Paces(model)
        for step in 0..<steps {
            let time = start + Double(step) * Self.step
            var (speed, told) = Self.look(track, at: time, paces)
            if let word = motions.word(at: time, within: Self.step / 2),
                let movement = MotionClass(word.activity)
            {
                told[movement.rawValue] += model.wordWeight * word.weight
            }
            speeds.append(speed)
            evidence.append(told)
            isSeen.append(Self.isSeen(track, at: time))
        }
    }

    var count: Int { speeds.count }

    /// The time at which a step begins, Unix seconds.
    func time(_ step: Int) -> Double { start + Double(step) * Self.step }

    /// The steps that begin within a span.
    func steps(from start: Double, to end: Double) -> Range<Int> {
        let low = Int(((start - self.start) / Self.step).rounded(.up))
        let high = Int(((end - self.start) / Self.step).rounded(.up))
        let first = min(max(0, low), count)
        return first..<min(max(first, high), count)
    }

    /// What a speed is held against, one way of moving beside the other.
    private struct Paces {
        var typicalLogs = SIMD4<Double>.zero
        var spreads = SIMD4<Double>.zero
        var spreadLogs = SIMD4<Double>.zero
        let blind: Double

        init(_ model: ModeModel) {
            blind = model.blind
            for movement in MotionClass.allCases {
                let pace = model.pace(movement)
                typicalLogs[movement.rawValue] = log(pace.typical + paceOffset)
                spreads[movement.rawValue] = pace.spread
                spreadLogs[movement.rawValue] = log(pace.spread)
            }
        }
    }

    private static func isSeen(_ track: Track, at time: Double) -> Bool {
        guard time >= track.first, time <= track.last else { return false }
        let next = track.index(atOrAfter: time)
        return track.times[min(track.count - 1, next)] - track.times[max(0, next - 1)] <= faint
    }

    private static func look(
        _ track: Track, at time: Double, _ paces: Paces
    ) -> (Double, SIMD4<Double>) {
        let next = track.index(atOrAfter: time)
        let low = max(0, next - 1)
        let high = min(track.count - 1, next)
        let isCoarse = max(track.accuracies[low], track.accuracies[high]) > coarseAccuracy
        let half = (isCoarse ? coarseChord : fineChord) / 2
        let speed = track.speed(from: time - half, to: time + half)
        // Out of sight most people walk to the first fix, or from the last one.
        guard time >= track.first, time <= track.last else { return (speed, [-1, 0, -1, -1]) }
        let gap = track.times[high] - track.times[low]
        guard gap <= paces.blind else { return (speed, [-0.6, 0, 0, 0]) }
        let weight = gap <= faint ? 1 : faint / gap
        var away = (log(speed + paceOffset) - paces.typicalLogs) / paces.spreads
        if away[MotionClass.motor.rawValue] > 0 { away[MotionClass.motor.rawValue] /= 2 }
        if away[MotionClass.still.rawValue] < 0 { away[MotionClass.still.rawValue] = 0 }
        var told = weight * (-away * away / 2 - paces.spreadLogs)
        told[MotionClass.bike.rawValue] -= rarity
        return (speed, told)
    }

    /// Keeps the logarithm of a standstill finite, in metres a second.
    static let paceOffset = 0.3
    /// Fewer people ride than walk.
    private static let rarity = 0.05
}
