import Realtime
import TransitModel

/// Vehicles that several sources tell: of those on one run, each vehicle is shown once.
///
/// Vehicles of different sources are taken for one if they have the same id there, or are near the same
/// place. Those of one source are never: two vehicles may serve one run.
struct SharedVehicles {
    /// Places this far apart may be one vehicle's, in metres, and further by what it drives meanwhile.
    private static let nearMetres = 500.0
    private static let topSpeed = 30.0
    private static let farthestMetres = 2_000.0
    /// Two fixes this close in time, in seconds, count as equally new.
    private static let sameAgeSeconds = 30.0

    /// What two fixes that may be one vehicle's have in common.
    private enum Key: Hashable {
        case run(DatedRun)
        case trip(String, ServiceDay?)
    }

    /// The sources of vehicles, by the vehicles' ids.
    private var sources: [String: String] = [:]
    private var names: Set<String> = []
    /// The ids of the vehicles that another source's stand for at present.
    private(set) var hidden: Set<String> = []
    /// For each source how many vehicles others tell too, by their names; of two sources the later name has it.
    private(set) var shared: [String: [String: Int]] = [:]

    /// Notes which source tells a vehicle.
    mutating func note(_ id: String, from source: String) {
        sources[id] = source
        names.insert(source)
    }

    mutating func forget(_ id: String) { sources[id] = nil }

    /// Finds what is hidden of the vehicles that are known now; what was shown stays rather than changes.
    ///
    /// - Complexity: linear in the vehicles; nothing where there is one source.
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
            // Everything on a loop is on one run.
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
        let reach = min(Self.nearMetres + Self.topSpeed * seconds, Self.farthestMetres)
        return one.fix.coordinate.distanceMetres(to: other.fix.coordinate) <= reach
    }

    /// A vehicle's id as its source has it.
    private func ownID(_ id: String, _ source: String) -> Substring {
        id.hasPrefix(source + ":") ? id.dropFirst(source.count + 1) : id[...]
    }

    /// The fresher one counts; of two as fresh as each other the one whose run is surer.
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
