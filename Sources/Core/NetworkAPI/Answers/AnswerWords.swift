package import JSONWriting
package import TransitModel

// The words of answers for values that the network stores as numbers. Embedded Swift has no names
// of cases at run time.

extension TransitMode: JSONWritable {
    package func write(to json: inout JSONText) { rawValue.write(to: &json) }
}

extension ServiceDay: JSONWritable {
    package func write(to json: inout JSONText) { description.write(to: &json) }
}

extension BoundingBox: JSONObject {
    package static let schema = JSONSchema("Box", .number("west south east north", "Degrees"))

    package func writeMembers(to json: inout JSONText) {
        json.member("east", east)
        json.member("north", north)
        json.member("south", south)
        json.member("west", west)
    }
}

extension Accessibility {
    /// `unknown`, `yes` or `no`.
    var word: String {
        switch self {
        case .unknown: "unknown"
        case .yes: "yes"
        case .no: "no"
        }
    }
}

extension LocationType {
    /// As in `boardingArea`.
    var word: String {
        switch self {
        case .stop: "stop"
        case .station: "station"
        case .entrance: "entrance"
        case .node: "node"
        case .boardingArea: "boardingArea"
        }
    }
}

extension BoardingRule {
    /// As in `phoneAgency`.
    var word: String {
        switch self {
        case .regular: "regular"
        case .none: "none"
        case .phoneAgency: "phoneAgency"
        case .coordinateWithDriver: "coordinateWithDriver"
        }
    }

    /// The word where it is not the usual rule.
    var unusualWord: String? { self == .regular ? nil : word }

    /// The word for a call at which vehicles stop only on request; nil for others.
    var onRequest: String? {
        switch self {
        case .phoneAgency, .coordinateWithDriver: word
        case .regular, .none: nil
        }
    }
}

extension OccupancyStatus {
    /// GTFS-Realtime's word, as in `fewSeatsAvailable`.
    var word: String {
        switch self {
        case .empty: "empty"
        case .manySeatsAvailable: "manySeatsAvailable"
        case .fewSeatsAvailable: "fewSeatsAvailable"
        case .standingRoomOnly: "standingRoomOnly"
        case .crushedStandingRoomOnly: "crushedStandingRoomOnly"
        case .full: "full"
        case .notAcceptingPassengers: "notAcceptingPassengers"
        case .notBoardable: "notBoardable"
        }
    }
}
