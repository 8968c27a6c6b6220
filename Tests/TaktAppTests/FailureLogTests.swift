import Logging
import Synchronization
import Testing

@testable import TaktApp

@Suite struct FailureLogTests {
    private final class Lines: LogHandler, Sendable {
        let reasons = Mutex<[String]>([])
        var metadata: Logger.Metadata {
            get { [:] }
            set {}
        }
        var logLevel: Logger.Level {
            get { .trace }
            set {}
        }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { nil }
            set {}
        }

        func log(event: LogEvent) {
            reasons.withLock { $0.append("\(event.metadata?["reason"] ?? "")") }
        }
    }

    @Test func `a reason is logged once, again after a success, and for who asked`() {
        let lines = Lines()
        var log = FailureLog("it stays", Logger(label: "test") { _ in lines })
        let bad = FeedRefresh.Failure(description: "bad", isUnreachable: false)
        let worse = FeedRefresh.Failure(description: "worse", isUnreachable: false)
        log.note(bad)
        log.note(bad)
        log.note(worse)
        log.note(worse, isWanted: true)
        log.note(nil)
        log.note(worse)
        #expect(lines.reasons.withLock { $0 } == ["bad", "worse", "worse", "worse"])
    }
}
