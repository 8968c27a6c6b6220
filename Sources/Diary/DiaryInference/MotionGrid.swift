internal import DiarySensing
private import TransitModel
#if !hasFeature(Embedded)
private import Foundation
#endif

/// The kinds of movement that can be distinguished by speed.
enum MotionClass: Int, CaseIterable {
    case still, walk, bike, motor

    /// Creates the kind that corresponds to the phone's reported activity; nil if it reports none.
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

/// A trip in ten-second steps, with the evidence for each kind of movement at each step.
struct MotionGrid {
    /// The length of a step in seconds.
    static let step = 10.0
    /// The chord over which speed is measured, in seconds; longer where fixes are inaccurate.
    private static let fineChord = 30.0
    private static let coarseChord = 90.0
    private static let coarseAccuracy: Float = 25
    /// Between two fixes further apart than this, a speed carries less evidence, in seconds.
    ///
    /// Beyond `ModeModel.blind` it carries none.
    private static let faint = 120.0

    /// The start of the first step, Unix seconds.
    let start: Double
    /// The speed at each step, in metres per second.
    private(set) var speeds: [Double] = []
    /// The log evidence at each step for each kind of movement, in the order of ``MotionClass``.
    private(set) var evidence: [SIMD4<Double>] = []
    /// Whether there are fixes near each step, so that its speed is reliable.
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
            var (speed, likelihood) = Self.observe(track, at: time, paces)
            if let word = motions.word(at: time, within: Self.step / 2),
                let movement = MotionClass(word.activity)
            {
                likelihood[movement.rawValue] += model.wordWeight * word.weight
            }
            speeds.append(speed)
            evidence.append(likelihood)
            isSeen.append(Self.isSeen(track, at: time))
        }
    }

    var count: Int { speeds.count }

    /// Returns the start of a step, Unix seconds.
    func time(_ step: Int) -> Double { start + Double(step) * Self.step }

    /// Returns the steps that begin within a span.
    func steps(from start: Double, to end: Double) -> Range<Int> {
        let low = Int(((start - self.start) / Self.step).rounded(.up))
        let high = Int(((end - self.start) / Self.step).rounded(.up))
        let first = min(max(0, low), count)
        return first..<min(max(first, high), count)
    }

    /// The typical speeds and spreads of all kinds of movement, as vectors.
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

    private static func observe(
        _ track: Track, at time: Double, _ paces: Paces
    ) -> (Double, SIMD4<Double>) {
        let next = track.index(atOrAfter: time)
        let low = max(0, next - 1)
        let high = min(track.count - 1, next)
        let isCoarse = max(track.accuracies[low], track.accuracies[high]) > coarseAccuracy
        let half = (isCoarse ? coarseChord : fineChord) / 2
        let speed = track.speed(from: time - half, to: time + half)
        // Before the first fix and after the last one, most people walk.
        guard time >= track.first, time <= track.last else { return (speed, [-1, 0, -1, -1]) }
        let gap = track.times[high] - track.times[low]
        guard gap <= paces.blind else { return (speed, [-0.6, 0, 0, 0]) }
        let weight = gap <= faint ? 1 : faint / gap
        var away = (log(speed + paceOffset) - paces.typicalLogs) / paces.spreads
        if away[MotionClass.motor.rawValue] > 0 { away[MotionClass.motor.rawValue] /= 2 }
        if away[MotionClass.still.rawValue] < 0 { away[MotionClass.still.rawValue] = 0 }
        var likelihood = weight * (-away * away / 2 - paces.spreadLogs)
        likelihood[MotionClass.bike.rawValue] -= rarity
        return (speed, likelihood)
    }

    /// An offset that keeps the logarithm of a standstill finite, in metres per second.
    static let paceOffset = 0.3
    /// The log prior against cycling: fewer people cycle than walk.
    private static let rarity = 0.05
}
