import Diary
import DiarySensing
import Foundation
package import Riders
import Secrets
import Synchronization
package import TransitModel

/// Tells where riders are by what the loggers of their phones say, and keeps none of it.
///
/// The last fix counts for five minutes, as long as the open app is silent.
package final class LoggerPlaces: Sendable {
    private struct Known {
        let rider: RiderID?
        let until: UnixTime
    }

    private let store: RiderStore
    private let places: RiderPlaces
    private let clock: any WallClock
    private let phoneClock: any WallClock
    private let known = Mutex<[Data: Known]>([:])
    /// When phones were last somewhere: so that riders see whether their logger works.
    private let heard = Mutex<[RiderID: UnixTime]>([:])
    /// Loggers send now and then; one that sends without end waits.
    private let requests = RateLimit(most: 120, perSecond: 10)

    /// A fix counts for so long after the phone was there, in seconds.
    package static let memorySeconds = 300.0
    /// Fixes that may be further off than this say nothing about what is near, in metres.
    private static let roughMetres = 300.0
    /// Whose a token is is believed for so long, in seconds.
    private static let sessionSeconds = 15.0
    private static let maximumSessions = 20_000

    /// Tells `places` of a store's riders; `clock` is the network's, `phoneClock` that of phones: real time.
    package init(
        _ store: RiderStore, places: RiderPlaces, clock: any WallClock,
        phoneClock: any WallClock = SystemWallClock()
    ) {
        self.store = store
        self.places = places
        self.clock = clock
        self.phoneClock = phoneClock
    }

    /// Whether a token is that of a rider's logger.
    func isKnown(_ token: BearerToken) async throws -> Bool {
        guard let rider = try await rider(token) else { return false }
        try requests.take(rider.rawValue, "too many requests at once")
        return true
    }

    /// Takes over where a phone was last, if a rider's logger shows the token.
    func take(_ trace: PhoneTrace, of token: BearerToken) async throws {
        guard let rider = try await rider(token) else { return }
        let fixes = trace.fixes.lazy.filter { fix in
            fix.horizontalAccuracyMetres.map { (0...Self.roughMetres).contains($0) } ?? true
        }
        guard let fix = fixes.max(by: { $0.time < $1.time }) else { return }
        let phoneNow = Double(phoneClock.now().milliseconds) / 1000
        // Phones whose clock is ahead a little are as good as others.
        let age = max(0, phoneNow - fix.time.timeIntervalSince1970)
        note(phoneClock.now().advanced(bySeconds: -age), of: rider)
        guard age < Self.memorySeconds else { return }
        let now = clock.now()
        let isNews = places.set(
            Coordinate(latitude: fix.latitude, longitude: fix.longitude), of: rider,
            at: now.advanced(bySeconds: -age), for: Self.memorySeconds, now: now)
        if isNews { store.changes.note(rider) }
    }

    /// When a rider's phone was last somewhere, by its logger; nil if it told nothing since the server started.
    package func lastFix(of rider: RiderID) -> UnixTime? {
        heard.withLock { $0[rider] }
    }

    private func note(_ time: UnixTime, of rider: RiderID) {
        heard.withLock { heard in
            if heard.count >= Self.maximumSessions { heard.removeAll(keepingCapacity: true) }
            heard[rider] = max(time, heard[rider] ?? time)
        }
    }

    /// A rider has another logger, or none any more.
    package func forget(_ rider: RiderID) {
        forgetSessions()
        heard.withLock { $0[rider] = nil }
    }

    /// Looks again whose tokens are: somebody has linked a logger, or let it go.
    private func forgetSessions() {
        known.withLock { $0.removeAll(keepingCapacity: true) }
    }

    private func rider(_ token: BearerToken) async throws -> RiderID? {
        let now = phoneClock.now()
        if let found = known.withLock({ $0[token.hash] }), found.until > now { return found.rider }
        let rider = try await store.rider(logger: token)
        known.withLock { known in
            if known.count >= Self.maximumSessions { known.removeAll(keepingCapacity: true) }
            known[token.hash] = Known(
                rider: rider, until: now.advanced(bySeconds: Self.sessionSeconds))
        }
        return rider
    }
}
