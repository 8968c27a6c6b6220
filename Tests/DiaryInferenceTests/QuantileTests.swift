import Testing
import TransitModel

@testable import DiaryInference

@Suite struct QuantileTests {
    /// Computes the quantile by sorting, according to its definition.
    private func sorted(_ sample: [Double], _ share: Double) -> Double {
        let sorted = sample.sorted()
        let position = share * Double(sorted.count - 1)
        let low = Int(position)
        guard low + 1 < sorted.count else { return sorted[low] }
        return sorted[low] + (position - Double(low)) * (sorted[low + 1] - sorted[low])
    }

    @Test func `quantiles are what sorting gives, to the last bit`() {
        var random = SeededRandom(seed: 7)
        for round in 0..<2000 {
            let count = Int.random(in: 1...60, using: &random)
            // Every other round has only a few different values.
            let values = (0..<count).map { _ in
                let value = Double.random(in: -3...3, using: &random)
                return round.isMultiple(of: 2) ? value : value.rounded()
            }
            for share in [0, 0.2, 0.5, 0.8, 0.9, 1] {
                #expect(Quantile.of(values, share) == sorted(values, share), "seed 7: \(values)")
            }
        }
    }

    @Test func `rising, falling and equal samples have quantiles, too`() {
        let rising = (0..<1000).map { Double($0) }
        let folded = rising.map { abs($0 - 500) }
        let equal = [Double](repeating: 3, count: 1000)
        for sample in [rising, rising.reversed(), folded, equal] {
            for share in [0.1, 0.5, 0.9] {
                #expect(Quantile.of(sample, share) == sorted(sample, share))
            }
        }
    }

    @Test func `nothing has the quantile zero`() {
        #expect(Quantile.of([], 0.5) == 0)
    }

    @Test func `a distance never exceeds what it is as if on the equator`() {
        var random = SeededRandom(seed: 8)
        for _ in 0..<5000 {
            let latitude = Double.random(in: -90...90, using: &random)
            let longitude = Double.random(in: -180...180, using: &random)
            let north = Double.random(in: -0.01...0.01, using: &random)
            var east = longitude + Double.random(in: -0.01...0.01, using: &random)
            if east > 180 { east -= 360 }
            let metres = Track.metres(latitude, longitude, latitude + north, east)
            #expect(metres <= Track.mostMetres(latitude, longitude, latitude + north, east))
        }
    }
}
