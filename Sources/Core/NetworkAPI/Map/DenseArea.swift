package import TransitModel

/// The area that a map shows first: around the densest part of the service.
///
/// The middle of all calls may lie between towns, and a box of the middle ones has a town at its
/// edge if its lines lead to one side. So the middle is that of the smallest square with 20 % of
/// the calls, and the size that of the smallest one with 60 %.
package enum DenseArea {
    private static let middleShare = 0.2
    private static let wholeShare = 0.6
    /// Of fewer places the middle 80 % in each direction are shown.
    private static let fewPlaces = 20
    /// The squares are searched on a grid with this many cells in each direction.
    private static let cells = 96

    /// Returns the area of places with their numbers of calls, within the box of all places; nil
    /// without any call.
    ///
    /// - Complexity: linear in the places, plus sorting them, plus some searches of the grid.
    package static func box(around calls: [(place: Coordinate, count: Int)]) -> BoundingBox? {
        guard let (west, east) = middle(of: calls, { $0.longitude }),
            let (south, north) = middle(of: calls, { $0.latitude })
        else { return nil }
        let core = BoundingBox(west: west, south: south, east: east, north: north)
        let plane = LocalPlane(
            around: Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2))
        let corner = plane.point(Coordinate(latitude: north, longitude: east))
        // Twice the middle 80 %, so that a dense part at its edge is inside.
        let half = 2 * max(corner.x, corner.y)
        guard half > 0, calls.count >= fewPlaces else { return core }
        let grid = Grid(calls.map { (plane.point($0.place), $0.count) }, half: half, cells: cells)
        let total = Double(calls.reduce(0) { $0 + $1.count })
        guard let middle = grid.square(with: Int(total * middleShare)),
            let whole = grid.square(with: Int(total * wholeShare)),
            let bounds = BoundingBox(around: calls.map { $0.place })
        else { return core }
        let low = plane.coordinate(x: middle.x - whole.side / 2, y: middle.y - whole.side / 2)
        let high = plane.coordinate(x: middle.x + whole.side / 2, y: middle.y + whole.side / 2)
        return BoundingBox(
            west: max(low.longitude, bounds.west), south: max(low.latitude, bounds.south),
            east: min(high.longitude, bounds.east), north: min(high.latitude, bounds.north))
    }

    /// Returns between which values the middle 80 % of the calls are; nil without any.
    private static func middle(
        of calls: [(place: Coordinate, count: Int)], _ value: (Coordinate) -> Double
    ) -> (low: Double, high: Double)? {
        let sorted = calls.map { (value: value($0.place), count: $0.count) }
            .sorted { $0.value < $1.value }
        let total = Double(calls.reduce(0) { $0 + $1.count })
        guard total > 0 else { return nil }
        var sum = 0
        var low: Double?
        for (value, count) in sorted {
            sum += count
            if low == nil, Double(sum) >= total * 0.1 { low = value }
            if let low, Double(sum) >= total * 0.9 { return (low, value) }
        }
        return nil
    }
}

/// Sums of calls over the rectangles of a square grid around the origin.
private struct Grid {
    /// The sum of all cells west and south of each corner, row by row.
    private var sums: [Int]
    private let cells: Int
    private let half: Double

    init(_ calls: [(point: (x: Double, y: Double), count: Int)], half: Double, cells: Int) {
        self.half = half
        self.cells = cells
        let width = cells + 1
        sums = [Int](repeating: 0, count: width * width)
        func cell(_ metres: Double) -> Int {
            Int(((metres + half) / (2 * half) * Double(cells)).rounded(.down))
        }
        for ((x, y), count) in calls where abs(x) < half && abs(y) < half {
            sums[(min(cell(y), cells - 1) + 1) * width + min(cell(x), cells - 1) + 1] += count
        }
        for row in 1...cells {
            for column in 1...cells {
                let at = row * width + column
                sums[at] += sums[at - width] + sums[at - 1] - sums[at - width - 1]
            }
        }
    }

    /// Returns the middle and the side of the smallest square with at least that many calls.
    ///
    /// In metres. Of several it is the one with most of them; nil if the whole grid has fewer.
    func square(with calls: Int) -> (x: Double, y: Double, side: Double)? {
        guard best(cells).calls >= calls else { return nil }
        var (low, high) = (1, cells)
        while low < high {
            let size = (low + high) / 2
            if best(size).calls >= calls { high = size } else { low = size + 1 }
        }
        let found = best(low)
        let metres = 2 * half / Double(cells)
        return (
            x: (Double(found.column) + Double(low) / 2) * metres - half,
            y: (Double(found.row) + Double(low) / 2) * metres - half, side: Double(low) * metres
        )
    }

    /// Returns the square of `size` cells with the most calls.
    private func best(_ size: Int) -> (calls: Int, row: Int, column: Int) {
        let width = cells + 1
        var best = (calls: -1, row: 0, column: 0)
        for row in 0...(cells - size) {
            for column in 0...(cells - size) {
                let (low, high) = (row * width + column, (row + size) * width + column)
                let calls = sums[high + size] - sums[high] - sums[low + size] + sums[low]
                if calls > best.calls { best = (calls, row, column) }
            }
        }
        return best
    }
}
