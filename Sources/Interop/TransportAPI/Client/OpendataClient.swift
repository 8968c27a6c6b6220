import Foundation
package import HTTPFetching
package import TransitModel

/// A client of transport.opendata.ch, or of a compatible server, that respects its limits.
///
/// The client caches answers, joins identical requests in flight, and counts requests per day
/// across restarts. It never retries.
package actor OpendataClient {
    /// Fetches a response body into memory.
    package typealias Fetch = @Sendable (FetchRequest) async throws -> [UInt8]

    private enum Answer: Sendable {
        case locations(OpendataLocations)
        case connections(OpendataConnections)
        case stationboard(OpendataStationboard)
    }

    private struct Kept {
        let answer: Answer
        let until: UnixTime
    }

    private let base: String
    private let fetch: Fetch
    private let clock: any WallClock
    private let zone: TransitTimeZone
    private var budget: OpendataBudget
    /// Answers by their path with parameters.
    private var kept = LRUCache<String, Kept>(limitBytes: maximumKept)
    private var waiting: [String: Task<Answer, any Error>] = [:]
    private var restUntil: UnixTime?
    private var bucket: TokenBucket

    /// The capacity of the cache; boards and connections have some 100 kB each.
    private static let maximumKept = 400
    /// The maximum number of requests in flight.
    private static let maximumWaiting = 8
    /// The service's limit of requests a second.
    private static let rate = TokenBucket.Rate(burst: 3, perSecond: 3)
    /// The maximum length of an answer, in bytes.
    private static let maximumAnswer = 8 * 1024 * 1024
    /// Seconds without requests after status 429 without `Retry-After`.
    private static let restSeconds = 60.0

    /// Creates a client of a base address such as `http://transport.opendata.ch/v1`.
    ///
    /// `zone`: The time zone of the service's dates and times.
    package init(
        _ address: String, zone: TransitTimeZone, budget: OpendataBudget, clock: any WallClock,
        fetch: @escaping Fetch
    ) {
        var base = address
        while base.hasSuffix("/") { base.removeLast() }
        self.base = base
        self.zone = zone
        self.budget = budget
        self.clock = clock
        self.fetch = fetch
        bucket = TokenBucket(Self.rate, at: clock.now().fractionalSeconds)
    }

    // MARK: - Questions

    /// Finds locations by name or around a point; cached for a day.
    ///
    /// - Throws: The ``OpendataFailure`` that the limits or the service caused.
    package func locations(
        _ query: OpendataLocationsQuery
    ) async throws(OpendataFailure) -> OpendataLocations {
        let answer = try await answer(.locations, query.parameters, keptSeconds: 86_400) {
            .locations(try JSONDecoder().decode(OpendataLocations.self, from: $0))
        }
        guard case .locations(let locations) = answer else { throw .unavailable }
        return locations
    }

    /// Finds connections; cached for a minute.
    ///
    /// - Throws: The ``OpendataFailure`` that the limits or the service caused.
    package func connections(
        _ query: OpendataConnectionsQuery, at time: UnixTime
    ) async throws(OpendataFailure) -> OpendataConnections {
        let parameters = query.parameters(at: time, in: zone)
        let answer = try await answer(.connections, parameters, keptSeconds: 60) {
            .connections(try JSONDecoder().decode(OpendataConnections.self, from: $0))
        }
        guard case .connections(let connections) = answer else { throw .unavailable }
        return connections
    }

    /// Loads a stationboard; cached for 30 seconds.
    ///
    /// - Throws: The ``OpendataFailure`` that the limits or the service caused.
    package func stationboard(
        _ query: OpendataStationboardQuery, at time: UnixTime
    ) async throws(OpendataFailure) -> OpendataStationboard {
        let parameters = query.parameters(at: time, in: zone)
        let answer = try await answer(.stationboard, parameters, keptSeconds: 30) {
            .stationboard(try JSONDecoder().decode(OpendataStationboard.self, from: $0))
        }
        guard case .stationboard(let board) = answer else { throw .unavailable }
        return board
    }

    /// Returns the number of requests left today.
    package func left(_ resource: OpendataBudget.Resource) -> Int {
        budget.left(resource, now: clock.now())
    }

    // MARK: - Asking

    private func answer(
        _ resource: OpendataBudget.Resource, _ parameters: [(name: String, value: String)],
        keptSeconds: Double, _ decode: @escaping @Sendable (Data) throws -> Answer
    ) async throws(OpendataFailure) -> Answer {
        let path = "\(resource.rawValue)?\(OpendataParameters.text(parameters))"
        let now = clock.now()
        if let known = kept.value(of: path), known.until > now { return known.answer }
        let task: Task<Answer, any Error>
        if let asked = waiting[path] {
            task = asked
        } else {
            if let restUntil, restUntil > now { throw .resting(until: restUntil) }
            guard waiting.count < Self.maximumWaiting,
                bucket.takeIfAny(at: now.fractionalSeconds)
            else { throw .busy }
            guard budget.take(resource, now: now) else {
                throw .spent(resource, until: budget.nextDay(after: now))
            }
            // A task of its own: a cancelled caller does not cancel the request of others.
            task = Task { try await self.ask(path, keptSeconds, decode) }
            waiting[path] = task
        }
        do {
            return try await task.value
        } catch let failure as OpendataFailure {
            throw failure
        } catch {
            throw .unavailable
        }
    }

    private func ask(
        _ path: String, _ keptSeconds: Double, _ decode: @Sendable (Data) throws -> Answer
    ) async throws -> Answer {
        defer { waiting[path] = nil }
        var request = FetchRequest("\(base)/\(path)", limitBytes: Self.maximumAnswer)
        request.timeout = .seconds(20)
        request.retries = .never
        do {
            let answer = try decode(Data(try await fetch(request)))
            let until = clock.now().advanced(bySeconds: keptSeconds)
            kept.keep(Kept(answer: answer, until: until), of: path, bytes: 1)
            return answer
        } catch FetchError.status(let code, let retryAfter) {
            throw failure(status: code, retryAfter: retryAfter)
        }
    }

    private func failure(status: Int, retryAfter: Duration?) -> OpendataFailure {
        switch status {
        case 400, 404, 422: return .refused
        case 429:
            let seconds = retryAfter.map { Double($0.components.seconds) } ?? Self.restSeconds
            let until = clock.now().advanced(bySeconds: min(86_400, max(1, seconds)))
            restUntil = until
            return .resting(until: until)
        // The service answers 500 for unknown locations and for problems of its own.
        case 500: return .unknown
        default: return .unavailable
        }
    }
}
