package import TransitModel

/// A trip that a rider wants reminders for: from a stop to another one, with an arrival time.
package struct PlannedTrip: Codable, Hashable, Sendable {
    /// Unique among the rider's trips; lower-case letters and digits.
    package private(set) var id: String
    /// Where the rider boards.
    package let from: SavedStop
    /// Where the rider alights.
    package let to: SavedStop
    /// The latest arrival: minutes after midnight in the network's time zone, 0 to 1439.
    package let arriveBy: Int
    /// The day of a single trip; nil if it repeats weekly.
    package let day: ServiceDay?
    /// 1 is Monday, 7 is Sunday; empty for a single trip.
    package let weekdays: [Int]
    /// The lines to take, with transfers and walks; nil for a ride on any line that serves both
    /// stops, as in trips of earlier versions.
    package private(set) var route: SavedRoute?
    /// When the file of the network was made in which it was saved, in Unix seconds; nil for a
    /// network without a file, and in trips of earlier versions.
    private(set) var networkModified: Int64?

    /// A trip on one day.
    package init(id: String, from: SavedStop, to: SavedStop, arriveBy: Int, on day: ServiceDay) {
        self.init(id: id, from: from, to: to, arriveBy: arriveBy, day: day, weekdays: [])
    }

    /// A trip on some days of every week.
    package init(id: String, from: SavedStop, to: SavedStop, arriveBy: Int, weekdays: [Int]) {
        self.init(
            id: id, from: from, to: to, arriveBy: arriveBy, day: nil,
            weekdays: Set(weekdays).sorted())
    }

    private init(
        id: String, from: SavedStop, to: SavedStop, arriveBy: Int, day: ServiceDay?,
        weekdays: [Int]
    ) {
        self.id = id
        self.from = from
        self.to = to
        self.arriveBy = arriveBy
        self.day = day
        self.weekdays = weekdays
    }

    func named(_ id: String) -> PlannedTrip {
        var named = self
        named.id = id
        return named
    }

    /// Returns the same trip, as one of this network.
    package func saved(in network: SavedNetwork) -> PlannedTrip {
        var trip = self
        trip.networkModified = network.modified?.seconds
        return trip
    }

    /// Returns the same trip along a route; the route's reminders are left out.
    package func along(_ route: SavedRoute) -> PlannedTrip {
        var trip = self
        trip.route = route
        trip.route?.reminders = []
        return trip
    }

    /// Where the first vehicle is boarded.
    var boarding: SavedStop { route?.rides.first?.from ?? from }
    /// Seconds on foot to the first vehicle.
    var walkBefore: Int64 { Int64(route?.walkBeforeSeconds ?? 0) }
    /// Seconds on foot from the last vehicle.
    var walkAfter: Int64 { Int64(route?.walkAfterSeconds ?? 0) }

    /// When local clocks show the latest arrival on a day.
    func deadline(on day: ServiceDay, in zone: TransitTimeZone) -> UnixTime {
        zone.instant(clock: ServiceTime(hours: 0, minutes: arriveBy), on: day)
    }

    package func isOn(_ day: ServiceDay) -> Bool {
        self.day.map { $0 == day } ?? weekdays.contains(day.weekday + 1)
    }

    /// What is wrong with it, in a sentence; nil if nothing is.
    package var problem: String? {
        guard (0..<1440).contains(arriveBy) else {
            return "'arriveBy' is 0 to 1439 minutes after midnight, not \(arriveBy)."
        }
        guard day != nil || !weekdays.isEmpty, weekdays.allSatisfy((1...7).contains) else {
            return "A trip has a day, or weekdays from 1 (Monday) to 7 (Sunday)."
        }
        return from.problem ?? to.problem ?? route?.problem
    }
}

/// Why a trip cannot be made, and what the rider can do.
package enum TripProblem: Error, Hashable, Sendable {
    /// A stop is no longer in the network.
    case unknownStop(name: String)
    case sameStop
    /// No line connects the stops without a transfer; says whether one goes the other way.
    case noLine(goesBack: Bool)
    /// Nothing runs between them that day.
    case noService(ServiceDay)
    /// All runs of the day that would arrive in time have left. Carries the arrival of the first
    /// one that still runs, nil if none does.
    case tooLate(next: UnixTime?)
    /// The first run of the day arrives later than requested, at that time.
    case tooEarly(first: UnixTime)

    /// A machine-readable code.
    package var code: String {
        switch self {
        case .unknownStop: "unknown-stop"
        case .sameStop: "same-stop"
        case .noLine: "no-line"
        case .noService: "no-service"
        case .tooLate: "too-late"
        case .tooEarly: "too-early"
        }
    }

    /// The day on which nothing runs; nil if that is not the problem.
    package var day: ServiceDay? { if case .noService(let day) = self { day } else { nil } }

    /// When the vehicle arrives that could be taken instead; nil if there is none.
    package var arrival: UnixTime? {
        switch self {
        case .tooLate(let next): next
        case .tooEarly(let first): first
        default: nil
        }
    }
}
