import TransitModel

/// A fix in whole numbers, with texts replaced by their numbers in the store's tables.
struct PackedFix: Hashable {
    /// In milliseconds since 1970.
    var time: Int64
    /// In millionths of a degree.
    var latitude: Int32
    /// In millionths of a degree.
    var longitude: Int32
    /// In whole degrees, 0...359; -1 if unknown.
    var heading: Int32
    /// In tenths of a metre per second; -1 if unknown.
    var speed: Int32
    /// Whole seconds from the measurement to its receipt, rounded up.
    var lag: Int32
    /// The number of the vehicle's assignment; 0 for none.
    var assignment: UInt32
    /// The service day in days since 1970; ``noDay`` if unknown.
    var day: Int32
    /// The number of the vehicle's label for riders; 0 for none.
    var label: UInt32

    static let noDay = Int32.min
    static let unitsPerDegree = 1e6
    private static let speedUnits = 10.0
    private static let topSpeed = 1000.0
    /// 1970 to 2243.
    ///
    /// Other times come from no working clock and would overflow the arithmetic.
    static let times: Range<Int64> = 0..<(100_000 * 86_400_000)

    /// Returns the reference for a block's first fix.
    static func start(hour: Int64) -> PackedFix {
        PackedFix(
            time: hour * 3_600_000, latitude: 0, longitude: 0, heading: -1, speed: -1, lag: 0,
            assignment: 0, day: noDay, label: 0)
    }

    /// The hour of the fix since 1970.
    var hour: Int64 { time / 3_600_000 }
}

extension PackedFix {
    /// Returns nil if the coordinate is off the globe or the time is impossible.
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

    /// Returns the unpacked fix, with the texts behind its numbers.
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

/// A vehicle's trip and route without the day, because the same texts recur every day.
struct Assignment: Hashable {
    /// The trip named by the source; empty if none.
    var tripID = ""
    /// The route named by the source; empty if none.
    var tripRouteID = ""
    /// The start time named by the source, in seconds of the service day; nil if none.
    var startSeconds: Int32?
    /// The route that the fix was matched to; empty if none.
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
    /// Returns nil if neither a trip nor a route is known.
    init?(_ archived: ArchivedFix) {
        let trip = archived.fix.trip
        tripID = trip?.tripID ?? ""
        tripRouteID = trip?.routeID ?? ""
        startSeconds = trip?.startTime?.seconds
        foundRouteID = archived.routeID ?? ""
        guard self != Assignment() else { return nil }
    }
}
