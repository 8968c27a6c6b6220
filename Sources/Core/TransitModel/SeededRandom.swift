/// A small, fast random number generator that is determined by its seed.
///
/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014). Good
/// for simulation and tests, not for secrets.
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator; equal seeds give equal numbers on every machine.
    public init(seed: UInt64) {
        state = seed
    }

    /// Creates one of many independent generators under the same seed.
    package init(seed: UInt64, stream: some Sequence<UInt64>) {
        state = seed
        for value in stream {
            state = next() ^ value
        }
    }

    /// Returns 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 up to but not including 1.
    public mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// Returns a roughly normal number with mean 0 and standard deviation 1, within -6...6
    /// (Irwin-Hall of twelve).
    public mutating func gaussian() -> Double {
        (0..<12).reduce(-6.0) { sum, _ in sum + unit() }
    }
}
