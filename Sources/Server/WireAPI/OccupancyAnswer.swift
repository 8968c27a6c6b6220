import TransitModel

/// How full a vehicle is.
struct OccupancyAnswer: Encodable, Sendable {
    /// GTFS-Realtime's `OccupancyStatus`, as in `fewSeatsAvailable`.
    let status: String
    /// The share of the capacity that is taken, which may pass 100; left out if unknown.
    let percentage: Int?
    /// The first in the direction of travel first; left out if unknown.
    let carriages: [Carriage]?

    /// A part of the vehicle; what is unknown of it is left out.
    struct Carriage: Encodable, Sendable {
        let label: String?
        let status: String?
        let percentage: Int?
    }

    init(_ occupancy: Occupancy) {
        status = "\(occupancy.status)"
        percentage = occupancy.percentage
        carriages =
            occupancy.carriages.isEmpty
            ? nil
            : occupancy.carriages.map { carriage in
                Carriage(
                    label: carriage.label, status: carriage.status.map { "\($0)" },
                    percentage: carriage.percentage)
            }
    }
}
