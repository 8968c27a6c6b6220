import Foundation
import GTFSImport
import History
import Logging
import Prediction
import ServiceLifecycle
import ShuttleTracker
import Synchronization
import Timetables
import TransitModel

/// The networks that operators make of a campus: each change makes another one, and so does what was
/// learnt of its laps, once riders would notice.
final class CampusSupply: NetworkSupply {
    /// What is served, and what is needed to tell whether something else should be.
    private struct Served {
        let campus: ServedCampus
        /// The network without estimated runs, from which they are worked out.
        let loops: Timetable
        let plans: LoopPlans
        let history: FixReader?
    }

    private let options: TaktApplication.Options
    private let timeZone: String
    private let logger: Logger
    private let fixes = EnteredFixes()
    private let lessons = Mutex(LoopLessons())
    private let served = Mutex<Served?>(nil)

    /// How often is looked for changes.
    private static let poll = Duration.milliseconds(200)
    /// Changes that follow one another so closely make one network.
    private static let quiet = Duration.seconds(1)
    /// However many there are, the first of them is served after so long.
    private static let longest = Duration.seconds(10)
    /// The pause between two looks at what was learnt.
    private static let lesson = Duration.seconds(600)
    /// The first of them, once the server is up.
    private static let firstLesson = Duration.seconds(5)
    /// Runs are made for later days again after so many days.
    private static let maximumDays = 30

    init(_ options: TaktApplication.Options, timeZone: String, logger: Logger) {
        self.options = options
        self.timeZone = timeZone
        self.logger = logger
    }

    func assemble() throws -> NetworkServing {
        guard let store = try NetworkServing.store(options) else { throw CampusWithoutFolder() }
        let campus = store.content.campus
        let loops = try network(of: campus).timetable(allowingNoRoute: true)
        let plans = plans(for: campus, in: loops)
        let network = network(of: campus, plans: plans)
        let served = ServedCampus(store: store, lists: campus, fixes: fixes)
        let serving = try NetworkServing(
            try network.timetable(allowingNoRoute: true), options: options, campus: served,
            logger: logger)
        keep(network)
        self.served.withLock {
            $0 = Served(campus: served, loops: loops, plans: plans, history: serving.history)
        }
        logger.info(
            "the campus is served",
            metadata: [
                "routes": "\(campus.routes.count)", "stops": "\(campus.stops.count)",
                "vehicles": "\(campus.vehicles.count)",
            ])
        return serving
    }

    private func network(of campus: ShuttleCampus, plans: LoopPlans? = nil) -> LoopNetwork {
        LoopNetwork(
            routes: campus.routes, stops: campus.stops, timeZone: timeZone, plans: plans)
    }

    /// Leaves the network in the data folder for commands that read a file, as `takt plan` does.
    private func keep(_ network: LoopNetwork) {
        guard let folder = options.dataFolder else { return }
        do {
            try network.file(allowingNoRoute: true).write(to: "\(folder)/campus.takt")
        } catch {
            logger.warning(
                "the campus is served, but 'takt plan' has an older one",
                metadata: ["reason": "\(error)"])
        }
    }

    /// What is known by now of when vehicles come.
    private func plans(for campus: ShuttleCampus, in loops: Timetable) -> LoopPlans {
        let learnt = options.dataFolder.map { folder in
            LearningService.takeUp(LearntFile(in: folder), logger: logger)
        }
        return lessons.withLock { $0 }.plans(
            for: campus, in: loops, learnt?.model ?? PredictionModel(), at: options.clock.now())
    }

    // MARK: - Another network

    /// Returns when operators changed the campus and are done for a moment, or when vehicles are found to
    /// come noticeably otherwise.
    func waitForNext() async {
        // Nobody may keep the store longer than its network is served.
        defer { served.withLock { $0 = nil } }
        guard let served = served.withLock({ $0 }) else { return }
        var changes = CampusChanges(served.campus.lists)
        var nextLesson = ContinuousClock.now + Self.firstLesson
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            try? await Task.sleep(for: Self.poll)
            let now = ContinuousClock.now
            changes.poll(at: served.campus.store.content.campus, now)
            if changes.areDone(at: now, quiet: Self.quiet, longest: Self.longest) { return }
            guard now >= nextLesson, !changes.areThere else { continue }
            if await isOutdated(served) { return }
            nextLesson = ContinuousClock.now + Self.lesson
        }
    }

    /// Whether riders would notice if the network were made of what is known by now.
    private func isOutdated(_ served: Served) async -> Bool {
        let now = options.clock.now()
        let today = served.loops.timeZone.day(at: now)
        if let history = served.history {
            var lessons = lessons.withLock { $0 }
            do {
                try await lessons.read(history, upTo: now)
                self.lessons.withLock { $0 = lessons }
            } catch {
                logger.warning(
                    "the history does not tell when vehicles come",
                    metadata: ["reason": "\(error)"])
            }
        }
        let plans = plans(for: served.campus.lists, in: served.loops)
        return plans.isNoticeablyOther(than: served.plans)
            || plans.days.lowerBound
                >= served.plans.days.lowerBound.advanced(by: Self.maximumDays)
            || !served.plans.days.contains(today)
    }

    /// A campus has nowhere to be stored.
    private struct CampusWithoutFolder: Error, CustomStringConvertible {
        let description = "A campus needs a data folder."
    }
}

/// When operators changed a campus, and whether they are done for a moment.
private struct CampusChanges {
    private var last: ShuttleCampus
    private var changedAt: ContinuousClock.Instant?
    private var firstAt: ContinuousClock.Instant?

    init(_ campus: ShuttleCampus) {
        last = campus
    }

    var areThere: Bool { firstAt != nil }

    mutating func poll(at newest: ShuttleCampus, _ now: ContinuousClock.Instant) {
        guard newest != last else { return }
        last = newest
        changedAt = now
        firstAt = firstAt ?? now
    }

    func areDone(
        at now: ContinuousClock.Instant, quiet: Duration, longest: Duration
    ) -> Bool {
        guard let changedAt, let firstAt else { return false }
        return now - changedAt >= quiet || now - firstAt >= longest
    }
}
