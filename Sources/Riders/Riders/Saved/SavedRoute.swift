package import TransitModel

/// A way that a rider chose between two places: lines in order, and where to change.
///
/// It holds words and not rows of a network, so that it survives another import, and enough of what
/// was known when it was saved to be shown when nothing else is.
package struct SavedRoute: Codable, Hashable, Sendable {
    /// Unique among the rider's; lower-case letters and digits.
    package let id: String
    /// The rides in order, 1 to ``maximumRides``.
    package var rides: [SavedRide]
    /// Seconds that each change takes, walks included: one less than there are rides.
    package var changeSeconds: [Int]
    /// Seconds on foot from the origin to the first vehicle.
    package var walkBeforeSeconds: Int
    /// Seconds on foot from the last vehicle to the destination.
    package var walkAfterSeconds: Int
    /// When the rider wants to hear about it; at most ``maximumReminders``.
    package var reminders: [SavedReminder]

    /// The most rides of a route.
    package static let maximumRides = 8
    /// The most reminders of a route.
    package static let maximumReminders = 20

    /// A route; the numbers of changes and rides must fit, see ``problem``.
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

    /// What is wrong with it, in a sentence; nil if nothing is.
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

/// One vehicle of a saved route.
package struct SavedRide: Codable, Hashable, Sendable {
    /// What riders call the line.
    package let line: String
    /// What kind of vehicle it is.
    package let mode: TransitMode
    /// Where it is boarded.
    package let from: SavedStop
    /// Where it is left.
    package let to: SavedStop
    /// Where the vehicle said it goes; nil if it did not.
    package let headsign: String?
    /// Seconds from departure to arrival, when it was saved.
    package let seconds: Int
    /// The names of the stops between, when it was saved.
    package let passed: [String]

    /// Describes a ride.
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
    /// What it is called.
    package let name: String
    /// Degrees north; nil if the feed did not say.
    package let latitude: Double?
    /// Degrees east; nil if the feed did not say.
    package let longitude: Double?

    /// Describes a stop.
    package init(id: String, name: String, latitude: Double? = nil, longitude: Double? = nil) {
        self.id = id
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Where it is; nil if that is not known.
    package var coordinate: Coordinate? {
        guard let latitude, let longitude else { return nil }
        let place = Coordinate(latitude: latitude, longitude: longitude)
        return place.isPlausible ? place : nil
    }

    /// The same as a place; with an empty id it is no stop.
    package var place: SavedPlace {
        SavedPlace(
            stop: id.isEmpty ? nil : id, name: name, latitude: latitude, longitude: longitude)
    }

    /// What is wrong with it, in a sentence; nil if nothing is.
    var problem: String? { place.problem }
}

/// When a rider wants to hear about a route: about the departure at a time on some days of the
/// week.
package struct SavedReminder: Codable, Hashable, Sendable {
    /// Minutes after midnight, by the clocks at the first stop: 0 to 1439.
    package let minute: Int
    /// 1 is Monday, 7 is Sunday; sorted, each once.
    package let weekdays: [Int]

    /// A reminder; weekdays are sorted.
    package init(minute: Int, weekdays: [Int]) {
        self.minute = minute
        self.weekdays = Set(weekdays).sorted()
    }

    /// What is wrong with it, in a sentence; nil if nothing is.
    package var problem: String? {
        guard (0..<1440).contains(minute) else {
            return "A reminder's minute is 0 to 1439, counted from midnight, not \(minute)."
        }
        guard !weekdays.isEmpty, weekdays.allSatisfy((1...7).contains) else {
            return "A reminder's weekdays are some of 1 (Monday) to 7 (Sunday)."
        }
        return nil
    }

    /// Whether it is about a day.
    package func isOn(_ day: ServiceDay) -> Bool { weekdays.contains(day.weekday + 1) }
}
