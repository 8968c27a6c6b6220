private import Foundation

/// A channel, parsed from its name.
package enum TrackerChannel: Hashable, Sendable {
    case trajectory
    case deletedVehicles
    /// The path of one vehicle over the next minutes.
    case partialTrajectory(trainID: String)
    /// The path of one vehicle from its first stop to its last.
    case fullTrajectory(trainID: String, level: GeneralisationLevel?)
    case stopSequence(trainID: String)
    /// Departures of the station with that number or id.
    case timetable(station: String)
    /// One station by its number or id, or all stations if nil.
    case station(String?)
    case healthcheck
    /// News and shapes, which are always empty, and unknown channels.
    case other

    /// Parses a channel's name.
    package init(_ channel: TrackerChannelName) {
        let name = channel.name
        func rest(_ prefix: String) -> String? {
            guard name.hasPrefix(prefix), name.count > prefix.count else { return nil }
            return String(name.dropFirst(prefix.count))
        }
        switch name {
        case "trajectory": self = .trajectory
        case "deleted_vehicles": self = .deletedVehicles
        case "healthcheck": self = .healthcheck
        case "station": self = .station(channel.reference)
        default:
            if let id = rest("partial_trajectory_") {
                self = .partialTrajectory(trainID: id)
            } else if let id = rest("full_trajectory_") {
                let (trainID, level) = Self.level(id)
                self = .fullTrajectory(trainID: trainID, level: level)
            } else if let id = rest("stopsequence_") {
                self = .stopSequence(trainID: id)
            } else if let id = rest("timetable_") {
                self = .timetable(station: id)
            } else {
                self = .other
            }
        }
    }

    /// Splits an id from the level at its end, such as `_gen30`.
    private static func level(_ id: String) -> (String, GeneralisationLevel?) {
        guard let mark = id.range(of: "_gen", options: .backwards),
            let number = Int(id[mark.upperBound...]),
            let level = GeneralisationLevel(rawValue: number), mark.lowerBound > id.startIndex
        else { return (id, nil) }
        return (String(id[..<mark.lowerBound]), level)
    }
}
