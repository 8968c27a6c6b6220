import Realtime
package import TransitModel

/// What travelling from stop to stop takes, learnt from vehicles that did.
///
/// Kept is by how many seconds each hop differs from what timetable and place alone would say: for all
/// days together, for the kind of day and the three hours of it, and in proportion for a whole route.
/// A cell with few observations leans on the wider one. Outliers count no more than the usual
/// spread (Huber's estimate, one observation at a time), and after ``memory`` observations old ones
/// fade.
package struct TravelProfile: Sendable, Equatable {
    /// Names a hop (two stops in a row) or a route, the same in every run of the program.
    package typealias Key = UInt64

    /// One estimate.
    package struct Cell: Sendable, Equatable {
        /// How many observations it stands for, at most ``TravelProfile/memory``.
        package var weight: Float = 0
        /// Seconds beyond the reference, or for a route, parts of it.
        package var deviation: Float = 0
        /// The mean distance of observations from the estimate.
        package var spread: Float = 0

        mutating func take(_ value: Float, leastSpread: Float) {
            weight = min(weight + 1, TravelProfile.memory)
            let limit = max(spread, leastSpread)
            let step = value - deviation
            deviation += (weight < 2 ? step / 2 : max(-limit, min(limit, step)) / weight)
            spread += (min(abs(step), 4 * limit) - spread) / weight
        }
    }

    /// How many observations a cell remembers.
    package static let memory: Float = 60
    /// More cells than this are not kept.
    package static let maximumCells = 4_000_000
    /// How many observations a wider cell stands for where a narrower one knows little.
    private static let pseudoObservations: Float = 4
    /// A hop that took this much longer than the reference tells of a break, not of travel; seconds.
    private static let breakSeconds = 600.0

    /// All estimates by key.
    package private(set) var cells: [Key: Cell] = [:]

    /// Knows nothing.
    package init() {}

    /// Restores what was saved.
    package init(cells: [Key: Cell]) {
        self.cells = cells
    }

    /// Takes in one hop that took `actual` seconds where the reference says `reference`.
    package mutating func learn(
        hop: Key, route: Key, in class: TimeClass, reference: Double, actual: Double
    ) {
        let excess = actual - reference
        guard actual > 0, excess < Self.breakSeconds, reference < 7200 else { return }
        let value = Float(excess)
        for key in [hop, `class`.key(hop)]
        where cells[key] != nil || cells.count < Self.maximumCells {
            cells[key, default: Cell()].take(value, leastSpread: 10)
        }
        guard reference >= 10, cells[route] != nil || cells.count < Self.maximumCells else {
            return
        }
        cells[route, default: Cell()].take(
            Float(max(-1, min(3, excess / reference))), leastSpread: 0.05)
    }

    /// Seconds by which a hop is expected to take longer than the reference; negative if shorter.
    package func deviation(
        hop: Key, route: Key, in class: TimeClass, reference: Double
    ) -> Double {
        var estimate = Float(0)
        if let cell = cells[route] {
            estimate =
                cell.deviation * Float(reference) * cell.weight
                / (cell.weight + 2 * Self.pseudoObservations)
        }
        for key in [hop, `class`.key(hop)] {
            guard let cell = cells[key] else { continue }
            estimate =
                (cell.deviation * cell.weight + estimate * Self.pseudoObservations)
                / (cell.weight + Self.pseudoObservations)
        }
        return Double(estimate)
    }
}

extension TravelProfile {
    /// Places on a hop closer together than this are not told apart, in metres.
    private static let placeMetres = 100.0

    /// Names a place on the way from one stop to the next, and the pace of a vehicle there.
    static func placeKey(
        _ hop: Key, metres: Double, pace: VehicleProgress.Pace?
    ) -> Key {
        let bin = UInt64(max(0, min(10_000, metres / placeMetres)))
        return mixed(hop ^ (bin << 3 | (pace?.rawValue ?? 0)) &* 0xd6e8_feb8_6659_fd93)
    }

    /// Takes in how long it took from a place to the next stop where the reference says `reference`.
    mutating func learn(place: Key, reference: Double, actual: Double) {
        guard actual > 0, actual - reference < Self.breakSeconds, reference < 7200,
            cells[place] != nil || cells.count < Self.maximumCells
        else { return }
        cells[place, default: Cell()].take(Float(actual - reference), leastSpread: 10)
    }

    /// Seconds by which the rest of a hop is expected to take longer than the reference says, where
    /// `usual` is what the whole hop tells.
    func deviation(place: Key, usual: Double) -> Double {
        guard let cell = cells[place] else { return usual }
        return (Double(cell.deviation * cell.weight) + usual * Double(Self.pseudoObservations))
            / Double(cell.weight + Self.pseudoObservations)
    }

    /// Names how far vehicles come in so much time, from one place, on a route or anywhere.
    static func distanceKey(_ place: Key, age: Int) -> Key {
        mixed(place &+ (UInt64(age) + 1) &* 0xa076_1d64_78bd_642f)
    }

    /// Takes in that a vehicle came `metres` further than expected; wider cells come first.
    mutating func learn(further metres: Double, cells keys: [Key]) {
        for key in keys where cells[key] != nil || cells.count < Self.maximumCells {
            cells[key, default: Cell()].take(
                Float(max(-5000, min(5000, metres))), leastSpread: 20)
        }
    }

    /// Takes in a distance; unlike a deviation the first one is believed as it is.
    mutating func learn(distance: Double, cell key: Key) {
        let value = Float(max(-5000, min(5000, distance)))
        guard cells[key] == nil else {
            cells[key]?.take(value, leastSpread: 50)
            return
        }
        guard cells.count < Self.maximumCells else { return }
        cells[key] = Cell(weight: 1, deviation: value, spread: 200)
    }

    /// How much further than expected vehicles come; wider cells come first.
    func further(cells keys: [Key]) -> Double {
        keys.reduce(0.0) { estimate, key in
            guard let cell = cells[key] else { return estimate }
            return
                (Double(cell.deviation * cell.weight)
                + estimate * Double(Self.pseudoObservations))
                / Double(cell.weight + Self.pseudoObservations)
        }
    }

    static func mixed(_ key: Key) -> Key {
        let mixed = (key ^ key >> 30) &* 0xbf58_476d_1ce4_e5b9
        return mixed ^ mixed >> 31
    }
}

/// Times that are alike in traffic: three hours of a weekday, Saturday or Sunday.
package struct TimeClass: Hashable, Sendable {
    /// 0..<24: eight for each kind of day; later than midnight counts on with the next morning's.
    package let number: UInt8

    /// The class of a moment, given as seconds of a service day.
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

    /// The key of a hop's cell for this class.
    func key(_ hop: TravelProfile.Key) -> TravelProfile.Key {
        TravelProfile.mixed(hop &+ (UInt64(number) + 1) &* 0x9e37_79b9_7f4a_7c15)
    }
}
