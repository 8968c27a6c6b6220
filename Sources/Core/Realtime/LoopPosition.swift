/// A candidate position of a vehicle on a loop, with a cost.
package struct LoopPosition: Sendable {
    /// Metres along the first lap.
    package let along: Double
    /// Metres off the path.
    package let off: Double
    /// The higher, the less likely; only differences between costs matter.
    package let cost: Double

    package init(along: Double, off: Double, cost: Double) {
        self.along = along
        self.off = off
        self.cost = cost
    }
}
