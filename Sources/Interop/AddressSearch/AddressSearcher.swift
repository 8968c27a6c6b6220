import Foundation
package import HTTPFetching
package import TransitModel

/// Asks a geocoder for addresses, seldom: answers are kept, and questions have a pace.
package actor AddressSearcher {
    /// Why there are no addresses.
    package enum Failure: Error, Equatable {
        /// As many questions as may be are on their way; ask again in a second.
        case busy
        /// The geocoder did not answer, or not with addresses.
        case unavailable
    }

    /// How something is fetched into memory.
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
    /// How many questions may be asked right now.
    private var allowance: Double
    private var allowedAt: UnixTime

    /// How many answers are kept.
    private static let maximumKept = 2000
    /// How long an answer is kept, in seconds: houses seldom move.
    private static let keptSeconds = 86_400.0
    /// The most questions on their way at once.
    private static let maximumWaiting = 8
    /// The longest answer, in bytes.
    private static let maximumAnswer = 512 * 1024

    /// Asks one geocoder, at most `perSecond` questions a second on average.
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

    /// The addresses that fit, the best first; none for a text of fewer than three letters.
    package func addresses(_ query: AddressQuery) async throws(Failure) -> [Address] {
        guard query.text.count >= AddressQuery.minimumLetters else { return [] }
        let now = clock.now()
        if let known = kept[query], known.until > now { return known.addresses }
        let task: Task<[Address], any Error>
        if let asked = waiting[query] {
            task = asked
        } else {
            guard waiting.count < Self.maximumWaiting, takeAllowance(now) else { throw .busy }
            // Who typed on does not take the answer from others who wait for it.
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
