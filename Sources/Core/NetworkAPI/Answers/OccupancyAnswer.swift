package import JSONWriting
package import TransitModel

/// A vehicle's occupancy.
package struct OccupancyAnswer: JSONObject {
    let status: String
    let percentage: Int?
    let carriages: [Carriage]?

    package static let schema = JSONSchema(
        "Occupancy",
        .text("status", "In the words of GTFS-Realtime, as in `fewSeatsAvailable`"),
        .int("percentage?", "Of the capacity; may exceed 100"),
        .list("carriages?", of: Carriage.schema, "In the direction of travel"))

    /// A part of the vehicle; unknown members are omitted.
    package struct Carriage: JSONObject {
        let label: String?
        let status: String?
        let percentage: Int?

        package static let schema = JSONSchema(
            "Carriage", .text("label? status?"), .int("percentage?"))

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
