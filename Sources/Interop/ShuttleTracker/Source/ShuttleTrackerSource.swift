import Matching
package import Sources
import TransitModel

/// A source that polls a shuttle tracker's `/vehicles`, `/routes` and `/updates`.
///
/// Updates are polled in every round. The other lists are polled once a minute, and vehicles also
/// when an update refers to an unlisted one. Routes are stored in a file, so that a restart has
/// them at once and only revalidates them. An update of an unknown vehicle or route is
/// delivered with its own data.
///
/// Speeds are miles an hour (see ``ShuttleUpdate``), times may have fractions, and a vehicle may
/// have no route. Fixes refer to a route, never to a trip.
package struct ShuttleTrackerSource: LiveSource {
    /// The source's kind in `takt.yml`.
    package static let kind = "shuttle-tracker"
    /// Seconds between polls of the lists other than updates.
    private static let listSeconds = 60.0
    /// The maximum length of a list, in bytes.
    private static let limitBytes = 16 << 20

    /// Returns the GTFS `route_id` for a route's number and name; nil leaves the fix without one.
    package typealias RouteName = @Sendable (Int64, String?) -> String?

    package let id: String
    package var kind: String { Self.kind }
    /// The time between rounds.
    package let pause: Duration
    private let routeName: RouteName
    private var updates: AnswerPoll
    private var lists: ShuttleLists
    private var listedAt: UnixTime?
    private var listFailure: SourceFailure?
    /// The time of each vehicle's last update, so that none is delivered twice.
    private var reportedAt: [String: ShuttleTime] = [:]

    /// Creates a source for a tracker's base URL, which is polled every 10 s if the plan does not
    /// say how often.
    ///
    /// `cacheFile` is the file for routes; nil stores nothing.
    package init(_ plan: PollPlan, cacheFile: String?, routeName: @escaping RouteName) {
        id = plan.id
        pause = plan.pause ?? .seconds(10)
        self.routeName = routeName
        let url = plan.request.url
        let base = url.hasSuffix("/") ? String(url.dropLast()) : url
        func poll(_ name: String) -> AnswerPoll {
            var list = plan
            list.request.url = "\(base)/\(name)"
            list.request.limitBytes = min(list.request.limitBytes, Self.limitBytes)
            return list.poll
        }
        updates = poll("updates")
        lists = ShuttleLists(
            vehicles: poll("vehicles"), routes: poll("routes"), cacheFile: cacheFile)
    }

    /// Polls the lists that are due, and delivers new fixes.
    ///
    /// - Throws: `SourceFailure` if a list cannot be fetched or decoded.
    package mutating func round(_ link: SourceLink) async throws(SourceFailure) {
        if listedAt.map({ link.now.seconds(since: $0) >= Self.listSeconds }) ?? true {
            listFailure = await lists.refresh(link.journal)
            if listFailure == nil { listedAt = link.now }
        }
        guard let answer = try await updates.ask(link.journal) else {
            // At night an empty list that stays empty is as good as a new one.
            if reportedAt.isEmpty { link.journal.recordAnswer(at: link.now, dataTime: link.now) }
            if let listFailure { throw listFailure }
            return
        }
        let listing: ShuttleListing<ShuttleUpdate> = try ShuttleLists.decode(
            answer.body, "/updates")
        link.journal.quarantine("unreadable_row", listing.rejectedCount)
        let isUnlisted = listing.elements.contains { update in
            update.vehicleID.map { lists.vehicleNames[$0] == nil } ?? false
        }
        if isUnlisted { await lists.refreshVehicles(link.journal) }
        deliver(listing.elements, link)
        if let listFailure { throw listFailure }
    }

    private mutating func deliver(_ elements: [ShuttleUpdate], _ link: SourceLink) {
        var fixes: [VehicleFix] = []
        var known: [String: ShuttleTime] = [:]
        for update in elements.sorted(by: { $0.time < $1.time }) {
            guard let fix = fix(update) else {
                link.journal.quarantine("no_place_or_time")
                continue
            }
            known[fix.vehicleID] = update.time
            guard reportedAt[fix.vehicleID].map({ $0 < update.time }) ?? true else { continue }
            fixes.append(fix)
        }
        // Vehicles that left the list are removed to bound memory.
        reportedAt = known
        let newest = known.values.max()?.unixTime
        guard !fixes.isEmpty else {
            link.journal.recordAnswer(at: link.now, dataTime: newest ?? link.now)
            return
        }
        var batch = link.batch(asOf: newest.map { min($0, link.now) })
        batch.fixes = fixes
        link.deliver(batch)
    }

    /// Converts an update into a fix with the network's route id.
    private func fix(_ update: ShuttleUpdate) -> VehicleFix? {
        let label = update.vehicleID.flatMap { lists.vehicleNames[$0] }
        guard let fix = update.vehicleFix(label: label) else { return nil }
        let route = update.routeID.flatMap { routeName($0, lists.routeNames[$0]) }
        return VehicleFix(
            vehicleID: fix.vehicleID, label: fix.label, coordinate: fix.coordinate,
            headingDegrees: fix.headingDegrees, speedMetresPerSecond: fix.speedMetresPerSecond,
            time: fix.time, trip: route.map { TripReference(routeID: $0) })
    }
}
