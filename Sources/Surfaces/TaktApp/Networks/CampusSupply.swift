import CampusEditing
import Foundation
import Logging
import ServiceLifecycle
import ShuttleTracker
import Synchronization
import TimetableBuilding
import Timetables

/// The networks that operators make of a campus: each change makes another one.
final class CampusSupply: NetworkSupply {
    private struct Served {
        let store: CampusStore
        let campus: ShuttleCampus
    }

    private let options: TaktApplication.Options
    private let timeZone: String
    private let logger: Logger
    private let served = Mutex<Served?>(nil)

    /// How often is looked for changes.
    private static let look = Duration.milliseconds(200)
    /// Changes that follow one another so closely make one network.
    private static let quiet = Duration.seconds(1)
    /// However many there are, the first of them is served after so long.
    private static let longest = Duration.seconds(10)

    init(_ options: TaktApplication.Options, timeZone: String, logger: Logger) {
        self.options = options
        self.timeZone = timeZone
        self.logger = logger
    }

    func assemble() throws -> NetworkServing {
        guard let store = try NetworkServing.store(options) else { throw CampusWithoutFolder() }
        let campus = store.content.campus
        let timetable = try ShuttleNetwork(
            routes: campus.routes, stops: campus.stops, timeZone: timeZone
        ).timetable(allowingNoRoute: true)
        let serving = try NetworkServing(
            timetable, options: options, campus: campus, store: store, logger: logger)
        served.withLock { $0 = Served(store: store, campus: campus) }
        logger.info(
            "the campus is served",
            metadata: [
                "routes": "\(campus.routes.count)", "stops": "\(campus.stops.count)",
                "vehicles": "\(campus.vehicles.count)",
            ])
        return serving
    }

    /// Returns when operators changed the campus and are done for a moment.
    func waitForNext() async {
        // Nobody may keep the store longer than its network is served.
        defer { served.withLock { $0 = nil } }
        guard let (store, campus) = served.withLock({ $0.map { ($0.store, $0.campus) } }) else {
            return
        }
        var last = campus
        var changedAt: ContinuousClock.Instant?
        var firstAt: ContinuousClock.Instant?
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            try? await Task.sleep(for: Self.look)
            let now = ContinuousClock.now
            let newest = store.content.campus
            if newest != last {
                last = newest
                changedAt = now
                firstAt = firstAt ?? now
            }
            guard let changedAt, let firstAt else { continue }
            if now - changedAt >= Self.quiet || now - firstAt >= Self.longest { return }
        }
    }

    /// A campus has nowhere to be stored.
    private struct CampusWithoutFolder: Error, CustomStringConvertible {
        let description = "A campus needs a data folder."
    }
}
