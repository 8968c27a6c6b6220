package import TransitModel

/// The paths that vehicles follow.
public struct ShapeColumns: Sendable {
    /// GTFS `shape_id`.
    package let ids: Column<StringIndex>
    /// 1 for shapes that the import made of a map or of other trips; nil if there are none.
    private let inferred: Column<UInt8>?
    /// The offsets of each shape's points.
    package let pointOffsets: OffsetColumn
    /// Ten-millionths of a degree.
    package let latitudes: Column<Int32>
    /// Ten-millionths of a degree.
    package let longitudes: Column<Int32>
    /// Metres from the start of the shape.
    package let distances: Column<Float>
    /// The shape of each path; a path is a stop sequence along a shape.
    package let pathShapes: Column<ShapeIndex>
    /// The offsets of each path's distances.
    package let pathDistanceOffsets: OffsetColumn
    /// Metres along the shape for each call.
    package let pathDistances: Column<Float>

    init(_ file: NetworkFile) throws(NetworkFileError) {
        ids = try file.column(.shapeID)
        inferred = file.contains(.shapeInferred) ? try file.column(.shapeInferred) : nil
        pointOffsets = try file.offsets(.shapePointOffsets)
        latitudes = try file.column(.shapeLatitude)
        longitudes = try file.column(.shapeLongitude)
        distances = try file.column(.shapeDistance)
        pathShapes = try file.column(.pathShape)
        pathDistanceOffsets = try file.offsets(.pathDistanceOffsets)
        pathDistances = try file.column(.pathDistance)
    }

    /// Returns whether a shape is not the feed's.
    ///
    /// Such a shape has a corner between two calls if a way between them is known.
    package func isInferred(_ shape: ShapeIndex) -> Bool {
        guard let inferred else { return false }
        return inferred[shape] != 0
    }

    /// The number of shapes.
    public var count: Int { ids.count }
}

/// Footpaths between stops, and transfer rules.
public struct FootpathColumns: Sendable {
    /// The offsets of the footpaths from each stop.
    package let offsets: OffsetColumn
    /// The stops that can be reached on foot from each stop, the nearest first.
    package let targets: Column<StopIndex>
    /// The duration of each footpath.
    package let seconds: Column<UInt32>
    /// The origin of each footpath; see the flags below.
    package let flags: Column<UInt8>

    /// Marks a footpath stated in `transfers.txt`.
    package static let statedFlag: UInt8 = 1
    /// Marks a footpath that follows the station's `pathways.txt`.
    package static let pathwayFlag: UInt8 = 2
    /// Marks a footpath known to have stairs, an escalator or another obstacle for wheelchairs.
    package static let stairsFlag: UInt8 = 4
    /// Marks a footpath along the streets of a map.
    package static let streetFlag: UInt8 = 8
    /// Marks the longer footpath for wheelchairs where another one to the same stop has obstacles.
    package static let stepFreeFlag: UInt8 = 16

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
    /// The minimum transfer time in seconds; -1 if none is stated.
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
