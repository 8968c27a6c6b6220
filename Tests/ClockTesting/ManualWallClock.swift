private import Synchronization
package import TransitModel

/// A clock that moves only when set.
package final class ManualWallClock: WallClock {
    /// Always 1, as for real time.
    package let speed = 1.0
    private let time: Mutex<UnixTime>

    /// Creates a clock that shows `start`.
    package init(_ start: UnixTime) {
        time = Mutex(start)
    }

    /// Returns the time last set.
    package func now() -> UnixTime {
        time.withLock { $0 }
    }

    /// Sets the clock to `newTime`.
    package func set(_ newTime: UnixTime) {
        time.withLock { $0 = newTime }
    }

    /// Moves the clock forward.
    package func advance(bySeconds seconds: Double) {
        time.withLock { $0 = $0.advanced(bySeconds: seconds) }
    }
}
