import Foundation
package import HTTPFetching
package import TransitModel

/// A client of a geocoder that caches answers and limits the rate of requests.
package actor AddressSearcher {
    /// The reason why a search failed.
    package enum Failure: Error, Equatable {
        /// The rate or the number of requests in flight is at its limit; retry in a second.
        case busy
        /// The geocoder did not answer, or its answer cannot be decoded.
        case unavailable
    }

    /// Fetches a response body into memory.
    package typealias Fetch = @Sendable (FetchRequest) async throws -> [UInt8]

    private struct Kept {
        let addresses: [Address]
        let until: UnixTime
    }

    private let geocoder: GeocoderAddress
    private let fetch: Fetch
    private let clock: any WallClock
    private let perSecond: Double
    private var kept: [AddressQuery: Kept] = [:]
    private var waiting: [AddressQuery: Task<[Address], any Error>] = [:]
    /// The requests allowed right now: the level of a token bucket.
    private var allowance: Double
    private var allowedAt: UnixTime

    /// The capacity of the cache.
    private static let maximumKept = 2000
    /// The lifetime of a cached answer, in seconds.
    private static let keptSeconds = 86_400.0
    /// The maximum number of requests in flight.
    private static let maximumWaiting = 8
    /// The maximum length of an answer, in bytes.
    private static let maximumAnswer = 512 * 1024

    /// Creates a client that sends at most `perSecond` requests a second on average.
    package init(
        _ geocoder: GeocoderAddress, perSecond: Int, clock: any WallClock, fetch: @escaping Fetch
    ) {
        self.geocoder = geocoder
        self.fetch = fetch
        self.clock = clock
        self.perSecond = Double(max(1, perSecond))
        allowance = self.perSecond
        allowedAt = clock.now()
    }

    /// Finds addresses, best first; none for a text of fewer than three characters.
    ///
    /// - Throws: ``Failure`` if a limit is reached or the geocoder fails.
    package func addresses(_ query: AddressQuery) async throws(Failure) -> [Address] {
        guard query.text.count >= AddressQuery.minimumLetters else { return [] }
        let now = clock.now()
        if let known = kept[query], known.until > now { return known.addresses }
        let task: Task<[Address], any Error>
        if let asked = waiting[query] {
            task = asked
        } else {
            guard waiting.count < Self.maximumWaiting, takeAllowance(now) else { throw .busy }
            // A task of its own: a cancelled caller does not cancel the request of others.
            task = Task { try await self.ask(query) }
            waiting[query] = task
        }
        do { return try await task.value } catch { throw .unavailable }
    }

    private func ask(_ query: AddressQuery) async throws -> [Address] {
        defer { waiting[query] = nil }
        var request = FetchRequest(geocoder.url(for: query), limitBytes: Self.maximumAnswer)
        request.timeout = .seconds(5)
        request.retries = .never
        let bytes = try await fetch(request)
        let answer = try JSONDecoder().decode(GeocoderAnswer.self, from: Data(bytes))
        let addresses = answer.addresses(limit: query.limit)
        if kept.count >= Self.maximumKept { kept.removeAll(keepingCapacity: true) }
        kept[query] = Kept(
            addresses: addresses, until: clock.now().advanced(bySeconds: Self.keptSeconds))
        return addresses
    }

    private func takeAllowance(_ now: UnixTime) -> Bool {
        allowance = min(
            perSecond, allowance + max(0, now.seconds(since: allowedAt)) * perSecond)
        allowedAt = now
        guard allowance >= 1 else { return false }
        allowance -= 1
        return true
    }
}
