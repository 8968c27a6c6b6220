package import TransitModel

/// A route that a rider chose between two places: lines in order, and where to transfer.
///
/// It stores names, not indices of a network, so that it survives another import, and enough data
/// to be shown when nothing else is available.
package struct SavedRoute: Codable, Hashable, Sendable {
    /// Unique among the rider's routes; lower-case letters and digits.
    package let id: String
    /// The rides in order, 1 to ``maximumRides``.
    package var rides: [SavedRide]
    /// The duration of each transfer in seconds, walks included: one fewer than there are rides.
    package var changeSeconds: [Int]
    /// The walk from the origin to the first vehicle, in seconds.
    package var walkBeforeSeconds: Int
    /// The walk from the last vehicle to the destination, in seconds.
    package var walkAfterSeconds: Int
    /// When the rider wants notifications about it; at most ``maximumReminders``.
    package var reminders: [SavedReminder]

    /// The largest number of rides of a route.
    package static let maximumRides = 8
    /// The largest number of reminders of a route.
    package static let maximumReminders = 20

    /// Creates a route; transfers must match the rides, see ``problem``.
    package init(
        id: String, rides: [SavedRide], changeSeconds: [Int], walkBeforeSeconds: Int = 0,
        walkAfterSeconds: Int = 0, reminders: [SavedReminder] = []
    ) {
        self.id = id
        self.rides = rides
        self.changeSeconds = changeSeconds
        self.walkBeforeSeconds = walkBeforeSeconds
        self.walkAfterSeconds = walkAfterSeconds
        self.reminders = reminders
    }

    /// A sentence about the first invalid member; nil if all are valid.
    package var problem: String? {
        guard (1...Self.maximumRides).contains(rides.count) else {
            return "A route has 1 to \(Self.maximumRides) rides, not \(rides.count)."
        }
        guard changeSeconds.count == rides.count - 1 else {
            return "'changeSeconds' must have \(rides.count - 1) numbers, one for each change."
        }
        let seconds = changeSeconds + [walkBeforeSeconds, walkAfterSeconds]
        guard seconds.allSatisfy({ (0...7200).contains($0) }) else {
            return "Walks and changes take 0 to 7200 seconds."
        }
        guard reminders.count <= Self.maximumReminders else {
            return "A route has at most \(Self.maximumReminders) reminders."
        }
        return rides.lazy.flatMap { [$0.from, $0.to] }.compactMap(\.problem).first
            ?? reminders.lazy.compactMap(\.problem).first
    }
}

/// One ride of a saved route.
package struct SavedRide: Codable, Hashable, Sendable {
    /// The line's name as riders know it.
    package let line: String
    package let mode: TransitMode
    /// Where the rider boards.
    package let from: SavedStop
    /// Where the rider alights.
    package let to: SavedStop
    /// The headsign; nil if unknown.
    package let headsign: String?
    /// The duration from departure to arrival in seconds, when it was saved.
    package let seconds: Int
    /// The names of the intermediate stops, when it was saved.
    package let passed: [String]

    package init(
        line: String, mode: TransitMode, from: SavedStop, to: SavedStop, headsign: String? = nil,
        seconds: Int, passed: [String] = []
    ) {
        self.line = line
        self.mode = mode
        self.from = from
        self.to = to
        self.headsign = headsign
        self.seconds = seconds
        self.passed = passed
    }
}

/// A stop or station as it was when it was saved.
package struct SavedStop: Codable, Hashable, Sendable {
    /// GTFS `stop_id`.
    package let id: String
    package let name: String
    /// Degrees north; nil if the feed does not say.
    package let latitude: Double?
    /// Degrees east; nil if the feed does not say.
    package let longitude: Double?

    package init(id: String, name: String, latitude: Double? = nil, longitude: Double? = nil) {
        self.id = id
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The coordinate; nil if unknown.
    package var coordinate: Coordinate? { place.coordinate }

    /// The same as a place; an empty id makes it a place that is not a stop.
    package var place: SavedPlace {
        SavedPlace(
            stop: id.isEmpty ? nil : id, name: name, latitude: latitude, longitude: longitude)
    }

    /// A sentence about the first invalid member; nil if all are valid.
    var problem: String? { place.problem }
}

/// When a rider wants notifications about a route: for the departure at a time on certain weekdays.
package struct SavedReminder: Codable, Hashable, Sendable {
    /// Minutes after midnight in the first stop's time zone: 0 to 1439.
    package let minute: Int
    /// 1 is Monday, 7 is Sunday; sorted, without repetition.
    package let weekdays: [Int]

    /// Creates a reminder; weekdays are sorted.
    package init(minute: Int, weekdays: [Int]) {
        self.minute = minute
        self.weekdays = Set(weekdays).sorted()
    }

    /// Creates a reminder of weekdays that are sorted, without repetition.
    init(minute: Int, sorted weekdays: [Int]) {
        self.minute = minute
        self.weekdays = weekdays
    }

    /// A sentence about the first invalid member; nil if all are valid.
    package var problem: String? {
        guard (0..<1440).contains(minute) else {
            return "A reminder's minute is 0 to 1439, counted from midnight, not \(minute)."
        }
        guard !weekdays.isEmpty, weekdays.allSatisfy((1...7).contains) else {
            return "A reminder's weekdays are some of 1 (Monday) to 7 (Sunday)."
        }
        return nil
    }

    /// Whether the reminder applies on a day.
    package func isOn(_ day: ServiceDay) -> Bool { weekdays.contains(day.weekday + 1) }

    /// The instants that the time can mean on a day, the most likely first.
    ///
    /// There is one, except on days on which clocks are set: it is when local clocks show the
    /// time, or else when a run leaves whose timetable has that time, of that day or after
    /// midnight of the day before.
    func instants(on day: ServiceDay, in zone: TransitTimeZone) -> [WantedDeparture] {
        let clock = zone.instant(clock: ServiceTime(hours: 0, minutes: minute), on: day)
        let ofTimetable = [0, 1].map { before in
            let serviceDay = day.advanced(by: -before)
            let time = ServiceTime(hours: 24 * before, minutes: minute)
            return WantedDeparture(time: zone.time(time, on: serviceDay), serviceDay: serviceDay)
        }
        return [WantedDeparture(time: clock, serviceDay: nil)]
            + ofTimetable.filter { $0.time != clock }
    }
}

/// When a reminder wants a departure.
struct WantedDeparture {
    let time: UnixTime
    /// The service day of its run; nil for any.
    let serviceDay: ServiceDay?
}
