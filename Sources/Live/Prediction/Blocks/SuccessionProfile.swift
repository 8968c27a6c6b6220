import TransitModel

/// Which trip vehicles drive after another, learnt from those that did, for feeds that do not say it by
/// `block_id`.
///
/// Kept by what outlives another timetable: route, first and last hop and times of a trip, and the kind of day. What
/// followed counts once it was seen on ``leastDays`` days one after the other, and nothing else was seen
/// between, neither behind the one trip nor before the other.
package struct SuccessionProfile: Sendable, Equatable {
    /// Names a trip at a time of day, whatever its id; see ``ScheduledProgress/runKey``.
    package typealias Key = UInt64

    /// What was seen behind a trip, or before one.
    package struct Cell: Sendable, Equatable {
        /// The other trip.
        package var other: Key
        /// On how many days it was, and no other one since.
        package var days: UInt32
        /// The last of these days, counted from 1970.
        package var lastDay: Int32
    }

    /// The least number of days on which a succession was seen for it to count.
    package static let leastDays: UInt32 = 2
    /// The most cells kept.
    package static let maximumCells = 400_000
    /// A trip that begins later after the end of the one before, in seconds, is no part of its chain.
    package static let maximumSeconds = 3600.0
    /// What was last seen longer ago, in days, makes room first.
    private static let memoryDays: Int32 = 60

    /// What was seen, by trip, kind of day, and whether it is about the trip behind or the one before.
    package private(set) var cells: [Key: Cell] = [:]

    /// Knows nothing.
    package init() {}

    /// Restores what was saved.
    package init(cells: [Key: Cell]) {
        self.cells = cells
    }

    private enum Side: Key {
        case behind = 0x6265_6869_6e64, before = 0x6265_666f_7265
    }

    private static func key(_ run: Key, _ side: Side, on day: ServiceDay) -> Key {
        let kind: Key = day.weekday < 5 ? 0 : Key(day.weekday)
        return TravelProfile.mixed(run &+ side.rawValue &+ kind &* 0x9e37_79b9_7f4a_7c15)
    }

    /// Takes in that a vehicle drove one trip after another.
    mutating func learn(_ last: Key, _ next: Key, on day: ServiceDay) {
        take(next, at: Self.key(last, .behind, on: day), day)
        take(last, at: Self.key(next, .before, on: day), day)
    }

    private mutating func take(_ other: Key, at key: Key, _ day: ServiceDay) {
        let today = Int32(day.daysSince1970)
        guard var cell = cells[key] else {
            if cells.count >= Self.maximumCells {
                cells = cells.filter { today - $0.value.lastDay <= Self.memoryDays }
            }
            guard cells.count < Self.maximumCells else { return }
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

    /// The trip that vehicles drive after another on such days; nil if it was not seen often enough, or not
    /// always.
    func next(after run: Key, on day: ServiceDay) -> Key? {
        guard let behind = cells[Self.key(run, .behind, on: day)], behind.days >= Self.leastDays,
            let before = cells[Self.key(behind.other, .before, on: day)], before.other == run,
            before.days >= Self.leastDays
        else { return nil }
        return behind.other
    }
}
