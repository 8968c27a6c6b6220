package import DiarySensing

/// What a phone recorded, from whichever logger: fixes and motions, and what could not be used.
package struct PhoneTrace: Sendable {
    /// In the order in which they were read; see ``sortByTime()``.
    package var fixes: [LocationFix] = []
    /// In the order in which they were read.
    package var motions: [MotionReport] = []
    /// How many records were left out, by reason.
    package private(set) var skipped: [SkipReason: Int] = [:]

    /// Makes an empty trace.
    package init() {}

    /// Counts records that are left out.
    package mutating func skip(_ reason: SkipReason, count: Int = 1) {
        guard count > 0 else { return }
        skipped[reason, default: 0] += count
    }

    /// Takes a fix if its time and place make sense, and counts it as skipped otherwise.
    package mutating func take(_ fix: LocationFix) {
        guard PlausibleTime.contains(fix.time) else { return skip(.badTime) }
        guard fix.latitude.isFinite, fix.longitude.isFinite, abs(fix.latitude) <= 90,
            abs(fix.longitude) <= 180, !(fix.latitude == 0 && fix.longitude == 0)
        else { return skip(.badPlace) }
        fixes.append(fix)
    }

    /// Takes a motion if its time makes sense, and counts it as skipped otherwise.
    package mutating func take(_ motion: MotionReport) {
        guard PlausibleTime.contains(motion.start) else { return skip(.badTime) }
        motions.append(motion)
    }

    /// Adds another trace's records and counts.
    package mutating func append(_ other: PhoneTrace) {
        fixes += other.fixes
        motions += other.motions
        for (reason, count) in other.skipped { skip(reason, count: count) }
    }

    /// Puts everything in order of time and leaves out what was recorded twice.
    ///
    /// A fix is a double if another one of the same moment and place came before it, a motion if
    /// one of the same moment and activity did; doubles count as skipped.
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

/// Why a record of a phone was left out.
package enum SkipReason: String, CaseIterable, Sendable, Codable {
    /// Recorded twice.
    case double = "recorded twice"
    /// No place, a place off the Earth, or the (0, 0) of devices that do not know.
    case badPlace = "no usable place"
    /// No time, or one outside 2000...2100.
    case badTime = "no usable time"
    /// An element of the wrong shape.
    case malformed = "malformed"
    /// Known and of no use here: status messages, way points, visits, battery readings.
    case otherKind = "another kind of record"
    /// An encrypted payload; the key is not here.
    case encrypted = "encrypted"
    /// A guess of the exporting service, not an observation.
    case inferred = "inferred, not observed"
}
