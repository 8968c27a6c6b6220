package import TransitModel

/// Something on the map of the demo's town, with OpenStreetMap's tags.
package struct DemoFeature: Sendable {
    /// Where it is on the ground.
    package enum Shape: Sendable {
        case point(Coordinate)
        case line([Coordinate])
        /// A ring; the last point connects to the first.
        case area([Coordinate])
    }

    package let shape: Shape
    package let tags: [String: String]

    init(_ point: Point, _ tags: [String: String]) {
        shape = .point(Georeference.coordinate(point))
        self.tags = tags
    }

    init(line: [Point], _ tags: [String: String]) {
        shape = .line(line.map { Georeference.coordinate($0) })
        self.tags = tags
    }

    init(area: [Point], _ tags: [String: String]) {
        shape = .area(area.map { Georeference.coordinate($0) })
        self.tags = tags
    }
}
