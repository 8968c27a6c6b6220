/// A service alert as reported by a live source (GTFS-Realtime `Alert`).
public struct AlertUpdate: Hashable, Sendable {
    /// A time span; nil at an end means open.
    public struct Period: Hashable, Sendable {
        /// The first instant; nil if it has no start.
        public let start: UnixTime?
        /// The first instant after the span; nil if no end is known.
        public let end: UnixTime?

        /// Creates the span between two instants.
        public init(start: UnixTime?, end: UnixTime?) {
            self.start = start
            self.end = end
        }
    }

    /// A selector of affected entities: those that match all members that are not nil.
    public struct Subject: Hashable, Sendable {
        /// GTFS `agency_id`; nil for any.
        public let agencyID: String?
        /// GTFS `route_type` as the source writes it, extended types included; nil for any.
        public let routeType: Int?
        /// GTFS `route_id`; nil for any.
        public let routeID: String?
        /// GTFS `direction_id` of the route's trips, 0 or 1; nil for any.
        public let directionID: Int?
        /// GTFS `stop_id`; nil for any.
        public let stopID: String?
        /// The run; nil for any.
        public let trip: TripReference?

        /// Creates a selector of affected entities.
        public init(
            agencyID: String? = nil, routeType: Int? = nil, routeID: String? = nil,
            directionID: Int? = nil, stopID: String? = nil, trip: TripReference? = nil
        ) {
            self.agencyID = agencyID
            self.routeType = routeType
            self.routeID = routeID
            self.directionID = directionID
            self.stopID = stopID
            self.trip = trip
        }
    }

    /// The alert's texts in all languages, by language code; the code is empty if the source names
    /// none.
    public struct Texts: Hashable, Sendable {
        /// The short text, by language code.
        public var header: [String: String] = [:]
        /// The full text, by language code.
        public var description: [String: String] = [:]
        /// A page with more information, by language code.
        public var url: [String: String] = [:]
        /// The address of an image, by language code.
        ///
        /// It is fetched only when a rider asks for it.
        public var image: [String: String] = [:]
        /// The description of the image, by language code.
        public var imageText: [String: String] = [:]

        /// Creates empty texts.
        public init() {}
    }

    /// The alert's classification, in GTFS-Realtime's own spelling.
    public struct Classes: Hashable, Sendable {
        /// For example `STRIKE`; nil if unknown.
        public var cause: String?
        /// For example `DETOUR`; nil if unknown.
        public var effect: String?
        /// For example `WARNING`; nil if unknown.
        public var severity: String?

        /// Creates a classification in which nothing is known.
        public init() {}
    }

    /// Unique within the source.
    public let id: String
    /// The alert's texts.
    public let texts: Texts
    /// The alert's classification.
    public let classes: Classes
    /// The active periods; empty means always.
    public let periods: [Period]
    /// The affected entities; an alert without any applies to the whole network.
    public let subjects: [Subject]

    /// Creates an alert.
    public init(
        id: String, texts: Texts, classes: Classes = Classes(), periods: [Period] = [],
        subjects: [Subject] = []
    ) {
        self.id = id
        self.texts = texts
        self.classes = classes
        self.periods = periods
        self.subjects = subjects
    }
}
