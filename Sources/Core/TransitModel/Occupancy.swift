/// How full a vehicle or carriage is (GTFS-Realtime `OccupancyStatus`, with its numbers).
public enum OccupancyStatus: UInt8, Hashable, Sendable, CaseIterable {
    /// Nobody or hardly anybody is in it.
    case empty = 0
    /// Many seats are free.
    case manySeatsAvailable = 1
    /// Few seats are free.
    case fewSeatsAvailable = 2
    /// There is room to stand.
    case standingRoomOnly = 3
    /// There is little room to stand.
    case crushedStandingRoomOnly = 4
    /// It is full by most measures; it may still let people on.
    case full = 5
    /// It lets nobody on just now.
    case notAcceptingPassengers = 6
    /// It never lets anybody on, as an engine.
    case notBoardable = 8

    /// The status that a share of the capacity comes to, for sources that tell that alone.
    ///
    /// GTFS-Realtime leaves it open where one status ends: a quarter of what a bus or tram carries
    /// has a seat easily, half of it fills most seats, and from three quarters on standing is
    /// tight.
    public init(percentage: Int) {
        self =
            switch percentage {
            case ..<5: .empty
            case ..<30: .manySeatsAvailable
            case ..<50: .fewSeatsAvailable
            case ..<75: .standingRoomOnly
            case ..<100: .crushedStandingRoomOnly
            default: .full
            }
    }
}

/// How full a vehicle is, as a whole and by carriage.
public struct Occupancy: Hashable, Sendable {
    /// More carriages than this are not told of one vehicle.
    public static let maximumCarriages = 64

    /// One part of a vehicle.
    public struct Carriage: Hashable, Sendable {
        /// What riders read on it; nil if unknown.
        public let label: String?
        /// How full it is; nil if unknown.
        public let status: OccupancyStatus?
        /// The share of its capacity that is taken, which may pass 100; nil if unknown.
        public let percentage: Int?

        /// Describes a carriage.
        public init(label: String? = nil, status: OccupancyStatus?, percentage: Int? = nil) {
            self.label = label
            self.status = status ?? percentage.map(OccupancyStatus.init)
            self.percentage = percentage
        }
    }

    /// How full it is as a whole.
    public let status: OccupancyStatus
    /// The share of its capacity that is taken, which may pass 100; nil if unknown.
    public let percentage: Int?
    /// Its carriages, the first in the direction of travel first; empty if unknown.
    public let carriages: [Carriage]

    /// Describes a vehicle; nil if nothing is known of it.
    ///
    /// Where no status is told it is worked out from the percentage, else it is that of the
    /// carriage with most room, since that is where riders find a place.
    public init?(
        status: OccupancyStatus?, percentage: Int? = nil, carriages: [Carriage] = []
    ) {
        let known = carriages.contains { $0.status != nil } ? carriages : []
        let roomiest = known.compactMap(\.status).min { $0.rawValue < $1.rawValue }
        guard let status = status ?? percentage.map(OccupancyStatus.init) ?? roomiest else {
            return nil
        }
        self.status = status
        self.percentage = percentage
        self.carriages = Array(known.prefix(Self.maximumCarriages))
    }
}
