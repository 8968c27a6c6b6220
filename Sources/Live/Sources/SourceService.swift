package import Logging
package import ServiceLifecycle
import Tracing
import TransitModel

/// A source under its supervisor, whatever it speaks.
package protocol SupervisedSource: Service {
    /// The source's books.
    var journal: SourceJournal { get }

    /// One round alone, for a look at the source before the server runs; throws why it failed.
    ///
    /// A source that holds a connection open is listened to until the task is cancelled.
    func poll() async throws(SourceFailure)
}

/// Supervises one source: round after round, with longer pauses while it fails.
///
/// A failing source disturbs no other: its failures end here, are counted, and logged once when they
/// begin and once when they end.
package struct SourceService<Source: LiveSource>: SupervisedSource {
    /// The source's books.
    package var journal: SourceJournal { link.journal }
    private let source: Source
    private let link: SourceLink
    private let logger: Logger
    private let timeout: SourceTimeouts

    /// A supervisor; nothing runs yet.
    package init(
        _ source: Source, link: SourceLink, logger: Logger,
        timeout: SourceTimeouts = SourceTimeouts()
    ) {
        self.source = source
        self.link = link
        self.logger = logger
        self.timeout = timeout
    }

    /// One round alone; throws why it failed.
    package func poll() async throws(SourceFailure) {
        var source = source
        try await source.round(link)
    }

    /// Goes on until the server is told to stop.
    package func run() async throws {
        await cancelWhenGracefulShutdown { await self.supervise() }
    }

    /// Goes on until the task is cancelled.
    package func supervise() async {
        var source = source
        while !Task.isCancelled {
            let pause: Duration
            do throws(SourceFailure) {
                try await round(&source)
                noteRecovery()
                pause = timeout.pause(
                    source.pause, afterFailures: 0, speed: link.surroundings.clock.speed,
                    jitter: link.surroundings.jitter())
            } catch {
                if Task.isCancelled { return }
                let failures = note(error)
                let wished = timeout.pause(
                    source.pause, afterFailures: failures, speed: link.surroundings.clock.speed,
                    jitter: link.surroundings.jitter())
                pause = max(wished, min(error.retryAfter ?? .zero, timeout.longestWished))
            }
            do { try await link.surroundings.sleep(pause) } catch { return }
        }
    }

    /// A round, told to a tracer where one is installed.
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
            "a source is back", metadata: ["source": "\(source.id)", "failures": "\(failures)"])
    }

    private func note(_ failure: SourceFailure) -> Int {
        var failures = 0
        var isNews = false
        link.journal.note { entries in
            isNews = entries.trouble != failure.description
            entries.failed[failure.reason.rawValue, default: 0] += 1
            entries.trouble = failure.description
            entries.failuresInARow += 1
            failures = entries.failuresInARow
        }
        if isNews {
            logger.warning(
                "a source fails",
                metadata: ["source": "\(source.id)", "trouble": "\(failure.description)"])
        }
        return failures
    }
}

/// How long a supervisor waits.
package struct SourceTimeouts: Sendable, Equatable {
    /// The pause after the first failure, if the usual one is longer.
    package var first = Duration.seconds(2)
    /// No pause after failures is longer, unless the usual one is.
    package var longest = Duration.seconds(30)
    /// A source that asks to be left alone is left alone for no longer.
    package var longestWished = Duration.seconds(600)
    /// No pause is shorter, however fast the clock runs.
    package var shortest = Duration.milliseconds(50)

    /// The usual patience.
    package init() {}

    /// The pause before the next round, in real time.
    ///
    /// After a good round it is the usual pause on the clock that is served, give or take a twentieth,
    /// so that sources spread. After failures it doubles from the first to the longest; chance then
    /// takes away up to half of it.
    package func pause(
        _ usual: Duration, afterFailures failures: Int, speed: Double, jitter: Double
    ) -> Duration {
        let usual = usual / max(speed, 1)
        guard failures > 0 else { return max(shortest, usual * (0.95 + jitter / 10)) }
        let doubled = min(first, max(usual, shortest)) * (1 << min(failures - 1, 16))
        return max(shortest, min(doubled, max(longest, usual)) * (0.5 + jitter / 2))
    }
}
