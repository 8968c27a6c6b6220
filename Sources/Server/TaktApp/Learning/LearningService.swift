import History
import HTTPServing
import Logging
import Prediction
import ServiceLifecycle
import Timetables
import TransitModel

/// Saves the live loop's model every few minutes and at the end, and rebuilds it from the history
/// each night.
///
/// Of several nodes the one that stores the history does this; the others use what it rebuilt.
struct LearningService: Service {
    let loop: LiveLoop
    let store: LearntStore
    let timetable: Timetable
    let historyDays: Int
    let clock: any WallClock
    let logger: Logger

    /// The interval between two checks for due work.
    private static let tick = Duration.seconds(10)
    /// The interval between two saves.
    private static let saveSeconds = Duration.seconds(300)
    /// The time of the nightly rebuild, by the network's clock.
    private static let nightly = ServiceTime(hours: 3, minutes: 30)
    /// The maximum number of days to learn from: the model forgets older ones anyway.
    private static let maximumDays = 30

    /// Reads the saved state; logs the reason if that fails.
    static func takeUp(_ store: LearntStore, logger: Logger) -> LearntState {
        do {
            return try store.read() ?? LearntState()
        } catch {
            logger.error("\(error) It will be learnt again from the history.")
            return LearntState()
        }
    }

    /// Runs until the server stops, then saves.
    func run() async throws {
        await withTaskGroup { group in
            group.addTask { await saveNowAndThen() }
            group.addTask { await learnEachNight() }
        }
        await save()
    }

    private func saveNowAndThen() async {
        await cancelWhenGracefulShutdown {
            // Nothing is learnt yet at the first tick.
            for await _ in Ticks(every: Self.saveSeconds).dropFirst() { await save() }
        }
    }

    private func save() async {
        let state = await loop.learnt
        do {
            try await store.write(state)
        } catch {
            logger.error(
                "saving the learnt state failed", metadata: ["reason": "\(error)"])
        }
    }

    private func learnEachNight() async {
        await cancelWhenGracefulShutdown {
            for await _ in Ticks(every: Self.tick) {
                let now = clock.now()
                let last = await loop.learnt.rebuiltAt
                if Self.isDue(at: now, last: last, in: timetable.timeZone) {
                    if await store.history.isStoring {
                        await relearn(now)
                    } else {
                        await takeOthersModel(rebuiltAfter: last)
                    }
                }
            }
        }
    }

    /// Returns whether the nightly rebuild is due: it was never done, or its time has passed since.
    static func isDue(at now: UnixTime, last: UnixTime?, in zone: TransitTimeZone) -> Bool {
        guard let last else { return true }
        let today = zone.time(nightly, on: zone.day(at: now))
        let newest =
            today <= now ? today : zone.time(nightly, on: zone.day(at: now).advanced(by: -1))
        // A clock that was set back does not make it due repeatedly.
        return last < newest
    }

    /// Uses the model of the node that stores the history, once that has rebuilt it.
    private func takeOthersModel(rebuiltAfter last: UnixTime?) async {
        do {
            guard let state = try await store.state(rebuiltAfter: last),
                let rebuiltAt = state.rebuiltAt
            else { return }
            await loop.adopt(state.model, at: rebuiltAt)
            logger.info("the model that another node rebuilt is used")
        } catch {
            logger.error(
                "reading the rebuilt model failed", metadata: ["reason": "\(error)"])
        }
    }

    private func relearn(_ now: UnixTime) async {
        let days = min(Self.maximumDays, historyDays)
        let start = now.advanced(bySeconds: -Double(days) * 86_400)
        do {
            let lessons = HistoryLessons(
                reader: store.history.reader, timetable: timetable)
            guard let outcome = try await lessons.learn(from: start, to: now) else {
                logger.warning(
                    "too much history to learn from in one night; the current model is kept")
                await loop.adopt(nil, at: now)
                return
            }
            // Without a history the model learnt so far is kept.
            await loop.adopt(outcome.fixes > 0 ? outcome.model : nil, at: now)
            logger.info(
                "the model was rebuilt from the history",
                metadata: [
                    "fixes": "\(outcome.fixes)", "days": "\(days)",
                    "seconds": "\(outcome.elapsed.components.seconds)",
                ])
            await save()
        } catch is CancellationError {
            return
        } catch {
            logger.error(
                "learning from the history failed", metadata: ["reason": "\(error)"])
            await loop.adopt(nil, at: now)
        }
    }
}

extension TaktApplication {
    /// Returns the services for the history and the model; none without a data folder.
    static func keepers(
        _ learnt: LearntStore?, of loop: LiveLoop, _ timetable: Timetable,
        _ options: Options, logger: Logger
    ) -> [any Service] {
        guard let learnt else { return [] }
        // The last service is stopped first, while it can still read the history.
        return [
            HistoryService(learnt.history, clock: options.clock, logger: logger),
            LearningService(
                loop: loop, store: learnt, timetable: timetable,
                historyDays: options.historyDays, clock: options.clock, logger: logger),
        ]
    }
}
