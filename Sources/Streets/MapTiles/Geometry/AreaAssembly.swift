/// Sorts the rings of an area into outer rings and their holes.
enum AreaAssembly {
    /// Returns the rings in the order of a tile: each outer ring, clockwise, followed by its holes,
    /// which run the other way.
    ///
    /// A ring inside an odd number of others is a hole of the smallest of them, whatever the map
    /// calls it.
    static func parts(of rings: [[WorldPoint]]) -> [[WorldPoint]] {
        let sized = rings.filter { $0.count > 3 }
            .map { (ring: $0, area: Rings.doubleArea($0), box: WorldBox($0)) }
            .filter { $0.area != 0 }
            .sorted { abs($0.area) > abs($1.area) }
        guard sized.count > 1 else {
            return sized.map { turned($0.ring, $0.area, isOuter: true) }
        }
        var depths: [Int] = []
        var holes: [Int: [Int]] = [:]
        var outers: [Int] = []
        for (number, inner) in sized.enumerated() {
            var parent: Int?
            for other in (0..<number).reversed()
            where sized[other].box.contains(inner.box)
                && Rings.contains(sized[other].ring, inner.ring[0])
            {
                parent = other
                break
            }
            let depth = parent.map { depths[$0] + 1 } ?? 0
            depths.append(depth)
            if depth % 2 == 1, let parent {
                holes[parent, default: []].append(number)
            } else {
                outers.append(number)
            }
        }
        return outers.flatMap { outer in
            [turned(sized[outer].ring, sized[outer].area, isOuter: true)]
                + (holes[outer] ?? []).map {
                    turned(sized[$0].ring, sized[$0].area, isOuter: false)
                }
        }
    }

    private static func turned(
        _ ring: [WorldPoint], _ area: Double, isOuter: Bool
    ) -> [WorldPoint] {
        (area > 0) == isOuter ? ring : ring.reversed()
    }

    /// Returns a point amid a ring, where its name belongs: the middle of its box, if that is
    /// inside, else the mean of its points.
    static func middle(of ring: [WorldPoint]) -> WorldPoint {
        let box = WorldBox(ring)
        let middle = WorldPoint(
            x: Int32((Int64(box.minX) + Int64(box.maxX)) / 2),
            y: Int32((Int64(box.minY) + Int64(box.maxY)) / 2))
        if Rings.contains(ring, middle) { return middle }
        let count = Int64(max(1, ring.count))
        return WorldPoint(
            x: Int32(ring.reduce(0) { $0 + Int64($1.x) } / count),
            y: Int32(ring.reduce(0) { $0 + Int64($1.y) } / count))
    }
}
