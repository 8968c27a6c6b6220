/// A call of a line, with its deviations from a regular call.
struct Call: ExpressibleByStringLiteral, Sendable {
    /// The key of a ``StopPlace``.
    let place: String
    /// The platform codes in each direction; nil for the kerb on the right of the direction of
    /// travel.
    let platforms: (outbound: String, inbound: String)?
    /// The dwell time in seconds; nil for the vehicle kind's default.
    private(set) var waitSeconds: Int?
    /// GTFS `pickup_type` and `drop_off_type` (0 regular, 1 none, 3 on request to the driver).
    private(set) var pickupType = 0
    private(set) var dropOffType = 0
    /// Whether the call has exact times; otherwise they are empty and consumers interpolate.
    private(set) var isTimed = true
    /// The headsign from this call on; nil for the trip's own.
    private(set) var headsign: String?

    /// Parses `Rathaus`, or with the platforms of both directions `Bahnhof#A/B`.
    init(_ text: String) {
        let parts = text.split(separator: "#")
        place = String(parts[0])
        let codes = parts.count > 1 ? parts[1].split(separator: "/").map { String($0) } : []
        platforms = codes.isEmpty ? nil : (codes[0], codes[codes.count - 1])
    }

    init(stringLiteral text: String) {
        self.init(text)
    }

    /// Sets the dwell time in seconds.
    func waiting(_ seconds: Int) -> Call { changed { $0.waitSeconds = seconds } }
    /// Makes the call on request to the driver.
    func onRequest() -> Call {
        changed {
            $0.pickupType = 3
            $0.dropOffType = 3
        }
    }
    /// Forbids alighting.
    func boardingOnly() -> Call { changed { $0.dropOffType = 1 } }
    /// Forbids boarding.
    func alightingOnly() -> Call { changed { $0.pickupType = 1 } }
    /// Removes the exact time.
    func untimed() -> Call { changed { $0.isTimed = false } }
    func showing(_ headsign: String) -> Call { changed { $0.headsign = headsign } }

    private func changed(_ change: (inout Call) -> Void) -> Call {
        var copy = self
        change(&copy)
        return copy
    }
}

/// The calls of a line in one or both directions, with their headways.
///
/// A line has one course, and more for branches and short workings.
struct Course: Sendable {
    let calls: [Call]
    let headways: Headways
    /// False for loops, which run in one direction only.
    let runsBothWays: Bool

    /// A course in both directions.
    init(_ calls: [Call], _ headways: Headways) {
        self.calls = calls
        self.headways = headways
        runsBothWays = true
    }

    /// A course in one direction only.
    init(loop calls: [Call], _ headways: Headways) {
        self.calls = calls
        self.headways = headways
        runsBothWays = false
    }
}

/// A line as riders know it: name, colour, vehicle kind and courses.
struct Line: Sendable {
    /// The representation of a line's departures in GTFS.
    enum Departures: Sendable {
        /// Each trip is listed.
        case listed
        /// `frequencies.txt` with `exact_times=1`: a headway with exact departures.
        case exactRhythm
        /// `frequencies.txt` with `exact_times=0`: an approximate headway.
        case looseRhythm
    }

    let name: String
    let longName: String
    let vehicle: VehicleKind
    /// `RRGGBB`.
    let colour: String
    var departures = Departures.listed
    /// The line that vehicles continue as where the two meet, with riders staying seated.
    var continuesAs: String?
    /// Whether the feed has `shape_dist_traveled` for the line.
    var hasDistances = true
    let courses: [Course]

    /// The GTFS id of the route.
    var id: String { slug(name) }
}
