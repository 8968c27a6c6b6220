package import JSONWriting
package import TransitModel

/// A vehicle's occupancy.
package struct OccupancyAnswer: JSONObject {
    /// GTFS-Realtime's `OccupancyStatus`, as in `fewSeatsAvailable`.
    let status: String
    /// The occupied share of the capacity in percent, which may exceed 100; omitted if unknown.
    let percentage: Int?
    /// The carriages in the direction of travel; omitted if unknown.
    let carriages: [Carriage]?

    /// A part of the vehicle; unknown members are omitted.
    package struct Carriage: JSONObject {
        let label: String?
        let status: String?
        let percentage: Int?

        package func writeMembers(to json: inout JSONText) {
            json.member("label", label)
            json.member("percentage", percentage)
            json.member("status", status)
        }
    }

    /// Describes a vehicle's occupancy.
    package init(_ occupancy: Occupancy) {
        status = occupancy.status.word
        percentage = occupancy.percentage
        carriages =
            occupancy.carriages.isEmpty
            ? nil
            : occupancy.carriages.map { carriage in
                Carriage(
                    label: carriage.label, status: carriage.status?.word,
                    percentage: carriage.percentage)
            }
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("carriages", carriages)
        json.member("percentage", percentage)
        json.member("status", status)
    }
}
