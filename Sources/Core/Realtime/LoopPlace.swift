/// A place on a loop where a vehicle may be, and how unlikely that is.
package struct LoopPlace: Sendable {
    /// Metres along the first lap.
    package let along: Double
    /// Metres off the line.
    package let off: Double
    /// Rises with what speaks against it; only differences matter.
    package let cost: Double

    package init(along: Double, off: Double, cost: Double) {
        self.along = along
        self.off = off
        self.cost = cost
    }
}
