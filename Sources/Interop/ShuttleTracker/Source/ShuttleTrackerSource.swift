import Foundation
import HTTPFetching
import Matching
import Realtime
package import Sources
import TransitModel

/// The shuttle tracker's lists at `/vehicles`, `/routes`, `/stops` and `/updates`.
///
/// Updates are asked for in every round. The other lists change seldom: they are asked for once a
/// minute, vehicles also when an update speaks of one that is not listed. Routes and stops are kept
/// in a file, so that a restart knows them at once and asks only whether they still hold. Lists may
/// come in any order: an update of an unknown vehicle or route is told all the same, with what it
/// says itself.
///
/// Speeds are miles an hour (see ``ShuttleUpdate``), times may have fractions, and a vehicle may
/// have no route. Fixes name a route, never a trip.
package struct ShuttleTrackerSource: LiveSource {
    /// What the source speaks, as in `takt.yml`.
    package static let kind = "shuttle-tracker"
    /// How long lists other than the updates are believed, in seconds.
    private static let listSeconds = 60.0
    /// A list may be this long at most, in bytes.
    private static let limitBytes = 16 << 20

    /// The GTFS `route_id` for a route of the tracker, of which number and name are given; nil
    /// leaves the fix without a route.
    package typealias RouteName = @Sendable (Int64, String?) -> String?

    /// What the source is called.
    package let id: String
    /// What it speaks.
    package var kind: String { Self.kind }
    /// From one round to the next.
    package let pause: Duration
    private let routeName: RouteName
    private var updates: AnswerPoll
    private var lists: ShuttleLists
    private var listedAt: UnixTime?
    private var listFailure: SourceFailure?
    /// The newest time of each vehicle's update, so that what was told is not told again.
    private var reportedAt: [String: ShuttleTime] = [:]

    /// A tracker at an address, to which the lists' names are added.
    ///
    /// `id` is the source's own, `sourceID` that of the configuration's entry it belongs to.
    /// `cacheFile` keeps routes and stops; nil keeps nothing.
    package init(
        id: String, sourceID: String, request: AnswerPoll.Request, pause: Duration = .seconds(10),
        cacheFile: String?, answers: any AnswerFetching, routeName: @escaping RouteName
    ) {
        self.id = id
        self.pause = pause
        self.routeName = routeName
        func poll(_ name: String) -> AnswerPoll {
            var request = request
            let base = request.url.hasSuffix("/") ? String(request.url.dropLast()) : request.url
            request.url = "\(base)/\(name)"
            request.limitBytes = min(request.limitBytes, Self.limitBytes)
            return AnswerPoll(request, source: sourceID, answers: answers)
        }
        updates = poll("updates")
        lists = ShuttleLists(
            vehicles: poll("vehicles"), routes: poll("routes"), stops: poll("stops"),
            cacheFile: cacheFile)
    }

    /// Asks for what may have changed.
    package mutating func round(_ link: SourceLink) async throws(SourceFailure) {
        if listedAt.map({ link.now.seconds(since: $0) >= Self.listSeconds }) ?? true {
            listFailure = await lists.refresh(link.journal)
            if listFailure == nil { listedAt = link.now }
        }
        guard let answer = try await updates.ask(link.journal) else {
            // Nobody drives at night: an empty list that stays so is as good as a new one.
            if reportedAt.isEmpty { link.journal.heard(at: link.now, dataTime: link.now) }
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
        // Vehicles that left the list are forgotten, so that memory does not grow.
        reportedAt = known
        let newest = known.values.max()?.unixTime
        guard !fixes.isEmpty else {
            link.journal.heard(at: link.now, dataTime: newest ?? link.now)
            return
        }
        var batch = link.batch(asOf: newest.map { min($0, link.now) })
        batch.fixes = fixes
        link.deliver(batch)
    }

    /// The update as a fix, its route in the network's own name.
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
