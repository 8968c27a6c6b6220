import Realtime
import TransitModel

/// Detects vehicles reported by several sources, so that each vehicle on a run is shown once.
///
/// Vehicles of different sources on the same run count as one if the sources use the same id or if
/// they are near the same position. Vehicles of one source never do: two vehicles may serve one
/// run.
struct SharedVehicles {
    /// The maximum distance of two fixes of one vehicle in metres, increased by the distance driven
    /// between their times.
    private static let nearMetres = 500.0
    private static let topSpeed = 30.0
    private static let maximumMetres = 2_000.0
    /// Two fixes this close in time, in seconds, count as equally recent.
    private static let sameAgeSeconds = 30.0

    /// What two fixes that may belong to one vehicle have in common.
    private enum Key: Hashable {
        case run(DatedRun)
        case trip(String, ServiceDay?)
    }

    /// The source of each vehicle, by vehicle id.
    private var sources: [String: String] = [:]
    private var names: Set<String> = []
    /// The last one that was recorded.
    private var newestName: String?
    /// The ids of the vehicles that are hidden because another source's copy is shown.
    private(set) var hidden: Set<String> = []
    /// For each source, the number of vehicles that other sources report too, by the other's name.
    ///
    /// A pair of sources is counted under the later name.
    private(set) var shared: [String: [String: Int]] = [:]

    /// Records the source of a vehicle.
    mutating func note(_ id: String, from source: String) {
        sources[id] = source
        if source != newestName { names.insert(source) }
        newestName = source
    }

    mutating func forget(_ id: String) { sources[id] = nil }

    /// Determines which of the current vehicles are hidden; a shown copy is kept shown where
    /// possible.
    ///
    /// - Complexity: linear in the vehicles; constant if there is only one source.
    mutating func update(_ vehicles: [LiveVehicle]) {
        guard names.count > 1 else { return }
        let before = hidden
        hidden = []
        shared = [:]
        var groups: [Key: [LiveVehicle]] = [:]
        for vehicle in vehicles {
            guard let key = Self.key(vehicle) else { continue }
            var others = groups[key, default: []]
            if let row = others.firstIndex(where: { isSame($0, vehicle) }) {
                count(others[row], vehicle)
                let isBetter = Self.isBetter(vehicle, than: others[row], hidden: before)
                hidden.insert(isBetter ? others[row].id : vehicle.id)
                if isBetter { others[row] = vehicle }
            } else {
                others.append(vehicle)
            }
            groups[key] = others
        }
    }

    private static func key(_ vehicle: LiveVehicle) -> Key? {
        if let progress = vehicle.progress {
            // All vehicles on a loop are on the same run.
            return progress.statedTrip == nil ? nil : .run(progress.datedRun)
        }
        return vehicle.fix.trip.flatMap { trip in
            trip.tripID.map { .trip($0, trip.serviceDay) }
        }
    }

    private func isSame(_ one: LiveVehicle, _ other: LiveVehicle) -> Bool {
        guard let first = sources[one.id], let second = sources[other.id], first != second else {
            return false
        }
        if ownID(one.id, first) == ownID(other.id, second) { return true }
        let seconds = abs(one.fix.time.seconds(since: other.fix.time))
        let reach = min(Self.nearMetres + Self.topSpeed * seconds, Self.maximumMetres)
        return one.fix.coordinate.distanceMetres(to: other.fix.coordinate) <= reach
    }

    /// Returns a vehicle's id as its source writes it.
    private func ownID(_ id: String, _ source: String) -> Substring {
        id.hasPrefix(source + ":") ? id.dropFirst(source.count + 1) : id[...]
    }

    /// Returns whether one copy is better: the more recent one or, if equally recent, the one with
    /// the more certain run.
    private static func isBetter(
        _ one: LiveVehicle, than other: LiveVehicle, hidden: Set<String>
    ) -> Bool {
        let lead = one.fix.time.seconds(since: other.fix.time)
        if abs(lead) > sameAgeSeconds { return lead > 0 }
        let ranks = (sureness(one), sureness(other))
        if ranks.0 != ranks.1 { return ranks.0 > ranks.1 }
        return hidden.contains(other.id) && !hidden.contains(one.id)
    }

    private static func sureness(_ vehicle: LiveVehicle) -> Int {
        vehicle.progress.map { $0.isAssigned ? 1 : 2 } ?? 0
    }

    private mutating func count(_ one: LiveVehicle, _ other: LiveVehicle) {
        guard let first = sources[one.id], let second = sources[other.id] else { return }
        shared[max(first, second), default: [:]][min(first, second), default: 0] += 1
    }
}
