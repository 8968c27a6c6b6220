#if !hasFeature(Embedded)

private import Foundation

/// A source of the current time, passed to everything that needs it.
public protocol WallClock: Sendable {
    /// Returns the current instant on this clock.
    func now() -> UnixTime
    /// The seconds that pass on this clock per real second; 1 for real clocks.
    var speed: Double { get }
}

/// The machine's own clock.
public struct SystemWallClock: WallClock {
    /// Real time.
    public let speed = 1.0

    /// Creates the system clock.
    public init() {}

    /// Returns the system's current time.
    public func now() -> UnixTime {
        UnixTime(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }
}

/// A clock that started at a chosen instant and runs at a chosen speed.
public struct SimulatedWallClock: WallClock {
    /// The clock's speed relative to its base.
    public let speed: Double
    private let realStart: UnixTime
    private let simulatedStart: UnixTime
    private let base: any WallClock

    /// Creates a clock that shows `start` now and runs `speed` times as fast as `base`.
    public init(
        start: UnixTime, speed: Double = 1, base: any WallClock = SystemWallClock()
    ) {
        self.speed = speed
        self.base = base
        realStart = base.now()
        simulatedStart = start
    }

    /// Returns the simulated time.
    public func now() -> UnixTime {
        simulatedStart.advanced(bySeconds: base.now().seconds(since: realStart) * speed)
    }
}

#endif
