#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The predicates of the state machine; ``DiarySensor`` explains each of them.
struct SensingRules {
    let configuration: SensingConfiguration
    let memory: SensorMemory

    var userStationary: Bool {
        motion(only: [.stationary], seconds: configuration[.stoppedMovingStationarySeconds])
    }

    var userNotTravelling: Bool {
        guard let current = memory.latestGood else { return false }
        return memory.places.stayed(
            within: configuration[.sameLocationDistanceMetres], of: current, now: memory.now,
            window: configuration[.stopMovingSameLocationSeconds])
    }

    var userInFastVehicle: Bool {
        guard let current = currentFix, let speed = current.reliableSpeedKmh,
            speed >= configuration[.fastSpeedKmh]
        else { return false }
        return motion(
            only: [.inVehicle, .stationary],
            seconds: configuration[.inVehicleOrStationarySeconds])
    }

    var userTravelling: Bool {
        guard let current = currentFix, let start = memory.lastWhileMoving else { return false }
        let metres = configuration[.startedTravellingDistanceMetres]
        return current.isGood(forMetres: metres) && start.distanceMetres(to: current) >= metres
    }

    var userActivelyMoving: Bool {
        motion(only: [.active], seconds: configuration[.activelyMovingSeconds])
    }

    var userLeavingByCar: Bool {
        guard configuration.leavingByCarExit else { return false }
        if motion(only: [.inVehicle], seconds: configuration[.leavingByCarSeconds]) { return true }
        guard let current = currentFix, let start = memory.lastWhileMoving, !userStationary else {
            return false
        }
        let certain =
            start.distanceMetres(to: current) - (current.horizontalAccuracyMetres ?? 0)
        return certain >= configuration[.startedTravellingDistanceMetres]
    }

    var userInSlowTraffic: Bool {
        guard configuration.slowTrafficExit, currentFix != nil, let since = memory.slowSince else {
            return false
        }
        return memory.now - since >= configuration[.slowTrafficSeconds]
    }

    /// The latest fix; nil if it is stale.
    private var currentFix: LocationFix? {
        guard let latest = memory.latest,
            memory.now - latest.time.timeIntervalSince1970 <= SensorMemory.maximumFixAgeSeconds
        else { return nil }
        return latest
    }

    private func motion(only kinds: Set<MotionHistory.Kind>, seconds: Double) -> Bool {
        memory.motions.holds(only: kinds, from: memory.now - seconds, to: memory.now)
    }
}
