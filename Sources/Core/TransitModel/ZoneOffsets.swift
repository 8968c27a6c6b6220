#if !hasFeature(Embedded)

import Foundation
import Synchronization

/// A time zone's UTC offsets and the instants at which they change.
///
/// Asking the system takes a fifth of a microsecond, and a page of departures asks some thousand
/// times. The changes in the years that timetables cover are therefore stored once; instants
/// outside these years are looked up one by one.
final class ZoneOffsets: Sendable {
    private let zone: TimeZone
    /// The start of each offset in seconds since 1970; the first is ``firstSecond``.
    private let starts: [Int64]
    private let offsets: [Int32]

    /// The start of the year 1990 in UTC.
    private static let firstSecond: Int64 = 631_152_000
    /// The start of the year 2060 in UTC.
    private static let endSecond: Int64 = 2_840_140_800
    /// An upper bound: no zone has this many changes in these years.
    private static let maximumChanges = 1000

    /// The zones looked up so far.
    ///
    /// When it is full, the next new zone clears it.
    private static let known = Mutex<[String: ZoneOffsets]>([:])
    private static let maximumKnown = 600

    /// Coordinated Universal Time.
    static let utc = ZoneOffsets(TimeZone(secondsFromGMT: 0) ?? .current)

    init(_ zone: TimeZone) {
        self.zone = zone
        func date(_ seconds: Int64) -> Date { Date(timeIntervalSince1970: Double(seconds)) }
        func offset(_ seconds: Int64) -> Int32 { Int32(zone.secondsFromGMT(for: date(seconds))) }
        var last = Self.firstSecond
        var starts = [last]
        var offsets = [offset(last)]
        while starts.count < Self.maximumChanges,
            let next = zone.nextDaylightSavingTimeTransition(after: date(last))
        {
            let start = Int64(next.timeIntervalSince1970.rounded(.up))
            guard start > last, start < Self.endSecond else { break }
            last = start
            starts.append(start)
            offsets.append(offset(start))
        }
        self.starts = starts
        self.offsets = offsets
    }

    /// Returns the zone of that name in the tz database, or nil if the system does not know it.
    static func named(_ identifier: String) -> ZoneOffsets? {
        if let known = known.withLock({ $0[identifier] }) { return known }
        guard let zone = TimeZone(identifier: identifier) else { return nil }
        let made = ZoneOffsets(zone)
        known.withLock { known in
            if known.count >= maximumKnown { known.removeAll() }
            known[identifier] = made
        }
        return made
    }

    /// Returns the offset in seconds east of Greenwich at an instant.
    /// - Complexity: O(log n) in the zone's changes.
    func seconds(at time: UnixTime) -> Int {
        let instant = time.seconds
        guard instant >= Self.firstSecond, instant < Self.endSecond else {
            return zone.secondsFromGMT(
                for: Date(timeIntervalSince1970: time.fractionalSeconds))
        }
        return Int(offsets[starts.partitioningIndex { $0 > instant } - 1])
    }
}

#endif
