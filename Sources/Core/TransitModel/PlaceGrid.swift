/// A spatial index: values with coordinates, sorted into grid cells, to find those in a box or near
/// a location.
package struct PlaceGrid<Value: Sendable>: Sendable {
    private let cellsPerDegree: Double
    /// For each value, its row of cells from south to north and its column from west to east.
    private let keys: [UInt64]
    private let values: [Value]
    private let places: [Coordinate]

    /// Sorts values into cells of `cellDegrees`; values within a cell keep their order.
    /// - Complexity: O(n log n).
    package init(_ items: some Sequence<(Value, Coordinate)>, cellDegrees: Double) {
        cellsPerDegree = 1 / cellDegrees
        let cellsPerDegree = cellsPerDegree
        let items = Array(items)
        let unsorted = items.map { Self.key(of: $0.1, cellsPerDegree) }
        // Row numbers are sorted, not rows: that code is optimised whatever the values.
        let order = unsorted.indices.sorted { (unsorted[$0], $0) < (unsorted[$1], $1) }
        keys = order.map { unsorted[$0] }
        values = order.map { items[$0].0 }
        places = order.map { items[$0].1 }
    }

    /// Calls the closure with each value and its coordinate.
    package func forEach(_ body: (Value, Coordinate) -> Void) {
        for row in values.indices { body(values[row], places[row]) }
    }

    /// Calls the closure with each value in a box and its coordinate.
    /// - Complexity: linear in the values of the cells that the box touches, plus a binary search
    ///   for each row of cells.
    package func forEach(in box: BoundingBox, _ body: (Value, Coordinate) -> Void) {
        guard let first = keys.first, let last = keys.last else { return }
        let west = Self.cell(box.west + 180, cellsPerDegree)
        let east = Self.cell(box.east + 180, cellsPerDegree)
        let south = max(Self.cell(box.south + 90, cellsPerDegree), first >> 32)
        let north = min(Self.cell(box.north + 90, cellsPerDegree), last >> 32)
        var line = south
        while line <= north {
            var row = keys.partitioningIndex { $0 >= (line << 32 | west) }
            while row < keys.count, keys[row] <= (line << 32 | east) {
                if box.contains(places[row]) { body(values[row], places[row]) }
                row += 1
            }
            line += 1
        }
    }

    /// Calls the closure with each value within `metres` of a location, and its distance.
    package func forEach(
        around place: Coordinate, metres: Double, _ body: (Value, Double) -> Void
    ) {
        // The box is slightly too large because the length of a degree varies.
        forEach(in: BoundingBox(around: place).expanded(byMetres: metres * 1.01)) { value, there in
            let away = place.distanceMetres(to: there)
            if away <= metres { body(value, away) }
        }
    }

    private static func cell(_ degrees: Double, _ cellsPerDegree: Double) -> UInt64 {
        UInt64(max(0, min(degrees, 360) * cellsPerDegree))
    }

    private static func key(of place: Coordinate, _ cellsPerDegree: Double) -> UInt64 {
        cell(place.latitude + 90, cellsPerDegree) << 32
            | cell(place.longitude + 180, cellsPerDegree)
    }
}
