package import Timetables
package import TransitModel

/// An alert from the operator (GTFS-Realtime `Alert`).
package struct ServiceAlert: Hashable, Sendable {
    /// Unique within the source.
    package let id: String
    /// The short text by language code; the empty code if the source names no language.
    package let header: [String: String]
    /// The full text by language code.
    package let description: [String: String]
    /// Links to further information by language code; empty if there are none.
    package let urls: [String: String]
    /// Links to an image by language code; empty if there are none.
    package let images: [String: String]
    /// The alternative text of the image by language code.
    package let imageTexts: [String: String]
    /// GTFS-Realtime `cause` in its own spelling, such as `STRIKE`; nil if unknown.
    package let cause: String?
    /// GTFS-Realtime `effect` in its own spelling, such as `DETOUR`; nil if unknown.
    package let effect: String?
    /// GTFS-Realtime `severity_level` in its own spelling, such as `WARNING`; nil if unknown.
    package let severity: String?
    /// When the alert applies; empty for always.
    package let periods: [Period]
    /// What the alert is about; empty for the whole network.
    package let subjects: [Subject]

    /// A period; an end that is nil is open.
    package struct Period: Hashable, Sendable {
        /// The first instant; nil if the period has no known beginning.
        package let start: UnixTime?
        /// The first instant after the period; nil if no end is known.
        package let end: UnixTime?

        package init(start: UnixTime?, end: UnixTime?) {
            self.start = start
            self.end = end
        }
    }

    /// A selector: everything that matches all members that are not nil.
    package struct Subject: Hashable, Sendable {
        /// The route; nil for any.
        package let route: RouteIndex?
        /// GTFS `direction_id` of the route's trips; nil for any.
        package let direction: Int?
        /// The stop or station; nil for any.
        package let stop: StopIndex?
        /// The trip; nil for any.
        package let trip: TripIndex?

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

    /// Returns whether the alert applies at any instant of a period.
    package func holds(from start: UnixTime, to end: UnixTime) -> Bool {
        periods.isEmpty
            || periods.contains {
                ($0.start.map { $0 <= end } ?? true) && ($0.end.map { $0 > start } ?? true)
            }
    }
}
