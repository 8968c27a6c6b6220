/// One call of a line: a place, and what is special there.
struct Call: ExpressibleByStringLiteral, Sendable {
    /// The key of a ``Place``.
    let place: String
    /// Platform codes there and back; nil: the kerb that lies on the right of the way.
    let platforms: (outbound: String, inbound: String)?
    /// How long vehicles wait, in seconds; nil: as usual for the kind of vehicle.
    private(set) var waitSeconds: Int?
    /// GTFS `pickup_type` and `drop_off_type` (0 regular, 1 none, 3 ask the driver).
    private(set) var pickupType = 0
    private(set) var dropOffType = 0
    /// Whether the time is exact; else it is left empty and riders' apps interpolate.
    private(set) var isTimed = true
    /// Shown on the vehicle from here on; nil: the trip's own headsign.
    private(set) var headsign: String?

    /// `Rathaus`, or with the platforms there and back: `Bahnhof#A/B`.
    init(_ text: String) {
        let parts = text.split(separator: "#")
        place = String(parts[0])
        let codes = parts.count > 1 ? parts[1].split(separator: "/").map { String($0) } : []
        platforms = codes.isEmpty ? nil : (codes[0], codes[codes.count - 1])
    }

    init(stringLiteral text: String) {
        self.init(text)
    }

    /// Vehicles wait here for `seconds`.
    func waiting(_ seconds: Int) -> Call { changed { $0.waitSeconds = seconds } }
    /// Riders tell the driver that they want to board or alight.
    func onRequest() -> Call {
        changed {
            $0.pickupType = 3
            $0.dropOffType = 3
        }
    }
    /// Only boarding.
    func boardingOnly() -> Call { changed { $0.dropOffType = 1 } }
    /// Only alighting.
    func alightingOnly() -> Call { changed { $0.pickupType = 1 } }
    /// Without an exact time.
    func untimed() -> Call { changed { $0.isTimed = false } }
    /// Vehicles show `headsign` from here on.
    func showing(_ headsign: String) -> Call { changed { $0.headsign = headsign } }

    private func changed(_ change: (inout Call) -> Void) -> Call {
        var copy = self
        change(&copy)
        return copy
    }
}

/// A list of calls that vehicles of a line serve there and back, by one timetable.
///
/// A line has one course, and further ones for branches and short workings.
struct Course: Sendable {
    let calls: [Call]
    let timetable: Timetable
    /// False for loops, which run one way only.
    let runsBothWays: Bool

    /// A course there and back.
    init(_ calls: [Call], _ timetable: Timetable) {
        self.calls = calls
        self.timetable = timetable
        runsBothWays = true
    }

    /// A course that runs one way only.
    init(loop calls: [Call], _ timetable: Timetable) {
        self.calls = calls
        self.timetable = timetable
        runsBothWays = false
    }
}

/// A line as riders know it: a name, a colour, a kind of vehicle and its courses.
struct Line: Sendable {
    /// How a line's departures are written down in GTFS.
    enum Departures: Sendable {
        /// Each trip by itself.
        case listed
        /// `frequencies.txt` with `exact_times=1`: a rhythm that is kept to the minute.
        case exactRhythm
        /// `frequencies.txt` with `exact_times=0`: about every so many minutes.
        case looseRhythm
    }

    let name: String
    let longName: String
    let vehicle: VehicleKind
    /// `RRGGBB`.
    let colour: String
    var departures = Departures.listed
    /// The line that vehicles go on as where the two meet, with the riders seated.
    var continuesAs: String?
    /// Whether `shape_dist_traveled` is given.
    var hasDistances = true
    let courses: [Course]

    /// The GTFS id of the route.
    var id: String { slug(name) }
}
