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
    /// Answers by the limit and address of their request.
    private var kept = LRUCache<String, Kept>(limitBytes: maximumKept)
    private var waiting: [String: Task<[Address], any Error>] = [:]
    private var bucket: TokenBucket

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
        let perSecond = Double(max(1, perSecond))
        bucket = TokenBucket(
            TokenBucket.Rate(burst: perSecond, perSecond: perSecond),
            at: clock.now().fractionalSeconds)
    }

    /// Finds addresses, best first; none for a text of fewer than three characters.
    ///
    /// - Throws: ``Failure`` if a limit is reached or the geocoder fails.
    package func addresses(_ query: AddressQuery) async throws(Failure) -> [Address] {
        guard query.text.count >= AddressQuery.minimumLetters else { return [] }
        let now = clock.now()
        let url = geocoder.url(for: query)
        // Not every geocoder's address contains the limit.
        let key = "\(query.limit) \(url)"
        if let known = kept.value(of: key), known.until > now { return known.addresses }
        let task: Task<[Address], any Error>
        if let asked = waiting[key] {
            task = asked
        } else {
            guard waiting.count < Self.maximumWaiting,
                bucket.takeIfAny(at: now.fractionalSeconds)
            else { throw .busy }
            // A task of its own: a cancelled caller does not cancel the request of others.
            task = Task { try await self.ask(url, limit: query.limit, key) }
            waiting[key] = task
        }
        do { return try await task.value } catch { throw .unavailable }
    }

    private func ask(_ url: String, limit: Int, _ key: String) async throws -> [Address] {
        defer { waiting[key] = nil }
        var request = FetchRequest(url, limitBytes: Self.maximumAnswer)
        request.timeout = .seconds(5)
        request.retries = .never
        let bytes = try await fetch(request)
        let answer = try JSONDecoder().decode(GeocoderAnswer.self, from: Data(bytes))
        let addresses = answer.addresses(limit: limit)
        let until = clock.now().advanced(bySeconds: Self.keptSeconds)
        kept.keep(Kept(addresses: addresses, until: until), of: key, bytes: 1)
        return addresses
    }
}
