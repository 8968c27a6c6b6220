import Realtime
package import TransitModel

/// The travel times from stop to stop, learnt from vehicles that were observed.
///
/// It stores by how many seconds each hop differs from what timetable and position alone predict:
/// for all days together, for the kind of day and the period of three hours, and as a proportion
/// for a whole route. A cell with few observations relies on the wider one. Outliers count no more
/// than the usual spread (Huber's estimator, one observation at a time), and after ``memory``
/// observations old ones fade.
package struct TravelProfile: Sendable, Equatable {
    /// Identifies a hop (two consecutive stops) or a route, stable across processes.
    package typealias Key = UInt64

    /// One estimate.
    package struct Cell: Sendable, Equatable {
        /// The number of observations behind the estimate, at most ``TravelProfile/memory``.
        package var weight: Float = 0
        /// Seconds beyond the reference; for a route, a proportion of it.
        package var deviation: Float = 0
        /// The mean absolute deviation of observations from the estimate.
        package var spread: Float = 0

        mutating func add(_ value: Float, leastSpread: Float) {
            weight = min(weight + 1, TravelProfile.memory)
            let limit = max(spread, leastSpread)
            let step = value - deviation
            deviation += (weight < 2 ? step / 2 : max(-limit, min(limit, step)) / weight)
            spread += (min(abs(step), 4 * limit) - spread) / weight
        }
    }

    /// The number of observations that a cell remembers.
    package static let memory: Float = 60
    package static let maximumCells = 4_000_000
    /// The number of observations that a wider cell counts for against a narrower one.
    private static let pseudoObservations: Float = 4
    /// A hop that took this much longer than the reference is a break, not travel, in seconds.
    private static let breakSeconds = 600.0

    /// A key in the table of cells.
    ///
    /// Keys are hashes already: to hash each again took as long as all else of an estimate.
    package struct CellKey: Hashable, Sendable {
        package let key: Key

        package init(_ key: Key) {
            self.key = key
        }

        // swift-format-ignore: NoLeadingUnderscores
        package func _rawHashValue(seed: Int) -> Int {
            Int(
                truncatingIfNeeded: ((key ^ UInt64(bitPattern: Int64(seed)))
                    &* 0x9e37_79b9_7f4a_7c15) >> 32)
        }
    }

    package private(set) var cells: [CellKey: Cell] = [:]

    package init() {}

    package init(cells: [CellKey: Cell]) {
        self.cells = cells
    }

    func cell(_ key: Key) -> Cell? { cells[CellKey(key)] }

    /// Adds an observation to a cell, or to a new one if there is room.
    private mutating func add(_ value: Float, into key: Key, leastSpread: Float) {
        let key = CellKey(key)
        guard cells.count < Self.maximumCells || cells[key] != nil else { return }
        cells[key, default: Cell()].add(value, leastSpread: leastSpread)
    }

    /// Learns from one hop that took `actual` seconds, compared with the reference.
    package mutating func learn(
        hop: Key, route: Key, in class: TimeClass, reference: Double, actual: Double
    ) {
        let excess = actual - reference
        guard actual > 0, excess < Self.breakSeconds, reference < 7200 else { return }
        let value = Float(excess)
        add(value, into: hop, leastSpread: 10)
        add(value, into: `class`.key(hop), leastSpread: 10)
        guard reference >= 10 else { return }
        add(Float(max(-1, min(3, excess / reference))), into: route, leastSpread: 0.05)
    }

    /// Returns the seconds by which a hop is expected to take longer than the reference; negative
    /// if shorter.
    package func deviation(
        hop: Key, route: Key, in class: TimeClass, reference: Double
    ) -> Double {
        deviation(hop: hop, onRoute: cell(route), in: `class`, reference: reference)
    }

    /// Returns the same, where the route's cell is known.
    func deviation(
        hop: Key, onRoute cell: Cell?, in class: TimeClass, reference: Double
    ) -> Double {
        var estimate = Float(0)
        if let cell {
            estimate =
                cell.deviation * Float(reference) * cell.weight
                / (cell.weight + 2 * Self.pseudoObservations)
        }
        estimate = Self.narrowed(estimate, by: self.cell(hop))
        estimate = Self.narrowed(estimate, by: self.cell(`class`.key(hop)))
        return Double(estimate)
    }

    private static func narrowed(_ estimate: Float, by cell: Cell?) -> Float {
        guard let cell else { return estimate }
        return (cell.deviation * cell.weight + estimate * pseudoObservations)
            / (cell.weight + pseudoObservations)
    }
}

extension TravelProfile {
    /// The length of a section of a hop; positions within it are not distinguished, in metres.
    private static let placeMetres = 100.0

    /// Returns the key of a position between two stops and of a vehicle's pace there.
    static func placeKey(
        _ hop: Key, metres: Double, pace: VehicleProgress.Pace?
    ) -> Key {
        let bin = UInt64(max(0, min(10_000, metres / placeMetres)))
        return mixed(hop ^ (bin << 3 | (pace?.rawValue ?? 0)) &* 0xd6e8_feb8_6659_fd93)
    }

    /// Learns the time that a vehicle took from a position to the next stop, compared with the
    /// reference.
    mutating func learn(place: Key, reference: Double, actual: Double) {
        guard actual > 0, actual - reference < Self.breakSeconds, reference < 7200 else { return }
        add(Float(actual - reference), into: place, leastSpread: 10)
    }

    /// Returns the seconds by which the rest of a hop is expected to take longer than the
    /// reference, where `usual` is the estimate from the whole hop.
    func deviation(place: Key, usual: Double) -> Double {
        guard let cell = cell(place) else { return usual }
        return (Double(cell.deviation * cell.weight) + usual * Double(Self.pseudoObservations))
            / Double(cell.weight + Self.pseudoObservations)
    }

    /// Returns the key for how far vehicles move within a time, from a position or on a route.
    static func distanceKey(_ place: Key, age: Int) -> Key {
        mixed(place &+ (UInt64(age) + 1) &* 0xa076_1d64_78bd_642f)
    }

    /// Learns that a vehicle moved `metres` further than expected.
    mutating func learn(further metres: Double, cell key: Key) {
        add(Float(max(-5000, min(5000, metres))), into: key, leastSpread: 20)
    }

    /// Learns a distance.
    ///
    /// Unlike a deviation, the first observation is adopted in full.
    mutating func learn(distance: Double, cell key: Key) {
        let value = Float(max(-5000, min(5000, distance)))
        let key = CellKey(key)
        guard cells[key] == nil else {
            cells[key]?.add(value, leastSpread: 50)
            return
        }
        guard cells.count < Self.maximumCells else { return }
        cells[key] = Cell(weight: 1, deviation: value, spread: 200)
    }

    /// Returns how many metres further than expected vehicles move, where `estimate` is that of a
    /// wider cell.
    func further(than estimate: Double, cell key: Key) -> Double {
        guard let cell = cell(key) else { return estimate }
        return (Double(cell.deviation * cell.weight) + estimate * Double(Self.pseudoObservations))
            / Double(cell.weight + Self.pseudoObservations)
    }

    static func mixed(_ key: Key) -> Key {
        let mixed = (key ^ key >> 30) &* 0xbf58_476d_1ce4_e5b9
        return mixed ^ mixed >> 31
    }
}

/// A class of times with similar traffic: three hours of a weekday, Saturday or Sunday.
package struct TimeClass: Hashable, Sendable {
    /// 0..<24: eight for each kind of day.
    ///
    /// Times after midnight count as the early morning of the same service day.
    package let number: UInt8

    /// Creates the class of a time, given in seconds of a service day.
    package init(day: ServiceDay, seconds: Double) {
        let kind: Int =
            switch day.weekday {
            case 5: 1
            case 6: 2
            default: 0
            }
        let part = Int((seconds / 10_800).rounded(.down))
        number = UInt8(kind * 8 + ((part % 8) + 8) % 8)
    }

    /// Returns the key of a hop's cell for this class.
    func key(_ hop: TravelProfile.Key) -> TravelProfile.Key {
        TravelProfile.mixed(hop &+ (UInt64(number) + 1) &* 0x9e37_79b9_7f4a_7c15)
    }
}
