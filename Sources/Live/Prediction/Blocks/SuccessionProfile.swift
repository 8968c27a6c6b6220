import TransitModel

/// Which trip vehicles serve after another one, learnt from observations, for feeds without
/// `block_id`.
///
/// It is keyed by what stays the same across timetables: route, first and last hop, times of the
/// trip and kind of day. A successor counts once it was seen on ``minimumDays`` days without any
/// other successor or predecessor in between.
package struct SuccessionProfile: Sendable, Equatable {
    /// Identifies a trip at a time of day, independent of its id; see `ScheduledProgress.runKey`.
    package typealias Key = UInt64

    /// The successor or predecessor observed for a trip.
    package struct Cell: Sendable, Equatable {
        package var other: Key
        /// The number of days on which it was seen, with no other trip seen since.
        package var days: UInt32
        /// The last of these days, counted from 1970.
        package var lastDay: Int32
    }

    /// The minimum number of days on which a succession must be seen.
    package static let minimumDays: UInt32 = 2
    package static let maximumCells = 400_000
    /// The maximum gap in seconds between the end of a trip and the start of its successor.
    package static let maximumSeconds = 3600.0
    /// Cells last seen longer ago than this, in days, are removed first.
    private static let memoryDays: Int32 = 60

    /// The observations by trip, kind of day, and whether they concern the successor or the
    /// predecessor.
    package private(set) var cells: [Key: Cell] = [:]
    private let maximum: Int
    /// The last day, counted from 1970, on which outdated cells were looked for: on the same day,
    /// or on that before, for runs past midnight, there are no others.
    private var sweptOn: Int32?
    /// How often all cells were looked at.
    private(set) var sweeps = 0

    package init(cells: [Key: Cell] = [:], maximum: Int = Self.maximumCells) {
        self.cells = cells
        self.maximum = maximum
    }

    /// Whether the same was learnt.
    package static func == (left: Self, right: Self) -> Bool { left.cells == right.cells }

    private enum Side: Key {
        case behind = 0x6265_6869_6e64, before = 0x6265_666f_7265
    }

    private static func key(_ run: Key, _ side: Side, on day: ServiceDay) -> Key {
        let kind: Key = day.weekday < 5 ? 0 : Key(day.weekday)
        return TravelProfile.mixed(run &+ side.rawValue &+ kind &* 0x9e37_79b9_7f4a_7c15)
    }

    /// Learns that a vehicle served one trip after another.
    mutating func learn(_ last: Key, _ next: Key, on day: ServiceDay) {
        add(next, at: Self.key(last, .behind, on: day), day)
        add(last, at: Self.key(next, .before, on: day), day)
    }

    private mutating func add(_ other: Key, at key: Key, _ day: ServiceDay) {
        let today = Int32(day.daysSince1970)
        guard var cell = cells[key] else {
            if cells.count >= maximum { sweep(today) }
            guard cells.count < maximum else { return }
            cells[key] = Cell(other: other, days: 1, lastDay: today)
            return
        }
        if cell.other != other {
            cell = Cell(other: other, days: cell.lastDay == today ? 0 : 1, lastDay: today)
        } else if cell.lastDay < today {
            cell.days = min(cell.days + 1, 1000)
            cell.lastDay = today
        }
        cells[key] = cell
    }

    private mutating func sweep(_ today: Int32) {
        if let sweptOn, (sweptOn - 1...sweptOn).contains(today) { return }
        sweptOn = today
        sweeps += 1
        cells = cells.filter { today - $0.value.lastDay <= Self.memoryDays }
    }

    /// Returns the trip that vehicles serve after another one on such days; nil if it was not seen
    /// often enough or not consistently.
    func next(after run: Key, on day: ServiceDay) -> Key? {
        guard let behind = cells[Self.key(run, .behind, on: day)], behind.days >= Self.minimumDays,
            let before = cells[Self.key(behind.other, .before, on: day)], before.other == run,
            before.days >= Self.minimumDays
        else { return nil }
        return behind.other
    }
}
