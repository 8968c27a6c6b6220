package import Timetables
package import TransitModel

/// A message of the operator about its service (GTFS-Realtime `Alert`).
package struct ServiceAlert: Hashable, Sendable {
    /// Unique within the source.
    package let id: String
    /// What it says in short, by language code; the empty code where the source names none.
    package let header: [String: String]
    /// What it says in full, by language code.
    package let description: [String: String]
    /// Where there is more to read, by language code; empty if nowhere.
    package let urls: [String: String]
    /// Where there is a picture of it, by language code; empty if nowhere.
    package let images: [String: String]
    /// What the picture shows, by language code.
    package let imageTexts: [String: String]
    /// GTFS-Realtime `cause` in its own spelling, as in `STRIKE`; nil if unknown.
    package let cause: String?
    /// GTFS-Realtime `effect` in its own spelling, as in `DETOUR`; nil if unknown.
    package let effect: String?
    /// GTFS-Realtime `severity_level` in its own spelling, as in `WARNING`; nil if unknown.
    package let severity: String?
    /// When it holds; empty for always.
    package let periods: [Period]
    /// What it is about; an alert without any is about the whole network.
    package let subjects: [Subject]

    /// A span of time, open at an end that is nil.
    package struct Period: Hashable, Sendable {
        /// The first moment; nil if it has always begun.
        package let start: UnixTime?
        /// The first moment after; nil if no end is known.
        package let end: UnixTime?

        /// The span between two moments.
        package init(start: UnixTime?, end: UnixTime?) {
            self.start = start
            self.end = end
        }
    }

    /// What an alert is about: everything that fits all members that are not nil.
    package struct Subject: Hashable, Sendable {
        /// The route; nil for any.
        package let route: RouteIndex?
        /// GTFS `direction_id` of the route's trips; nil for any.
        package let direction: Int?
        /// The stop or station; nil for any.
        package let stop: StopIndex?
        /// The trip; nil for any.
        package let trip: TripIndex?

        /// Names what an alert is about.
        package init(
            route: RouteIndex? = nil, direction: Int? = nil, stop: StopIndex? = nil,
            trip: TripIndex? = nil
        ) {
            self.route = route
            self.direction = direction
            self.stop = stop
            self.trip = trip
        }
    }

    /// Describes an alert.
    package init(
        id: String, header: [String: String], description: [String: String] = [:],
        urls: [String: String] = [:], images: [String: String] = [:],
        imageTexts: [String: String] = [:], cause: String? = nil, effect: String? = nil,
        severity: String? = nil, periods: [Period] = [], subjects: [Subject]
    ) {
        self.id = id
        self.header = header
        self.description = description
        self.urls = urls
        self.images = images
        self.imageTexts = imageTexts
        self.cause = cause
        self.effect = effect
        self.severity = severity
        self.periods = periods
        self.subjects = subjects
    }

    /// Whether it holds at some moment of a span.
    package func holds(from start: UnixTime, to end: UnixTime) -> Bool {
        periods.isEmpty
            || periods.contains {
                ($0.start.map { $0 <= end } ?? true) && ($0.end.map { $0 > start } ?? true)
            }
    }
}
