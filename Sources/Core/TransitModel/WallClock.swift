private import Foundation
private import Synchronization

/// Tells what time it is; everything that needs to know is handed one.
public protocol WallClock: Sendable {
    /// The present moment on this clock.
    func now() -> UnixTime
    /// How many seconds pass on this clock in one real second; 1 for real clocks.
    var speed: Double { get }
}

/// The machine's own clock.
public struct SystemWallClock: WallClock {
    /// Real time.
    public let speed = 1.0

    /// Makes the machine's clock.
    public init() {}

    /// The machine's time.
    public func now() -> UnixTime {
        UnixTime(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }
}

/// A clock that started at a chosen moment and runs at a chosen speed.
public struct SimulatedWallClock: WallClock {
    /// How many times faster than its base the clock runs.
    public let speed: Double
    private let realStart: UnixTime
    private let simulatedStart: UnixTime
    private let base: any WallClock

    /// Makes a clock that shows `start` now and runs `speed` times as fast as `base`.
    public init(
        start: UnixTime, speed: Double = 1, base: any WallClock = SystemWallClock()
    ) {
        self.speed = speed
        self.base = base
        realStart = base.now()
        simulatedStart = start
    }

    /// The simulated time.
    public func now() -> UnixTime {
        simulatedStart.advanced(bySeconds: base.now().seconds(since: realStart) * speed)
    }
}

/// A clock that moves only when told to; for tests and replays.
public final class ManualWallClock: WallClock {
    /// Told to readers as real time.
    public let speed = 1.0
    private let time: Mutex<UnixTime>

    /// Makes a clock that stands at `start`.
    public init(_ start: UnixTime) {
        time = Mutex(start)
    }

    /// Where the hands stand.
    public func now() -> UnixTime {
        time.withLock { $0 }
    }

    /// Moves the hands to `newTime`.
    public func set(_ newTime: UnixTime) {
        time.withLock { $0 = newTime }
    }

    /// Moves the hands forward.
    public func advance(bySeconds seconds: Double) {
        time.withLock { $0 = $0.advanced(bySeconds: seconds) }
    }
}
