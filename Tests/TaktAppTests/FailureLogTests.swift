import Logging
import Testing

@testable import TaktApp

@Suite struct FailureLogTests {
    @Test func `a reason is logged once, again after a success, and for who asked`() {
        let lines = LoggedLines()
        var log = FailureLog("it stays", Logger(label: "test") { _ in lines })
        let bad = FeedRefresh.Failure(description: "bad", isUnreachable: false)
        let worse = FeedRefresh.Failure(description: "worse", isUnreachable: false)
        log.note(bad)
        log.note(bad)
        log.note(worse)
        log.note(worse, isWanted: true)
        log.note(nil)
        log.note(worse)
        #expect(lines.reasons == ["bad", "worse", "worse", "worse"])
    }
}
