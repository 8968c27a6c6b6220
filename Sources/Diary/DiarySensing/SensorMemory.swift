#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The state machine's memory; times are in seconds since 1970.
struct SensorMemory: Codable, Hashable, Sendable {
    /// The age at which an arriving fix is stale.
    static let maximumFixAgeSeconds = 60.0
    /// How far fixes and motions may be ahead of the clock.
    static let maximumLeadSeconds = 5.0
    /// A clock that goes back further than this was set.
    static let maximumStepBackSeconds = 60.0

    /// The latest time of the clock.
    private(set) var now: Double
    private(set) var motions = MotionHistory()
    private(set) var places = FixHistory()
    /// The latest fix that counted.
    private(set) var latest: LocationFix?
    /// The latest fix that is accurate enough to compare locations.
    private(set) var latestGood: LocationFix?
    /// The last good fix while actively moving, from which journeys are measured.
    private(set) var lastWhileMoving: LocationFix?
    /// The start of the current state ``SensingState/activelyMoving``; nil in memories saved before
    /// this was stored.
    private(set) var movingSince: Double?
    /// The start of the current sequence of slow fixes; nil if the latest fix was not slow.
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

    mutating func apply(_ report: MotionReport, _ configuration: SensingConfiguration) {
        let start = report.start.timeIntervalSince1970
        guard report.isConfident, start.isFinite, start <= now + Self.maximumLeadSeconds else {
            return
        }
        motions.add(report.activity, start: start)
        motions.forget(before: now - configuration.longestMotionSeconds)
    }

    mutating func apply(
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
            // A fix may arrive late; those from before do not count.
            if time >= movingSince ?? time {
                places.add(fix, time: time, window: configuration[.stopMovingSameLocationSeconds])
            }
            lastWhileMoving = fix
        } else if lastWhileMoving == nil {
            // The first fix of the recording came late, so this is the first known location.
            lastWhileMoving = fix
        }
    }

    /// Forgets the parts of the past that a new state must ignore.
    mutating func enter(_ state: SensingState) {
        if state == .activelyMoving {
            places.removeAll()
            movingSince = now
        }
        if state == .inFastVehicle { slowSince = nil }
    }
}

extension LocationFix {
    /// Whether the fix is accurate enough for distances of that size.
    func isGood(forMetres metres: Double) -> Bool {
        (horizontalAccuracyMetres ?? 0) <= metres
    }

    /// The speed in km/h if it is reliable, see ``DiarySensor``.
    var reliableSpeedKmh: Double? {
        guard let speed = speedMetresPerSecond, speed.isFinite, speed >= 0 else { return nil }
        if let accuracy = speedAccuracyMetresPerSecond, !(0...5).contains(accuracy) { return nil }
        return speed * 3.6
    }

    func distanceMetres(to other: LocationFix) -> Double {
        PlaneDistance(latitude: latitude, longitude: longitude)
            .metres(toLatitude: other.latitude, longitude: other.longitude)
    }

    /// The start of the sequence of slow fixes to which this fix belongs; nil if it is not slow.
    ///
    /// `before` is the previous fix, `slowSince` the start of its sequence.
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
        // Slow now; if the way here was faster, a new sequence begins.
        return way - blur <= reach ? slowSince ?? start : start
    }
}
