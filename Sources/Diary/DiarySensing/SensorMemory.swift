#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What the machine remembers of the past; times are seconds since 1970.
struct SensorMemory: Codable, Hashable, Sendable {
    /// Fixes older than this when they arrive are stale.
    static let maximumFixAgeSeconds = 60.0
    /// What a fix or a motion may lie ahead of the clock.
    static let maximumLeadSeconds = 5.0
    /// A clock that goes back further than this was set.
    static let maximumStepBackSeconds = 60.0

    /// The latest moment that the clock told.
    private(set) var now: Double
    private(set) var motions = MotionHistory()
    private(set) var places = FixHistory()
    /// The latest fix that counted.
    private(set) var latest: LocationFix?
    /// The latest fix that was good for telling whether the place is the same.
    private(set) var latestGood: LocationFix?
    /// The last good fix made while actively moving; from here journeys are measured.
    private(set) var lastWhileMoving: LocationFix?
    /// When the person began to be followed; nil in what was saved before this was known.
    private(set) var movingSince: Double?
    /// When the present stretch of slow fixes began, nil if the latest was not slow.
    private(set) var slowSince: Double?

    init(now: Double) {
        self.now = now
        movingSince = now
    }

    mutating func advance(to time: Double) {
        if time < now - Self.maximumStepBackSeconds {
            let anchor = lastWhileMoving
            self = SensorMemory(now: time)
            lastWhileMoving = anchor
        }
        now = max(now, time)
    }

    mutating func take(_ report: MotionReport, _ configuration: SensingConfiguration) {
        let start = report.start.timeIntervalSince1970
        guard report.isConfident, start.isFinite, start <= now + Self.maximumLeadSeconds else {
            return
        }
        motions.add(report.activity, start: start)
        motions.forget(before: now - configuration.longestMotionSeconds)
    }

    mutating func take(
        _ fix: LocationFix, state: SensingState, _ configuration: SensingConfiguration
    ) {
        let time = fix.time.timeIntervalSince1970
        guard fix.isPlausible, time.isFinite, time >= now - Self.maximumFixAgeSeconds,
            time <= now + Self.maximumLeadSeconds,
            latest.map({ $0.time.timeIntervalSince1970 < time }) ?? true
        else { return }
        slowSince = fix.slowSince(
            limitKmh: configuration[.slowTrafficKmh], before: latest, slowSince: slowSince)
        latest = fix
        guard fix.isGood(forMetres: configuration[.sameLocationDistanceMetres]) else { return }
        latestGood = fix
        if state == .activelyMoving {
            // A fix may arrive after it was made, and what was before does not count.
            if time >= movingSince ?? time {
                places.add(fix, time: time, window: configuration[.stopMovingSameLocationSeconds])
            }
            lastWhileMoving = fix
        } else if lastWhileMoving == nil {
            // A recording whose first fix came late: the first place known stands in.
            lastWhileMoving = fix
        }
    }

    /// What a new state must not know of the old one.
    mutating func enter(_ state: SensingState) {
        if state == .activelyMoving {
            places.removeAll()
            movingSince = now
        }
        if state == .inFastVehicle { slowSince = nil }
    }
}

extension LocationFix {
    /// Whether the fix can tell distances of that size.
    func isGood(forMetres metres: Double) -> Bool {
        (horizontalAccuracyMetres ?? 0) <= metres
    }

    /// The speed in km/h if it can be believed, see ``DiarySensor``.
    var reliableSpeedKmh: Double? {
        guard let speed = speedMetresPerSecond, speed.isFinite, speed >= 0 else { return nil }
        if let accuracy = speedAccuracyMetresPerSecond, !(0...5).contains(accuracy) { return nil }
        return speed * 3.6
    }

    func distanceMetres(to other: LocationFix) -> Double {
        PlaneDistance(latitude: latitude, longitude: longitude)
            .metres(toLatitude: other.latitude, longitude: other.longitude)
    }

    /// When the stretch of slow traffic began that this fix belongs to, nil if it is not slow.
    ///
    /// `before` is the fix before it, `slowSince` what that one belonged to.
    func slowSince(limitKmh: Double, before: LocationFix?, slowSince: Double?) -> Double? {
        let start = time.timeIntervalSince1970
        let speed = reliableSpeedKmh
        if let speed, speed >= limitKmh { return nil }
        guard let before else { return speed.map { _ in start } }
        let reach = limitKmh / 3.6 * time.timeIntervalSince(before.time)
        let blur = (horizontalAccuracyMetres ?? 0) + (before.horizontalAccuracyMetres ?? 0)
        let way = distanceMetres(to: before)
        guard speed != nil else {
            return way + blur < reach
                ? slowSince ?? before.time.timeIntervalSince1970 : nil
        }
        // Slow now; if the way here was faster, the stretch begins here.
        return way - blur <= reach ? slowSince ?? start : start
    }
}
