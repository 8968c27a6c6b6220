import Foundation
import HTTPFetching
import Sources

/// The shuttle tracker's lists that rarely change: vehicles and routes.
struct ShuttleLists: Sendable {
    /// The public labels of the vehicles shown to riders, by id.
    private(set) var vehicleNames: [Int64: String] = [:]
    /// The routes' names, by id.
    private(set) var routeNames: [Int64: String] = [:]

    private var vehicles: AnswerPoll
    private var routes: AnswerPoll
    private let cacheFile: String?
    private var kept = Kept()

    /// What is stored across restarts.
    private struct Kept: Codable {
        struct List: Codable {
            var entityTag: String?
            var lastModified: String?
            var body: Data
        }
        var routes: List?
    }

    init(vehicles: AnswerPoll, routes: AnswerPoll, cacheFile: String?) {
        self.vehicles = vehicles
        self.routes = routes
        self.cacheFile = cacheFile
        readCache()
    }

    /// Polls both lists; a failure of one does not prevent the other.
    ///
    /// - Returns: The first failure; nil if both succeeded.
    mutating func refresh(_ journal: SourceJournal) async -> SourceFailure? {
        var failure = await refreshVehicles(journal)
        do throws(SourceFailure) {
            if let answer = try await routes.ask(journal) {
                try takeRoutes(Array(answer.body), journal)
                keepRoutes(answer.body, answer.validators)
            }
        } catch {
            routes.forget()
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
    }

    private mutating func keepRoutes(_ body: [UInt8], _ validators: FetchValidators) {
        guard let cacheFile else { return }
        kept.routes = Kept.List(
            entityTag: validators.entityTag, lastModified: validators.lastModified,
            body: Data(body))
        // Without the file the list is fetched again after a restart, which costs little.
        guard let data = try? JSONEncoder().encode(kept) else { return }
        try? data.write(to: URL(fileURLWithPath: cacheFile), options: .atomic)
    }
}
