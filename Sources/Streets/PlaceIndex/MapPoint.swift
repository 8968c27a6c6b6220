import TransitModel

/// A point in ten-millionths of a degree, as in OpenStreetMap.
struct MapPoint: Hashable, Sendable {
    var latitude: Int32
    var longitude: Int32

    init(latitude: Int32, longitude: Int32) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Converts a coordinate, clamped to valid degrees.
    init(_ coordinate: Coordinate) {
        latitude = Int32((max(-90, min(90, coordinate.latitude)) * 1e7).rounded())
        longitude = Int32((max(-180, min(180, coordinate.longitude)) * 1e7).rounded())
    }

    /// The mean of points; nil without points.
    init?(middleOf points: [MapPoint]) {
        guard !points.isEmpty else { return nil }
        let count = Int64(points.count)
        latitude = Int32(points.reduce(Int64(0)) { $0 + Int64($1.latitude) } / count)
        longitude = Int32(points.reduce(Int64(0)) { $0 + Int64($1.longitude) } / count)
    }

    var coordinate: Coordinate {
        Coordinate(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
    }
}

/// A bounding box of points.
struct MapBox: Sendable {
    var south = Int32.max
    var north = Int32.min
    var west = Int32.max
    var east = Int32.min

    mutating func include(_ point: MapPoint) {
        south = min(south, point.latitude)
        north = max(north, point.latitude)
        west = min(west, point.longitude)
        east = max(east, point.longitude)
    }

    mutating func include(_ box: MapBox) {
        south = min(south, box.south)
        north = max(north, box.north)
        west = min(west, box.west)
        east = max(east, box.east)
    }

    /// The squared distance in metres between two boxes; 0 if they touch.
    func squaredMetres(to other: MapBox, _ scale: MapScale) -> Double {
        let north = Double(max(0, max(other.south &- self.north, south &- other.north)))
        let east = Double(max(0, max(other.west &- self.east, west &- other.east)))
        return scale.squaredMetres(north: north, east: east)
    }

    /// The squared distance in metres to a point; 0 within the box.
    func squaredMetres(to point: MapPoint, _ scale: MapScale) -> Double {
        var box = MapBox()
        box.include(point)
        return squaredMetres(to: box, scale)
    }
}

/// The length of degrees around a latitude, accurate within some 50 km.
struct MapScale: Sendable {
    private let north: Double
    private let east: Double

    init(at point: MapPoint) {
        let plane = LocalPlane(around: point.coordinate)
        let corner = plane.point(
            Coordinate(
                latitude: point.coordinate.latitude + 0.001,
                longitude: point.coordinate.longitude + 0.001))
        (north, east) = (corner.y / 1e4, corner.x / 1e4)
    }

    /// The squared length in metres of differences in ten-millionths of a degree.
    func squaredMetres(north: Double, east: Double) -> Double {
        let (high, wide) = (north * self.north, east * self.east)
        return high * high + wide * wide
    }

    func squaredMetres(_ one: MapPoint, _ other: MapPoint) -> Double {
        squaredMetres(
            north: Double(Int(one.latitude) - Int(other.latitude)),
            east: Double(Int(one.longitude) - Int(other.longitude)))
    }
}
