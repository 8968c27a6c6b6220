import Foundation
import HTTPFetching
import Sources

/// The shuttle tracker's lists that change seldom: vehicles, routes and stops.
struct ShuttleLists: Sendable {
    /// What riders read on the vehicles, by number; only of those that riders get to see.
    private(set) var vehicleNames: [Int64: String] = [:]
    /// What riders call the routes, by number.
    private(set) var routeNames: [Int64: String] = [:]
    /// How many stops there are.
    private(set) var stopCount = 0

    private var vehicles: AnswerPoll
    private var routes: AnswerPoll
    private var stops: AnswerPoll
    private let cacheFile: String?
    private var kept = Kept()

    /// What is kept from one run of the server to the next.
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

    /// Asks for all lists; what could be had is taken even if another could not.
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
        stopCount = listing.elements.count
    }

    // MARK: - Across restarts

    private mutating func readCache() {
        guard let cacheFile,
            let data = FileManager.default.contents(atPath: cacheFile),
            let kept = try? JSONDecoder().decode(Kept.self, from: data)
        else { return }
        // A list that cannot be read any more is asked for anew.
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
        // Without the file the lists are asked for again after a restart, which costs little.
        guard let data = try? JSONEncoder().encode(kept) else { return }
        try? data.write(to: URL(fileURLWithPath: cacheFile), options: .atomic)
    }
}
