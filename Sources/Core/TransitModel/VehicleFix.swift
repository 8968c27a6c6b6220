/// Names one run of a trip, as live sources do.
public struct TripReference: Hashable, Sendable {
    /// GTFS `trip_id`; nil when the source knows only the route.
    public let tripID: String?
    /// GTFS `route_id`; nil when the source does not say.
    public let routeID: String?
    /// GTFS `direction_id`, 0 or 1; nil when the source does not say.
    public let directionID: Int?
    /// The service day; nil when the source leaves it to be found.
    public let serviceDay: ServiceDay?
    /// The scheduled first departure: it names a frequency-based run; nil if the source does not
    /// say.
    public let startTime: ServiceTime?

    /// Names a run by whatever is known of it.
    public init(
        tripID: String? = nil, routeID: String? = nil, directionID: Int? = nil,
        serviceDay: ServiceDay? = nil, startTime: ServiceTime? = nil
    ) {
        self.tripID = tripID
        self.routeID = routeID
        self.directionID = directionID
        self.serviceDay = serviceDay
        self.startTime = startTime
    }
}

/// One measured position of a vehicle.
public struct VehicleFix: Hashable, Sendable {
    /// The vehicle's id, unique within its source.
    public let vehicleID: String
    /// What riders read on the vehicle; nil if unknown.
    public let label: String?
    /// Where it was measured to be.
    public let coordinate: Coordinate
    /// Degrees clockwise from north, 0..<360; nil if unknown.
    public let headingDegrees: Double?
    /// Metres a second; nil if unknown.
    public let speedMetresPerSecond: Double?
    /// When the position was measured.
    public let time: UnixTime
    /// The run the vehicle says it is on; nil if it does not say.
    public let trip: TripReference?
    /// How full the vehicle says it is; nil if it does not say.
    public let occupancy: Occupancy?
    /// The runs behind that its source lists it under as well, in order; empty if it lists one
    /// only.
    public var laterTrips: [TripReference] = []

    /// Makes a fix, complete as measured.
    public init(
        vehicleID: String, label: String? = nil, coordinate: Coordinate,
        headingDegrees: Double? = nil, speedMetresPerSecond: Double? = nil, time: UnixTime,
        trip: TripReference? = nil, occupancy: Occupancy? = nil
    ) {
        self.vehicleID = vehicleID
        self.label = label
        self.coordinate = coordinate
        self.headingDegrees = headingDegrees
        self.speedMetresPerSecond = speedMetresPerSecond
        self.time = time
        self.trip = trip
        self.occupancy = occupancy
    }
}
