import Foundation
import History
import Logging
import Prediction
import ServiceLifecycle
import Timetables
import TransitModel

/// Keeps what the live loop learns: saves it every few minutes and in the end, and has it learnt anew
/// from the history each night.
struct LearningService: Service {
    let loop: LiveLoop
    let file: LearntFile
    let reader: FixReader
    let timetable: Timetable
    let historyDays: Int
    let clock: any WallClock
    let logger: Logger

    /// Seconds between two looks at what is to be done.
    private static let tick = Duration.seconds(10)
    /// Seconds between two saves.
    private static let saveSeconds = Duration.seconds(300)
    /// When the night's work is due, by the network's clock.
    private static let nightly = ServiceTime(hours: 3, minutes: 30)
    /// More days than this are not learnt from: cells forget older ones anyway.
    private static let maximumDays = 30

    /// Takes up what was learnt before; tells why if it cannot.
    static func takeUp(_ file: LearntFile, logger: Logger) -> LearntState {
        do {
            return try file.read() ?? LearntState()
        } catch {
            logger.error("\(error) It is learnt anew from the history.")
            file.putAside()
            return LearntState()
        }
    }

    /// Goes on until the server is told to stop, then saves.
    func run() async throws {
        await withTaskGroup { group in
            group.addTask { await saveNowAndThen() }
            group.addTask { await learnEachNight() }
        }
        await save()
    }

    private func saveNowAndThen() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do { try await Task.sleep(for: Self.saveSeconds) } catch { return }
                await save()
            }
        }
    }

    private func save() async {
        let state = await loop.learnt
        do {
            try file.write(state)
        } catch {
            logger.error(
                "what was learnt cannot be saved", metadata: ["reason": "\(error)"])
        }
    }

    private func learnEachNight() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                let now = clock.now()
                if Self.isDue(
                    at: now, last: await loop.learnt.rebuiltAt, in: timetable.timeZone)
                {
                    await learnAnew(now)
                }
                try? await Task.sleep(for: Self.tick)
            }
        }
    }

    /// Whether a night's work is due: it never was done, or a night began since.
    static func isDue(at now: UnixTime, last: UnixTime?, in zone: TransitTimeZone) -> Bool {
        guard let last else { return true }
        let today = zone.time(nightly, on: zone.day(at: now))
        let newest =
            today <= now ? today : zone.time(nightly, on: zone.day(at: now).advanced(by: -1))
        // A clock that went back does not make it due again and again.
        return last < newest
    }

    private func learnAnew(_ now: UnixTime) async {
        let days = min(Self.maximumDays, historyDays)
        let start = now.advanced(bySeconds: -Double(days) * 86_400)
        do {
            let lessons = HistoryLessons(reader: reader, timetable: timetable)
            guard let outcome = try await lessons.learn(from: start, to: now) else {
                logger.warning(
                    "there was too much history to learn from in a night; what is known is kept")
                await loop.adopt(nil, at: now)
                return
            }
            // Without a history what was learnt before is all there is.
            await loop.adopt(outcome.fixes > 0 ? outcome.model : nil, at: now)
            logger.info(
                "learnt anew from the history",
                metadata: [
                    "fixes": "\(outcome.fixes)", "days": "\(days)",
                    "seconds": "\(outcome.elapsed.components.seconds)",
                ])
            await save()
        } catch is CancellationError {
            return
        } catch {
            logger.error(
                "nothing could be learnt from the history", metadata: ["reason": "\(error)"])
            await loop.adopt(nil, at: now)
        }
    }
}

extension TaktApplication {
    /// Those who keep the history and what is learnt; none without a data folder.
    static func keepers(
        _ history: FixArchive?, _ file: LearntFile?, of loop: LiveLoop, _ timetable: Timetable,
        _ options: Options, logger: Logger
    ) -> [any Service] {
        guard let history, let file else { return [] }
        // The last one is stopped first, while it can still read the history.
        return [
            HistoryService(history, clock: options.clock, logger: logger),
            LearningService(
                loop: loop, file: file, reader: history.reader, timetable: timetable,
                historyDays: options.historyDays, clock: options.clock, logger: logger),
        ]
    }
}
