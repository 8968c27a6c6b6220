package import Foundation
import HTTPServing
package import Riders
package import Secrets
import Synchronization
package import TransitModel

/// Updates riders' positions from the loggers on their phones, and stores none of them.
///
/// The last fix counts for five minutes, unless the open app reports a position.
package final class LoggerPositions: Sendable {
    private struct Known {
        let owner: RiderStore.LoggerOwner?
        let until: UnixTime
    }

    private let store: RiderStore
    private let positions: RiderPositions
    private let clock: any WallClock
    private let phoneClock: any WallClock
    private let known = Mutex<[Data: Known]>([:])
    /// The times of the last fixes, so that riders see whether their logger works.
    private let heard = Mutex<[RiderID: UnixTime]>([:])
    private let requests = RateLimit(burst: 120, perSecond: 10)

    /// The seconds for which a fix counts.
    package static let memorySeconds = 300.0
    /// The largest uncertainty of a usable fix, in metres.
    private static let roughMetres = 300.0
    /// The seconds for which the owner of a token is cached.
    private static let sessionSeconds = 15.0
    private static let maximumSessions = 20_000

    /// Updates `positions` for a store's riders; `clock` is the network's, `phoneClock` the
    /// phones': real time.
    package init(
        _ store: RiderStore, positions: RiderPositions, clock: any WallClock,
        phoneClock: any WallClock = SystemWallClock()
    ) {
        self.store = store
        self.positions = positions
        self.clock = clock
        self.phoneClock = phoneClock
    }

    /// Returns whether a token belongs to a rider's own logger.
    ///
    /// One of a diary is its participant's, and ends with the diary.
    ///
    /// - Throws: A problem with status 429 if the rider's logger sends too often, and the store's
    ///   errors.
    package func isKnown(_ token: BearerToken) async throws -> Bool {
        guard let owner = try await owner(token), !owner.isDiary else { return false }
        try requests.take(owner.rider.rawValue, "too many requests at once")
        return true
    }

    /// A position that a phone's logger reports.
    package struct Fix: Sendable {
        let time: Date
        let place: Coordinate
        /// The radius of uncertainty in metres; nil if unknown, and usable then.
        let accuracyMetres: Double?

        package init(time: Date, place: Coordinate, accuracyMetres: Double?) {
            self.time = time
            self.place = place
            self.accuracyMetres = accuracyMetres
        }
    }

    /// Takes the phone's last position, if the token belongs to a rider's logger.
    ///
    /// While the riders' store cannot be read, the token's last known owner counts: a position is
    /// worth neither a wait nor another request of the phone.
    package func update(with fixes: some Sequence<Fix>, of token: BearerToken) async {
        let owner: RiderStore.LoggerOwner?
        do {
            owner = try await self.owner(token)
        } catch {
            owner = lastOwner(token)
        }
        guard let rider = owner?.rider else { return }
        let usable = fixes.lazy.filter { fix in
            fix.accuracyMetres.map { (0...Self.roughMetres).contains($0) } ?? true
        }
        guard let fix = usable.max(by: { $0.time < $1.time }) else { return }
        let phoneNow = phoneClock.now().fractionalSeconds
        // A phone whose clock is slightly ahead is accepted.
        let age = max(0, phoneNow - fix.time.timeIntervalSince1970)
        note(phoneClock.now().advanced(bySeconds: -age), of: rider)
        guard age < Self.memorySeconds else { return }
        let now = clock.now()
        let isChanged = positions.set(
            fix.place, of: rider,
            at: now.advanced(bySeconds: -age), for: Self.memorySeconds, now: now)
        if isChanged { store.changes.note(rider) }
    }

    /// Returns the time of the rider's last fix from a logger; nil if there was none since the
    /// server started.
    package func lastFix(of rider: RiderID) -> UnixTime? {
        heard.withLock { $0[rider] }
    }

    private func note(_ time: UnixTime, of rider: RiderID) {
        heard.withLock { heard in
            if heard.count >= Self.maximumSessions { heard.removeAll(keepingCapacity: true) }
            heard[rider] = max(time, heard[rider] ?? time)
        }
    }

    /// Forgets a rider's logger when it is replaced or removed.
    package func forget(_ rider: RiderID) {
        forgetSessions()
        heard.withLock { $0[rider] = nil }
    }

    /// Removes the loggers of diaries that were deleted, by the hashes of their tokens.
    ///
    /// - Throws: The store's errors.
    package func unlinkDiaries(_ hashes: [Data]) async throws {
        try await store.unlinkDiaries(hashes)
        forgetSessions()
    }

    /// Forgets the cached owners of tokens, because a logger was linked or removed.
    private func forgetSessions() {
        known.withLock { $0.removeAll(keepingCapacity: true) }
    }

    private func owner(_ token: BearerToken) async throws -> RiderStore.LoggerOwner? {
        let now = phoneClock.now()
        if let found = known.withLock({ $0[token.hash] }), found.until > now { return found.owner }
        let owner = try await store.owner(logger: token)
        remember(owner, token)
        return owner
    }

    /// Returns the cached owner, and keeps it for another while.
    private func lastOwner(_ token: BearerToken) -> RiderStore.LoggerOwner? {
        guard let stale = known.withLock({ $0[token.hash] }) else { return nil }
        remember(stale.owner, token)
        return stale.owner
    }

    private func remember(_ owner: RiderStore.LoggerOwner?, _ token: BearerToken) {
        let until = phoneClock.now().advanced(bySeconds: Self.sessionSeconds)
        known.withLock { known in
            if known.count >= Self.maximumSessions { known.removeAll(keepingCapacity: true) }
            known[token.hash] = Known(owner: owner, until: until)
        }
    }
}
