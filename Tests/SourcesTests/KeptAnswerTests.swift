import GTFSRealtime
import Sources
import Testing
import TransitModel

@Suite struct KeptAnswerTests {
    private static let start = UnixTime(seconds: 1_750_000_000)

    /// A source of the next network, which begins `seconds` after the first one.
    private func bench(
        _ answers: any AnswerFetching, after seconds: Double = 0
    ) -> SourceBench<GTFSRealtimeSource> {
        let plan = PollPlan(
            id: "town", request: .init(url: "http://town.example/feed.pb"), answers: answers)
        return SourceBench(
            GTFSRealtimeSource(plan), at: Self.start.advanced(bySeconds: seconds))
    }

    @Test func `a source that fails when another network begins repeats what it last received`()
        async
    {
        let script = ScriptedAnswers([
            .body(FeedBytes.positions(["7", "8"], at: Self.start), tag: "\"a\""),
            .failure(.status(503, retryAfter: nil)),
        ])
        let keeper = KeptAnswers()
        #expect(await bench(keeper.answers(of: script)).round() == nil)
        let next = bench(keeper.answers(of: script), after: 40)
        #expect(await next.round() == nil)
        #expect(next.taken().fixes.map(\.vehicleID) == ["7", "8"])
        #expect(next.report.health == .live)
        // Once is enough: from then on the failure counts, and the data grows old.
        #expect(await next.round()?.reason == .refused)
        #expect(next.taken().fixes.isEmpty)
        next.clock.set(Self.start.advanced(bySeconds: 100))
        #expect(next.report.health == .old)
        #expect(script.asked.map(\.validators.entityTag) == [nil, nil, "\"a\""])
    }

    @Test func `a kept report that is too old is set aside`() async {
        let script = ScriptedAnswers([
            .body(FeedBytes.positions(["7"], at: Self.start)), .failure(.timedOut),
        ])
        let keeper = KeptAnswers()
        #expect(await bench(keeper.answers(of: script)).round() == nil)
        let next = bench(keeper.answers(of: script), after: 600)
        #expect(await next.round()?.description.contains("10 min old") == true)
        #expect(next.taken().isEmpty && next.report.health == .down)
    }

    @Test func `a source that answers when another network begins gets its new answer only`() async
    {
        let script = ScriptedAnswers([
            .body(FeedBytes.positions(["7"], at: Self.start)),
            .body(FeedBytes.positions(["8"], at: Self.start)),
            .failure(.status(503, retryAfter: nil)),
        ])
        let keeper = KeptAnswers()
        #expect(await bench(keeper.answers(of: script)).round() == nil)
        let next = bench(keeper.answers(of: script))
        #expect(await next.round() == nil)
        #expect(next.taken().fixes.map(\.vehicleID) == ["8"])
        #expect(await next.round()?.reason == .refused)
    }
}
