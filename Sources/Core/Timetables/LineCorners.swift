package import TransitModel

/// The corners of a line in ten-millionths of a degree, as in the network's file.
///
/// A server keeps thousands of lines: the corners of a shape stay in the file's memory.
package struct LineCorners: RandomAccessCollection, Sendable {
    @usableFromInline let latitudes: Column<Int32>
    @usableFromInline let longitudes: Column<Int32>

    init(_ rows: Range<Int>, of shapes: ShapeColumns) {
        latitudes = shapes.latitudes.part(rows)
        longitudes = shapes.longitudes.part(rows)
    }

    init(_ places: [Coordinate]) {
        latitudes = Column(copying: places.map { Int32(($0.latitude * 1e7).rounded()) })
        longitudes = Column(copying: places.map { Int32(($0.longitude * 1e7).rounded()) })
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { latitudes.count }
    /// Without this, each look at the count of a collection goes through its protocol.
    @inlinable package var count: Int { latitudes.count }

    @inlinable
    package subscript(corner: Int) -> Coordinate {
        Coordinate(
            latitude: Double(latitudes[corner]) / 1e7, longitude: Double(longitudes[corner]) / 1e7)
    }
}

/// Metres from the start of a line to each of its corners; those of a shape stay in the file's
/// memory.
package struct LineDistances: RandomAccessCollection, Sendable {
    @usableFromInline let ofShape: Column<Float>?
    @usableFromInline let own: [Double]

    init(_ rows: Range<Int>, of shapes: ShapeColumns) {
        ofShape = shapes.distances.part(rows)
        own = []
    }

    init(_ metres: [Double]) {
        ofShape = nil
        own = metres
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { ofShape?.count ?? own.count }

    @inlinable
    package subscript(corner: Int) -> Double {
        if let ofShape { return Double(ofShape[corner]) }
        return own[corner]
    }
}
