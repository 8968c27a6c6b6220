/// How full a vehicle or carriage is (GTFS-Realtime `OccupancyStatus`, with its numbers).
public enum OccupancyStatus: UInt8, Hashable, Sendable, CaseIterable {
    /// Empty or almost empty.
    case empty = 0
    case manySeatsAvailable = 1
    case fewSeatsAvailable = 2
    /// Standing room only.
    case standingRoomOnly = 3
    /// Little standing room.
    case crushedStandingRoomOnly = 4
    /// Full by most measures; it may still accept passengers.
    case full = 5
    /// Temporarily not accepting passengers.
    case notAcceptingPassengers = 6
    /// Never accepts passengers, for example a locomotive.
    case notBoardable = 8

    /// Derives a status from the share of capacity in use, for sources that report only that.
    ///
    /// GTFS-Realtime does not define the thresholds. Up to a quarter of a bus's or tram's capacity
    /// leaves many seats, half of it fills most seats, and from three quarters on there is little
    /// room to stand.
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

/// The occupancy of a vehicle, as a whole and by carriage.
public struct Occupancy: Hashable, Sendable {
    /// The maximum number of carriages reported for one vehicle.
    public static let maximumCarriages = 64

    /// One part of a vehicle.
    public struct Carriage: Hashable, Sendable {
        /// The label that riders read on the carriage; nil if unknown.
        public let label: String?
        /// The carriage's occupancy; nil if unknown.
        public let status: OccupancyStatus?
        /// The percentage of capacity in use, which may exceed 100; nil if unknown.
        public let percentage: Int?

        /// Creates the description of a carriage.
        public init(label: String? = nil, status: OccupancyStatus?, percentage: Int? = nil) {
            self.label = label
            self.status = status ?? percentage.map(OccupancyStatus.init)
            self.percentage = percentage
        }
    }

    /// The occupancy of the whole vehicle.
    public let status: OccupancyStatus
    /// The percentage of capacity in use, which may exceed 100; nil if unknown.
    public let percentage: Int?
    /// The carriages from front to back in the direction of travel; empty if unknown.
    public let carriages: [Carriage]

    /// Creates the occupancy of a vehicle; nil if nothing is known about it.
    ///
    /// A missing status is derived from the percentage, or else taken from the emptiest carriage,
    /// since that is where riders find room.
    public init?(
        status: OccupancyStatus?, percentage: Int? = nil, carriages: [Carriage] = []
    ) {
        let known = carriages.contains { $0.status != nil } ? carriages : []
        let roomiest = known.compactMap { $0.status }.min { $0.rawValue < $1.rawValue }
        guard let status = status ?? percentage.map(OccupancyStatus.init) ?? roomiest else {
            return nil
        }
        self.status = status
        self.percentage = percentage
        self.carriages = Array(known.prefix(Self.maximumCarriages))
    }
}
