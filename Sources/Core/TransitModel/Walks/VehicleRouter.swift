/// Finds the ways that vehicles take along the streets, railways and ferries of a map.
///
/// It is a struct of a function, so that the import needs no existential for the streets' module.
package struct VehicleRouter: Sendable {
    private let findHops: @Sendable (TransitMode, [Coordinate]) -> [[Coordinate]?]

    /// Creates a router of the function that ``hops(_:through:)`` calls.
    package init(
        hops: @escaping @Sendable (TransitMode, [Coordinate]) -> [[Coordinate]?]
    ) {
        findHops = hops
    }

    /// Returns the line from each stop to the next one, for a vehicle that calls at `stops` in this
    /// order.
    ///
    /// A line has at least two points, and the next one begins where it ends. A hop that no way of
    /// the map fits is nil. The result is one shorter than `stops`.
    package func hops(_ mode: TransitMode, through stops: [Coordinate]) -> [[Coordinate]?] {
        findHops(mode, stops)
    }
}
