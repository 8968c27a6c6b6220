private import TransitModel
#if !hasFeature(Embedded)
private import Foundation
#endif

/// The likeliest sequence of movements through a grid, and the probability of each at each step.
///
/// A hidden Markov model: the Viterbi path gives the sequence, the forward-backward algorithm the
/// probabilities.
struct MotionPath {
    /// The likeliest movement at each step.
    let movements: [MotionClass]
    /// The probability of each movement at each step, in the order of ``MotionClass``.
    let probabilities: [SIMD4<Double>]

    init(_ grid: MotionGrid, _ model: ModeModel) {
        let prices = Self.prices(model)
        movements = Self.viterbi(grid.evidence, prices)
        probabilities = Self.posteriors(grid.evidence, prices)
    }

    /// Returns the cost of the transition from each movement, the index, to each other one.
    private static func prices(_ model: ModeModel) -> [SIMD4<Double>] {
        MotionClass.allCases.map { from in
            var row = SIMD4<Double>(repeating: 0)
            for to in MotionClass.allCases where to != from {
                let pair: Set<MotionClass> = [from, to]
                let share =
                    pair == [.walk, .still]
                    ? model.stopShare : pair == [.bike, .motor] ? model.rideShare : 1
                row[to.rawValue] = model.price * share
            }
            return row
        }
    }

    private static func viterbi(
        _ evidence: [SIMD4<Double>], _ prices: [SIMD4<Double>]
    ) -> [MotionClass] {
        guard var best = evidence.first else { return [] }
        var origins = [SIMD4<Int8>](repeating: .zero, count: evidence.count)
        for step in 1..<max(1, evidence.count) {
            var value = SIMD4<Double>(repeating: -.infinity)
            var origin = SIMD4<Int8>.zero
            for from in 0..<4 {
                let reached = SIMD4(repeating: best[from]) - prices[from]
                for to in 0..<4 where reached[to] > value[to] {
                    value[to] = reached[to]
                    origin[to] = Int8(from)
                }
            }
            best = value + evidence[step]
            origins[step] = origin
        }
        var state = (0..<4).reduce(0) { best[$1] > best[$0] ? $1 : $0 }
        var path: [MotionClass] = []
        for step in stride(from: evidence.count - 1, through: 0, by: -1) {
            path.append(MotionClass(rawValue: state) ?? .still)
            state = Int(origins[step][state])
        }
        return path.reversed()
    }

    private static func posteriors(
        _ evidence: [SIMD4<Double>], _ prices: [SIMD4<Double>]
    ) -> [SIMD4<Double>] {
        let count = evidence.count
        guard count > 0 else { return [] }
        let odds = prices.map { row in row.map { exp(-$0) } }
        let likelihoods = evidence.map { step in (step - step.max()).map { exp($0) } }
        var forward = likelihoods
        forward[0] = normalised(likelihoods[0])
        for step in 1..<max(1, count) {
            var sum = SIMD4<Double>.zero
            for from in 0..<4 { sum += forward[step - 1][from] * odds[from] }
            forward[step] = normalised(sum * likelihoods[step])
        }
        var backward = SIMD4<Double>(repeating: 1)
        var result = forward
        for step in stride(from: count - 1, through: 0, by: -1) {
            result[step] = normalised(forward[step] * backward)
            let ahead = backward * likelihoods[step]
            var sum = SIMD4<Double>.zero
            for from in 0..<4 { sum[from] = (odds[from] * ahead).sum() }
            backward = normalised(sum)
        }
        return result
    }

    private static func normalised(_ values: SIMD4<Double>) -> SIMD4<Double> {
        let sum = values.sum()
        return sum > 0 ? values / sum : SIMD4(repeating: 0.25)
    }
}

extension SIMD4<Double> {
    /// Returns the vector with each element transformed.
    fileprivate func map(_ change: (Double) -> Double) -> SIMD4<Double> {
        [change(self[0]), change(self[1]), change(self[2]), change(self[3])]
    }
}
