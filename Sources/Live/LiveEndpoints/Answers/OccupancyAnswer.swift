import TransitModel

/// A vehicle's occupancy.
struct OccupancyAnswer: Encodable, Sendable {
    /// GTFS-Realtime's `OccupancyStatus`, as in `fewSeatsAvailable`.
    let status: String
    /// The occupied share of the capacity in percent, which may exceed 100; omitted if unknown.
    let percentage: Int?
    /// The carriages in the direction of travel; omitted if unknown.
    let carriages: [Carriage]?

    /// A part of the vehicle; unknown members are omitted.
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

extension LiveSchemas {
    /// The schemas of the answers above.
    static let occupancy: [String: String] = [
        "Occupancy": "status:text! percentage:int carriages:[Carriage]",
        "Carriage": "label:text status:text percentage:int",
    ]
}
