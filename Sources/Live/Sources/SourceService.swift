package import Logging
package import ServiceLifecycle
import Tracing
import TransitModel

/// A source with its supervisor, whatever its protocol.
package protocol SupervisedSource: Service {
    /// The statistics of the source.
    var journal: SourceJournal { get }

    /// Runs a single round, to check the source before the server starts.
    ///
    /// A source that holds a connection open keeps listening until the task is cancelled.
    ///
    /// - Throws: A `SourceFailure` if the round fails.
    func poll() async throws(SourceFailure)
}

/// Supervises one source: runs round after round, with longer pauses while it fails.
///
/// A failing source does not affect others. Its failures are counted, and logged when the problem
/// changes and when the source recovers.
package struct SourceService<Source: LiveSource>: SupervisedSource {
    /// The statistics of the source.
    package var journal: SourceJournal { link.journal }
    private let source: Source
    private let link: SourceLink
    private let logger: Logger
    private let timeout: SourceTimeouts

    package init(
        _ source: Source, link: SourceLink, logger: Logger,
        timeout: SourceTimeouts = SourceTimeouts()
    ) {
        self.source = source
        self.link = link
        self.logger = logger
        self.timeout = timeout
    }

    /// Runs one round of a copy of the source, without tracing and retries.
    ///
    /// - Throws: The ``SourceFailure`` of the round.
    package func poll() async throws(SourceFailure) {
        var source = source
        try await source.round(link)
    }

    /// Runs until the server shuts down.
    ///
    /// - Throws: Nothing; `Service` requires the effect.
    package func run() async throws {
        await cancelWhenGracefulShutdown { await self.supervise() }
    }

    /// Runs until the task is cancelled.
    package func supervise() async {
        var source = source
        while !Task.isCancelled {
            let pause: Duration
            do throws(SourceFailure) {
                try await round(&source)
                noteRecovery()
                pause = timeout.pause(
                    source.pause, afterFailures: 0, speed: link.dependencies.clock.speed,
                    jitter: link.dependencies.jitter())
            } catch {
                if Task.isCancelled { return }
                let failures = note(error)
                let usual = timeout.pause(
                    source.pause, afterFailures: failures, speed: link.dependencies.clock.speed,
                    jitter: link.dependencies.jitter())
                pause = max(usual, min(error.retryAfter ?? .zero, timeout.maximumRetryAfter))
            }
            do { try await link.dependencies.sleep(pause) } catch { return }
        }
    }

    /// Runs a round within a tracing span.
    private func round(_ source: inout Source) async throws(SourceFailure) {
        let span = startSpan("source round", ofKind: .client)
        defer { span.end() }
        span.attributes["takt.source"] = source.id
        do throws(SourceFailure) {
            try await source.round(link)
        } catch {
            span.setStatus(SpanStatus(code: .error))
            throw error
        }
    }

    private func noteRecovery() {
        var failures = 0
        link.journal.note { entries in
            failures = entries.failuresInARow
            entries.failuresInARow = 0
            if failures > 0 { entries.trouble = nil }
        }
        guard failures > 0 else { return }
        logger.notice(
            "source recovered", metadata: ["source": "\(source.id)", "failures": "\(failures)"])
    }

    private func note(_ failure: SourceFailure) -> Int {
        var failures = 0
        var isChanged = false
        link.journal.note { entries in
            isChanged = entries.trouble != failure.description
            entries.failed[failure.reason.rawValue, default: 0] += 1
            entries.trouble = failure.description
            entries.failuresInARow += 1
            failures = entries.failuresInARow
        }
        if isChanged {
            logger.warning(
                "source fetch failed",
                metadata: ["source": "\(source.id)", "trouble": "\(failure.description)"])
        }
        return failures
    }
}

/// The pauses of a supervisor.
package struct SourceTimeouts: Sendable, Equatable {
    /// The pause after the first failure, unless the usual pause is shorter.
    package var first = Duration.seconds(2)
    /// The maximum pause after failures, unless the usual pause is longer.
    package var maximum = Duration.seconds(30)
    /// The maximum pause that a source can request.
    package var maximumRetryAfter = Duration.seconds(600)
    /// The minimum pause, however fast the clock runs.
    package var minimum = Duration.milliseconds(50)

    package init() {}

    /// Returns the pause before the next round, in real time.
    ///
    /// After a successful round it is the usual pause by the served clock, with a jitter of 5 % so
    /// that sources spread out. After failures it doubles from `first` to `maximum`, and the jitter
    /// then shortens it by up to half.
    package func pause(
        _ usual: Duration, afterFailures failures: Int, speed: Double, jitter: Double
    ) -> Duration {
        let usual = usual / max(speed, 1)
        guard failures > 0 else { return max(minimum, usual * (0.95 + jitter / 10)) }
        let doubled = min(first, max(usual, minimum)) * (1 << min(failures - 1, 16))
        return max(minimum, min(doubled, max(maximum, usual)) * (0.5 + jitter / 2))
    }
}
