package import DiarySensing

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
    package mutating func take(_ fix: LocationFix) {
        guard PlausibleTime.contains(fix.time) else { return skip(.badTime) }
        guard fix.latitude.isFinite, fix.longitude.isFinite, abs(fix.latitude) <= 90,
            abs(fix.longitude) <= 180, !(fix.latitude == 0 && fix.longitude == 0)
        else { return skip(.badPlace) }
        fixes.append(fix)
    }

    /// Adds a motion, or counts it as skipped if its time is implausible.
    package mutating func take(_ motion: MotionReport) {
        guard PlausibleTime.contains(motion.start) else { return skip(.badTime) }
        motions.append(motion)
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
        let allFixes = fixes.enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }
        fixes.removeAll(keepingCapacity: true)
        for (_, fix) in allFixes {
            let isDouble = fixes.reversed().prefix { $0.time == fix.time }.contains {
                $0.latitude == fix.latitude && $0.longitude == fix.longitude
            }
            if isDouble { skip(.double) } else { fixes.append(fix) }
        }
        let allMotions = motions.enumerated().sorted {
            ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
        }
        motions.removeAll(keepingCapacity: true)
        for (_, motion) in allMotions {
            let isDouble = motions.reversed().prefix { $0.start == motion.start }.contains {
                $0.activity == motion.activity
            }
            if isDouble { skip(.double) } else { motions.append(motion) }
        }
    }
}

/// Why a record was skipped.
package enum SkipReason: String, CaseIterable, Sendable, Codable {
    /// Recorded twice.
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
