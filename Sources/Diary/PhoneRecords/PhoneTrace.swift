package import DiarySensing
#if !hasFeature(Embedded)
import Foundation
#endif

/// The records of a phone from any logger: fixes and motions, and the number of skipped records.
package struct PhoneTrace: Sendable {
    /// The fixes in the order they were read; see ``sortByTime()``.
    package var fixes: [LocationFix] = []
    /// The motions in the order they were read.
    package var motions: [MotionReport] = []
    /// The number of skipped records by reason.
    package private(set) var skipped: [SkipReason: Int] = [:]

    package init() {}

    /// Counts skipped records.
    package mutating func skip(_ reason: SkipReason, count: Int = 1) {
        guard count > 0 else { return }
        skipped[reason, default: 0] += count
    }

    /// Adds a fix, or counts it as skipped if its time or position is implausible.
    package mutating func append(_ fix: LocationFix) {
        guard PlausibleTime.contains(fix.time) else { return skip(.badTime) }
        guard fix.latitude.isFinite, fix.longitude.isFinite, abs(fix.latitude) <= 90,
            abs(fix.longitude) <= 180, !(fix.latitude == 0 && fix.longitude == 0)
        else { return skip(.badPlace) }
        fixes.append(fix)
    }

    /// Adds a motion, or counts it as skipped if its time is implausible.
    package mutating func append(_ motion: MotionReport) {
        guard PlausibleTime.contains(motion.start) else { return skip(.badTime) }
        motions.append(motion)
    }

    /// Adds a record that is both; one without a plausible time counts as skipped once.
    package mutating func append(_ fix: LocationFix, with motion: MotionReport?) {
        append(fix)
        if let motion, PlausibleTime.contains(fix.time) { append(motion) }
    }

    /// Appends another trace's records and counts.
    package mutating func append(_ other: PhoneTrace) {
        fixes += other.fixes
        motions += other.motions
        for (reason, count) in other.skipped { skip(reason, count: count) }
    }

    /// Sorts everything by time and removes duplicates, which count as skipped.
    ///
    /// A fix is a duplicate of an earlier one with the same time and position, a motion of an
    /// earlier one with the same time and activity.
    package mutating func sortByTime() {
        let before = fixes.count + motions.count
        fixes = Self.ordered(fixes, at: { $0.time }) {
            $0.latitude == $1.latitude && $0.longitude == $1.longitude
        }
        motions = Self.ordered(motions, at: { $0.start }) { $0.activity == $1.activity }
        skip(.double, count: before - fixes.count - motions.count)
    }

    /// Returns the records in order of time, in the order they were read where times are equal,
    /// without those that repeat an earlier one of their time.
    private static func ordered<Record>(
        _ records: [Record], at time: (Record) -> Date, repeats: (Record, Record) -> Bool
    ) -> [Record] {
        var order = Array(records.indices)
        // Most files are in order.
        if !zip(records, records.dropFirst()).allSatisfy({ time($0) <= time($1) }) {
            order.sort { (time(records[$0]), $0) < (time(records[$1]), $1) }
        }
        var kept: [Record] = []
        kept.reserveCapacity(records.count)
        for index in order {
            let record = records[index]
            let isDouble = kept.reversed().prefix { time($0) == time(record) }.contains {
                repeats($0, record)
            }
            if !isDouble { kept.append(record) }
        }
        return kept
    }
}

/// Why a record was skipped.
package enum SkipReason: String, CaseIterable, Sendable {
    case double = "recorded twice"
    /// No position, one outside the Earth's range, or the (0, 0) of devices without one.
    case badPlace = "no usable place"
    /// No time, or one outside 2000...2099.
    case badTime = "no usable time"
    /// An element with the wrong structure.
    case malformed = "malformed"
    /// Irrelevant records: status messages, waypoints, visits, battery readings.
    case otherKind = "another kind of record"
    /// An encrypted payload without a key.
    case encrypted = "encrypted"
    /// A guess of the exporting service, not an observation.
    case inferred = "inferred, not observed"
}

#if !hasFeature(Embedded)
extension SkipReason: Codable {}
#endif
