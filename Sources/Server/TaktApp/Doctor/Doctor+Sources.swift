import Archives
import HTTPFetching
import Logging
import Sources
import Synchronization
import Timetables
import TransitModel

// The checks of live sources.
extension Doctor {
    /// Polls each source once as the server would, and compares the data with the network and the
    /// other sources.
    func sources() async -> Visit {
        let timetable = configuration.networkPath.flatMap { try? Timetable(path: $0) }
        let answers = DatedAnswers(NetworkAnswers(fetcher), ahead: ahead)
        var set = LiveSourceSet(
            timetable, clock: SystemWallClock(), answers: answers,
            logger: Logger(label: "takt.doctor") { _ in SwiftLogNoOpLogHandler() })
        var findings: [[Finding]] = []
        var services: [Range<Int>] = []
        for source in configuration.sources {
            let first = set.services.count
            findings.append(await prepare(source, in: &set, hasNetwork: timetable != nil))
            services.append(first..<set.services.count)
        }
        let failures = await set.services.concurrentMap(atMost: Self.maximumAtOnce) {
            await failure(of: $0)
        }
        let judge = SourceEvaluator(timetable, sources: configuration.sources, now: now())
        await judge.collect(set.inbox.drain().batches)
        for (row, source) in configuration.sources.enumerated() {
            for service in services[row] {
                let journal = set.services[service].journal
                let subject = "source \(journal.id)"
                if let failure = failures[service] {
                    findings[row].append(finding(.bad, subject, failure.advised))
                } else {
                    findings[row] += await judge.verdicts(on: source, journal).map {
                        finding($0.level, subject, $0.sentence)
                    }
                }
            }
        }
        return (findings.flatMap(\.self), answers.clocks)
    }

    /// Adds a source to those that are polled, or checks it separately.
    private func prepare(
        _ source: SourceSettings, in set: inout LiveSourceSet, hasNetwork: Bool
    ) async -> [Finding] {
        let subject = "source \(source.id)"
        do throws(SettingFailure) {
            _ = try source.key()
            switch source.kind {
            case .simulate: return []
            case .recording:
                let count = try source.recording().answers.values.map(\.count).reduce(0, +)
                return [finding(.good, subject, "Its recording can be read: \(count) answers.")]
            case .opendataTransport: return [await check(atRemote: source)]
            case .geops where !hasNetwork:
                return [
                    finding(
                        .warning, subject,
                        "It can be tested only with a network, which determines its area.")
                ]
            case .gtfsRealtime, .shuttleTracker, .geops:
                // The prefix keeps vehicles of two sources apart, as in the server.
                try set.add(source, idPrefix: "\(source.id):", dataFolder: nil)
                return []
            }
        } catch {
            return [finding(.bad, subject, error.description)]
        }
    }

    private func check(atRemote source: SourceSettings) async -> Finding {
        let subject = "source \(source.id)"
        do throws(FetchError) {
            let (start, _) = try await start(of: source.url ?? "", limitBytes: .max)
            guard FileStart(start) != .webPage else {
                return finding(
                    .bad, subject,
                    "A web page answers instead of a Transport API. Check its address.")
            }
            return finding(.good, subject, "It answers.")
        } catch {
            return finding(.bad, subject, SourceFailure(error).advised)
        }
    }

    private func trial(of source: any SupervisedSource) async -> SourceFailure? {
        do throws(SourceFailure) {
            try await source.poll()
            return nil
        } catch {
            return error
        }
    }

    /// Returns the failure of a source; nil if it answered.
    private func failure(of source: any SupervisedSource) async -> SourceFailure? {
        await withTaskGroup(of: SourceFailure?.self) { tasks in
            tasks.addTask {
                let failure = await trial(of: source)
                // A reused connection may break; the server would retry as well.
                return failure?.reason == .unreachable ? await trial(of: source) : failure
            }
            tasks.addTask {
                try? await Task.sleep(for: timeout)
                // A connection that stays open has sent enough by now.
                let wasHeard = source.journal.report(at: now()).entries.heardAt != nil
                return wasHeard ? nil : SourceFailure(FetchError.timedOut)
            }
            defer { tasks.cancelAll() }
            return await tasks.next() ?? nil
        }
    }
}

extension SourceFailure {
    /// The failure with advice on how to solve it.
    fileprivate var advised: String {
        let advice =
            switch reason {
            case .unreachable: "Check its address, and whether this machine may reach it."
            case .timedOut: "Check its address; if it is right, ask its publisher."
            case .refused: "Check its address and key."
            case .tooLarge, .malformed: "If its address is right, ask its publisher."
            case .notReady: "Check the address in the configuration."
            }
        return "\(description) \(advice)"
    }
}

/// Fetches answers and records their servers' clocks.
private final class DatedAnswers: AnswerFetching {
    private let answers: any AnswerFetching
    private let ahead: @Sendable (Int64?) -> Double?
    private let seen = Mutex<[Double]>([])

    init(_ answers: any AnswerFetching, ahead: @escaping @Sendable (Int64?) -> Double?) {
        self.answers = answers
        self.ahead = ahead
    }

    /// The seconds by which each server's clock is ahead of this one.
    var clocks: [Double] { seen.withLock { $0 } }

    func fetch(
        _ request: FetchRequest, from endpoint: SourceEndpoint
    ) async throws(FetchError) -> Fetched<[UInt8]> {
        let fetched = try await answers.fetch(request, from: endpoint)
        if case .content(_, let info) = fetched, let seconds = ahead(info.serverSeconds) {
            seen.withLock { $0.append(seconds) }
        }
        return fetched
    }
}
