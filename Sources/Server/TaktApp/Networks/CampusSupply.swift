import GTFSImport
import History
import Logging
import Prediction
import ServiceLifecycle
import ShuttleTracker
import Synchronization
import Timetables
import TransitModel

/// The networks that operators define for a campus.
///
/// Each change makes another network; so does the model learnt from the laps, once riders would
/// notice the difference.
final class CampusSupply: NetworkSupply {
    /// The served network, and the data to decide whether another one is needed.
    private struct Served {
        let campus: ServedCampus
        /// The network without estimated runs, from which they are computed.
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

    /// The interval between two checks for changes.
    private static let poll = Duration.milliseconds(200)
    /// Changes within this time of each other make one network.
    private static let quiet = Duration.seconds(1)
    /// The maximumDelay delay of the first of several changes.
    private static let maximumDelay = Duration.seconds(10)
    /// The interval between two checks of the learnt model.
    private static let lesson = Duration.seconds(600)
    /// The delay of the first such check after the start.
    private static let firstLesson = Duration.seconds(5)
    /// The number of days after which runs are made again, for later days.
    private static let maximumDays = 30

    init(_ options: TaktApplication.Options, timeZone: String, logger: Logger) {
        self.options = options
        self.timeZone = timeZone
        self.logger = logger
    }

    /// Assembles the parts that serve the current campus.
    ///
    /// - Throws: An error if there is no data folder, or if stored data or the network cannot be
    ///   used.
    func assemble() throws -> NetworkServing {
        guard let store = try NetworkServing.store(options) else { throw CampusWithoutFolder() }
        let campus = store.content.campus
        let loops = try network(of: campus).timetable(allowingNoRoute: true)
        let history = try HistoryService.archive(options)
        let learnt = LearntStore(history, options).map {
            LearningService.takeUp($0, logger: logger)
        }
        let plans = plans(for: campus, in: loops, learnt?.model)
        let network = network(of: campus, plans: plans)
        let served = ServedCampus(
            store: store, lists: campus, fixes: fixes, history: history)
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

    /// Writes the network into the data folder for commands that read a file, such as `takt plan`.
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

    /// Returns the plans by the current knowledge of when vehicles come.
    private func plans(
        for campus: ShuttleCampus, in loops: Timetable, _ model: PredictionModel?
    ) -> LoopPlans {
        lessons.withLock { $0 }.plans(
            for: campus, in: loops, model ?? PredictionModel(), at: options.clock.now())
    }

    // MARK: - Changes

    /// Returns when operators changed the campus and made no further change for a while, or when
    /// vehicles' times differ noticeably from the plans.
    func waitForNext() async {
        // The store must not be kept longer than its network is served.
        defer { served.withLock { $0 = nil } }
        guard let served = served.withLock({ $0 }) else { return }
        var changes = CampusChanges(served.campus.lists)
        var nextLesson = ContinuousClock.now + Self.firstLesson
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            try? await Task.sleep(for: Self.poll)
            let now = ContinuousClock.now
            changes.poll(at: served.campus.store.content.campus, now)
            if changes.areDone(at: now, quiet: Self.quiet, maximumDelay: Self.maximumDelay) {
                return
            }
            guard now >= nextLesson, !changes.areThere else { continue }
            if await isOutdated(served) { return }
            nextLesson = ContinuousClock.now + Self.lesson
        }
    }

    /// Returns whether riders would notice a network made with the current knowledge.
    private func isOutdated(_ served: Served) async -> Bool {
        let now = options.clock.now()
        let today = served.loops.timeZone.day(at: now)
        var model: PredictionModel?
        do {
            if let history = served.history {
                var lessons = lessons.withLock { $0 }
                try await lessons.read(history, upTo: now)
                self.lessons.withLock { $0 = lessons }
            }
            model =
                try await LearntStore(served.campus.history, options)?
                .state(rebuiltAfter: nil)?.model
        } catch {
            logger.warning(
                "reading vehicles' times from the history failed",
                metadata: ["reason": "\(error)"])
            return false
        }
        let plans = plans(for: served.campus.lists, in: served.loops, model)
        return plans.isNoticeablyOther(than: served.plans)
            || plans.days.lowerBound
                >= served.plans.days.lowerBound.advanced(by: Self.maximumDays)
            || !served.plans.days.contains(today)
    }

    /// The error of a campus without a data folder.
    private struct CampusWithoutFolder: Error, CustomStringConvertible {
        let description = "A campus needs a data folder."
    }
}

/// Detects changes of a campus, and their end.
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
        at now: ContinuousClock.Instant, quiet: Duration, maximumDelay: Duration
    ) -> Bool {
        guard let changedAt, let firstAt else { return false }
        return now - changedAt >= quiet || now - firstAt >= maximumDelay
    }
}
