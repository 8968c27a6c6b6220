/// A reference to one run of a trip, as live sources give it.
public struct TripReference: Hashable, Sendable {
    /// GTFS `trip_id`; nil when the source knows only the route.
    public let tripID: String?
    /// GTFS `route_id`; nil when the source does not say.
    public let routeID: String?
    /// GTFS `direction_id`, 0 or 1; nil when the source does not say.
    public let directionID: Int?
    /// The service day; nil if it must be inferred.
    public let serviceDay: ServiceDay?
    /// The scheduled first departure, which identifies a frequency-based run; nil if the source
    /// does not say.
    public let startTime: ServiceTime?

    /// Creates a reference from whatever is known about the run.
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
    /// The label that riders read on the vehicle, at most 100 Unicode scalars; nil if unknown.
    public let label: String?
    /// The measured location.
    public let coordinate: Coordinate
    /// Degrees clockwise from north, 0..<360; nil if unknown.
    public let headingDegrees: Double?
    /// Metres per second; nil if unknown.
    public let speedMetresPerSecond: Double?
    /// When the position was measured.
    public let time: UnixTime
    /// The run that the vehicle reports; nil if it reports none.
    public let trip: TripReference?
    /// The occupancy that the vehicle reports; nil if it reports none.
    public let occupancy: Occupancy?
    /// Further, later runs under which the source also lists the vehicle, in order; empty if it
    /// lists only one.
    public var laterTrips: [TripReference] = []

    private static let maximumLabel = 100

    /// Creates a fix; a longer label is cut.
    public init(
        vehicleID: String, label: String? = nil, coordinate: Coordinate,
        headingDegrees: Double? = nil, speedMetresPerSecond: Double? = nil, time: UnixTime,
        trip: TripReference? = nil, occupancy: Occupancy? = nil
    ) {
        self.vehicleID = vehicleID
        self.label = label?.beginning(scalars: Self.maximumLabel)
        self.coordinate = coordinate
        self.headingDegrees = headingDegrees
        self.speedMetresPerSecond = speedMetresPerSecond
        self.time = time
        self.trip = trip
        self.occupancy = occupancy
    }
}
