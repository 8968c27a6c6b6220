import Foundation
import Synchronization

/// How far a zone's clocks are ahead of Greenwich, and since when.
///
/// Asking the system takes a fifth of a microsecond, and a page of departures asks some thousand
/// times. So the changes of the years that timetables are about are written down once; other
/// moments are asked for one by one.
final class ZoneOffsets: Sendable {
    private let zone: TimeZone
    /// When each offset began, in seconds since 1970; the first is ``firstSecond``.
    private let starts: [Int64]
    private let offsets: [Int32]

    /// The year 1990 began then in Greenwich.
    private static let firstSecond: Int64 = 631_152_000
    /// The year 2060 began then in Greenwich.
    private static let endSecond: Int64 = 2_840_140_800
    /// No zone has changed its clocks so often in these years.
    private static let maximumChanges = 1000

    /// Zones that were asked for; who asks for one more than this begins anew.
    private static let known = Mutex<[String: ZoneOffsets]>([:])
    private static let maximumKnown = 600

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

    /// The zone of that name in the tz database, nil if the system does not know it.
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

    /// Seconds east of Greenwich at a moment.
    /// - Complexity: logarithmic in the changes.
    func seconds(at time: UnixTime) -> Int {
        let instant = time.seconds
        guard instant >= Self.firstSecond, instant < Self.endSecond else {
            return zone.secondsFromGMT(
                for: Date(timeIntervalSince1970: Double(time.milliseconds) / 1000))
        }
        return Int(offsets[starts.partitioningIndex { $0 > instant } - 1])
    }
}
