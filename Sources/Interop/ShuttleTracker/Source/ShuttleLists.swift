import Foundation
import HTTPFetching
import Sources

/// The shuttle tracker's lists that rarely change: vehicles, routes and stops.
struct ShuttleLists: Sendable {
    /// The public labels of the vehicles shown to riders, by id.
    private(set) var vehicleNames: [Int64: String] = [:]
    /// The routes' names, by id.
    private(set) var routeNames: [Int64: String] = [:]

    private var vehicles: AnswerPoll
    private var routes: AnswerPoll
    private var stops: AnswerPoll
    private let cacheFile: String?
    private var kept = Kept()

    /// The lists stored across restarts.
    private struct Kept: Codable {
        struct List: Codable {
            var entityTag: String?
            var lastModified: String?
            var body: Data
        }
        var routes: List?
        var stops: List?
    }

    init(vehicles: AnswerPoll, routes: AnswerPoll, stops: AnswerPoll, cacheFile: String?) {
        self.vehicles = vehicles
        self.routes = routes
        self.stops = stops
        self.cacheFile = cacheFile
        readCache()
    }

    /// Polls all lists; a failure of one does not prevent the others.
    ///
    /// - Returns: The first failure; nil if all succeeded.
    mutating func refresh(_ journal: SourceJournal) async -> SourceFailure? {
        var failure = await refreshVehicles(journal)
        do throws(SourceFailure) {
            if let answer = try await routes.ask(journal) {
                try takeRoutes(Array(answer.body), journal)
                keep(\.routes, answer.body, answer.validators)
            }
        } catch {
            routes.forget()
            failure = failure ?? error
        }
        do throws(SourceFailure) {
            if let answer = try await stops.ask(journal) {
                try takeStops(answer.body, journal)
                keep(\.stops, answer.body, answer.validators)
            }
        } catch {
            stops.forget()
            failure = failure ?? error
        }
        return failure
    }

    @discardableResult
    mutating func refreshVehicles(_ journal: SourceJournal) async -> SourceFailure? {
        do throws(SourceFailure) {
            guard let answer = try await vehicles.ask(journal) else { return nil }
            let listing: ShuttleListing<ShuttleVehicle> = try Self.decode(answer.body, "/vehicles")
            journal.quarantine("unreadable_row", listing.rejectedCount)
            vehicleNames = Dictionary(
                listing.elements.map { ($0.id, $0.name) }, uniquingKeysWith: { _, new in new })
            return nil
        } catch {
            vehicles.forget()
            return error
        }
    }

    static func decode<List: Decodable>(
        _ body: [UInt8], _ path: String
    ) throws(SourceFailure) -> List {
        do { return try JSONDecoder().decode(List.self, from: Data(body)) } catch {
            throw SourceFailure(.malformed, "The answer of \(path) is no list of the tracker's.")
        }
    }

    private mutating func takeRoutes(
        _ body: [UInt8], _ journal: SourceJournal?
    ) throws(SourceFailure) {
        let listing: ShuttleListing<ShuttleRoute> = try Self.decode(body, "/routes")
        journal?.quarantine("unreadable_row", listing.rejectedCount)
        routeNames = Dictionary(
            listing.elements.map { ($0.id, $0.name) }, uniquingKeysWith: { _, new in new })
    }

    private mutating func takeStops(
        _ body: [UInt8], _ journal: SourceJournal?
    ) throws(SourceFailure) {
        let listing: ShuttleListing<ShuttleStop> = try Self.decode(body, "/stops")
        journal?.quarantine("unreadable_row", listing.rejectedCount)
    }

    // MARK: - Across restarts

    private mutating func readCache() {
        guard let cacheFile,
            let data = FileManager.default.contents(atPath: cacheFile),
            let kept = try? JSONDecoder().decode(Kept.self, from: data)
        else { return }
        // A list that no longer decodes is fetched again.
        if let list = kept.routes, (try? takeRoutes(Array(list.body), nil)) != nil {
            self.kept.routes = list
            routes.resume(
                from: FetchValidators(
                    entityTag: list.entityTag, lastModified: list.lastModified))
        }
        if let list = kept.stops, (try? takeStops(Array(list.body), nil)) != nil {
            self.kept.stops = list
            stops.resume(
                from: FetchValidators(
                    entityTag: list.entityTag, lastModified: list.lastModified))
        }
    }

    private mutating func keep(
        _ list: WritableKeyPath<Kept, Kept.List?>, _ body: [UInt8], _ validators: FetchValidators
    ) {
        guard let cacheFile else { return }
        kept[keyPath: list] = Kept.List(
            entityTag: validators.entityTag, lastModified: validators.lastModified,
            body: Data(body))
        // Without the file the lists are fetched again after a restart, which costs little.
        guard let data = try? JSONEncoder().encode(kept) else { return }
        try? data.write(to: URL(fileURLWithPath: cacheFile), options: .atomic)
    }
}
