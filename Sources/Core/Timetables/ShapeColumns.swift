public import TransitModel

/// The paths that vehicles take.
public struct ShapeColumns: Sendable {
    /// GTFS `shape_id`.
    package let ids: Column<StringIndex>
    /// Where each shape's points are.
    package let pointOffsets: OffsetColumn
    /// Ten-millionths of a degree.
    package let latitudes: Column<Int32>
    /// Ten-millionths of a degree.
    package let longitudes: Column<Int32>
    /// Metres from the start of the shape.
    package let distances: Column<Float>
    /// The shape of each path: a path is a stop sequence along a shape.
    package let pathShapes: Column<ShapeIndex>
    /// Where each path's distances are.
    package let pathDistanceOffsets: OffsetColumn
    /// Metres along the shape for each call.
    package let pathDistances: Column<Float>

    init(_ file: NetworkFile) throws(NetworkFileError) {
        ids = try file.column(.shapeID)
        pointOffsets = try file.offsets(.shapePointOffsets)
        latitudes = try file.column(.shapeLatitude)
        longitudes = try file.column(.shapeLongitude)
        distances = try file.column(.shapeDistance)
        pathShapes = try file.column(.pathShape)
        pathDistanceOffsets = try file.offsets(.pathDistanceOffsets)
        pathDistances = try file.column(.pathDistance)
    }

    /// How many shapes there are.
    public var count: Int { ids.count }

    /// The place of a point of all shapes' points.
    public func coordinate(point: Int) -> Coordinate {
        Coordinate(
            latitude: Double(latitudes[point]) / 1e7, longitude: Double(longitudes[point]) / 1e7)
    }

    /// The points of a shape in order.
    public func coordinates(_ shape: ShapeIndex) -> [Coordinate] {
        pointOffsets[shape].map { coordinate(point: $0) }
    }
}

/// Walks between stops, and rules for changing.
public struct FootpathColumns: Sendable {
    /// Where the walks from each stop are.
    package let offsets: OffsetColumn
    /// The stops that can be reached from each stop, the nearest first.
    package let targets: Column<StopIndex>
    /// How long each walk takes.
    package let seconds: Column<UInt32>
    /// Where each walk comes from; see the flags below.
    package let flags: Column<UInt8>

    /// Flag: stated in transfers.txt.
    package static let statedFlag: UInt8 = 1
    /// Flag: follows the station's pathways.txt.
    package static let pathwayFlag: UInt8 = 2
    /// Flag: known to have stairs or an escalator.
    package static let stairsFlag: UInt8 = 4

    /// GTFS `from_stop_id` of each rule.
    package let ruleFromStops: Column<StopIndex>
    /// GTFS `to_stop_id`.
    package let ruleToStops: Column<StopIndex>
    /// GTFS `from_route_id`.
    package let ruleFromRoutes: Column<RouteIndex>
    /// GTFS `to_route_id`.
    package let ruleToRoutes: Column<RouteIndex>
    /// GTFS `from_trip_id`.
    package let ruleFromTrips: Column<TripIndex>
    /// GTFS `to_trip_id`.
    package let ruleToTrips: Column<TripIndex>
    /// GTFS `transfer_type`.
    package let ruleTypes: Column<UInt8>
    /// Least seconds for the change, -1 where none is stated.
    package let ruleSeconds: Column<Int32>

    init(_ file: NetworkFile) throws(NetworkFileError) {
        offsets = try file.offsets(.footpathOffsets)
        targets = try file.column(.footpathTarget)
        seconds = try file.column(.footpathSeconds)
        flags = try file.column(.footpathFlags)
        ruleFromStops = try file.column(.transferFromStop)
        ruleToStops = try file.column(.transferToStop)
        ruleFromRoutes = try file.column(.transferFromRoute)
        ruleToRoutes = try file.column(.transferToRoute)
        ruleFromTrips = try file.column(.transferFromTrip)
        ruleToTrips = try file.column(.transferToTrip)
        ruleTypes = try file.column(.transferType)
        ruleSeconds = try file.column(.transferSeconds)
    }
}
