import TransitModel

/// A fix in whole numbers, its texts replaced by their numbers in the file's dictionaries.
struct PackedFix: Hashable {
    /// Milliseconds since 1970.
    var time: Int64
    /// Millionths of a degree.
    var latitude: Int32
    /// Millionths of a degree.
    var longitude: Int32
    /// Whole degrees, 0...359; -1 if unknown.
    var heading: Int32
    /// Tenths of a metre a second; -1 if unknown.
    var speed: Int32
    /// Whole seconds from the measurement to its arrival, rounded up.
    var lag: Int32
    /// What the vehicle is on, by its number; 0 for nothing.
    var assignment: UInt32
    /// The service day, in days since 1970; ``noDay`` if unknown.
    var day: Int32
    /// What riders read on the vehicle, by its number; 0 for nothing.
    var label: UInt32

    static let noDay = Int32.min
    static let unitsPerDegree = 1e6
    private static let speedUnits = 10.0
    private static let topSpeed = 1000.0
    /// 1970 to 2243: times outside come from no clock and would not fit the arithmetic.
    static let times: Range<Int64> = 0..<(100_000 * 86_400_000)

    /// What a block begins from.
    static func start(hour: Int64) -> PackedFix {
        PackedFix(
            time: hour * 3_600_000, latitude: 0, longitude: 0, heading: -1, speed: -1, lag: 0,
            assignment: 0, day: noDay, label: 0)
    }

    /// The hour that the fix belongs to, counted since 1970.
    var hour: Int64 { time / 3_600_000 }
}

extension PackedFix {
    /// nil if the fix is off the globe or from no possible time.
    init?(_ archived: ArchivedFix, assignment: UInt32, label: UInt32) {
        let fix = archived.fix
        guard Self.times.contains(fix.time.milliseconds),
            (-90.0...90.0).contains(fix.coordinate.latitude),
            (-180.0...180.0).contains(fix.coordinate.longitude)
        else { return nil }
        time = fix.time.milliseconds
        latitude = Int32((fix.coordinate.latitude * Self.unitsPerDegree).rounded())
        longitude = Int32((fix.coordinate.longitude * Self.unitsPerDegree).rounded())
        heading = Self.heading(fix.headingDegrees)
        speed =
            fix.speedMetresPerSecond.flatMap {
                (0...Self.topSpeed).contains($0) ? Int32(($0 * Self.speedUnits).rounded()) : nil
            } ?? -1
        let seconds = archived.received.seconds(since: fix.time).rounded(.up)
        lag = Int32(min(max(seconds, -1e6), 1e6))
        self.assignment = assignment
        day = fix.trip?.serviceDay?.daysSince1970 ?? Self.noDay
        self.label = label
    }

    private static func heading(_ degrees: Double?) -> Int32 {
        guard let degrees, degrees.isFinite else { return -1 }
        let rest = Int32(degrees.truncatingRemainder(dividingBy: 360).rounded())
        return (rest + 360) % 360
    }

    /// The fix again, with the texts that the numbers stood for.
    func archived(vehicleID: String, assignment: Assignment?, label: String?) -> ArchivedFix {
        let time = UnixTime(milliseconds: time)
        let fix = VehicleFix(
            vehicleID: vehicleID, label: label,
            coordinate: Coordinate(
                latitude: Double(latitude) / Self.unitsPerDegree,
                longitude: Double(longitude) / Self.unitsPerDegree),
            headingDegrees: heading < 0 ? nil : Double(heading),
            speedMetresPerSecond: speed < 0 ? nil : Double(speed) / Self.speedUnits, time: time,
            trip: (assignment ?? Assignment()).trip(
                on: day == Self.noDay ? nil : ServiceDay(daysSince1970: day)))
        return ArchivedFix(
            fix, routeID: assignment?.routeID, received: time.advanced(bySeconds: Double(lag)))
    }
}

/// What a vehicle is on, without the day: the same texts come again every day.
struct Assignment: Hashable {
    /// The trip that the source named; empty if none.
    var tripID = ""
    /// The route that the source named; empty if none.
    var tripRouteID = ""
    /// The start that the source named, in seconds of the service day; nil if none.
    var startSeconds: Int32?
    /// The route that the fix was placed on; empty if none.
    var foundRouteID = ""

    var routeID: String? { foundRouteID.isEmpty ? nil : foundRouteID }

    func trip(on day: ServiceDay?) -> TripReference? {
        let reference = TripReference(
            tripID: tripID.isEmpty ? nil : tripID,
            routeID: tripRouteID.isEmpty ? nil : tripRouteID, serviceDay: day,
            startTime: startSeconds.map(ServiceTime.init(seconds:)))
        return reference == TripReference() ? nil : reference
    }
}

extension Assignment {
    /// nil if no trip and no route is known.
    init?(_ archived: ArchivedFix) {
        let trip = archived.fix.trip
        tripID = trip?.tripID ?? ""
        tripRouteID = trip?.routeID ?? ""
        startSeconds = trip?.startTime?.seconds
        foundRouteID = archived.routeID ?? ""
        guard self != Assignment() else { return nil }
    }
}
