/// A message of an operator about its service, as a live source tells it (GTFS-Realtime `Alert`).
public struct AlertUpdate: Hashable, Sendable {
    /// A span of time, open at an end that is nil.
    public struct Period: Hashable, Sendable {
        /// The first moment; nil if it has always begun.
        public let start: UnixTime?
        /// The first moment after; nil if no end is known.
        public let end: UnixTime?

        /// The span between two moments.
        public init(start: UnixTime?, end: UnixTime?) {
            self.start = start
            self.end = end
        }
    }

    /// What an alert is about: everything that fits all members that are not nil.
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

        /// Names what an alert is about.
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

    /// What it says, in all its languages; the empty code stands where the source names none.
    public struct Texts: Hashable, Sendable {
        /// In short, by language code.
        public var header: [String: String] = [:]
        /// In full, by language code.
        public var description: [String: String] = [:]
        /// Where there is more to read, by language code.
        public var url: [String: String] = [:]
        /// Where there is a picture of it, by language code; nobody but a rider who asks for it
        /// fetches it.
        public var image: [String: String] = [:]
        /// What the picture shows, by language code.
        public var imageText: [String: String] = [:]

        /// Says nothing.
        public init() {}
    }

    /// How an operator classifies an alert, in GTFS-Realtime's own spelling.
    public struct Classes: Hashable, Sendable {
        /// As in `STRIKE`; nil if unknown.
        public var cause: String?
        /// As in `DETOUR`; nil if unknown.
        public var effect: String?
        /// As in `WARNING`; nil if unknown.
        public var severity: String?

        /// Nothing is known.
        public init() {}
    }

    /// Unique within the source.
    public let id: String
    /// What it says.
    public let texts: Texts
    /// Of what kind it is.
    public let classes: Classes
    /// When it holds; empty for always.
    public let periods: [Period]
    /// What it is about; an alert without any is about the whole network.
    public let subjects: [Subject]

    /// Tells an alert.
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
