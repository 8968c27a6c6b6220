import GTFSRealtime
import HTTPFetching
import Sources
import Testing
import TransitModel

@Suite struct GTFSRealtimeSourceTests {
    private static let start = UnixTime(seconds: 1_750_000_000)

    private func bench(
        _ answers: [ScriptedAnswers.Answer]
    ) -> (bench: SourceBench<GTFSRealtimeSource>, answers: ScriptedAnswers) {
        let script = ScriptedAnswers(answers)
        let source = GTFSRealtimeSource(
            PollPlan(
                id: "town", request: .init(url: "http://town.example/feed.pb?key=x"),
                answers: script))
        return (SourceBench(source, at: Self.start), script)
    }

    @Test func `vehicles come with what the feed knew and when`() async {
        let (bench, _) = bench([.body(FeedBytes.positions(["7", "8"], at: Self.start))])
        #expect(await bench.round() == nil)
        #expect(bench.taken().fixes.map(\.vehicleID) == ["7", "8"])
        #expect(bench.report.health == .live && bench.report.entries.entities == 2)
    }

    @Test func `an unchanged answer is not read again, whichever way it is reported`() async {
        let body = FeedBytes.positions(["7"], at: Self.start)
        let (bench, script) = bench([.body(body, tag: "\"a\""), .body(body), .notModified])
        for _ in 0..<3 { #expect(await bench.round() == nil) }
        #expect(bench.taken().fixes.count == 1)
        let entries = bench.report.entries
        #expect((entries.asked, entries.fetched, entries.unchanged) == (3, 1, 2))
        #expect(script.asked.map(\.validators.entityTag) == [nil, "\"a\"", nil])
    }

    @Test func `a feed that freezes grows old and is down, though it answers`() async {
        let (bench, _) = bench([.body(FeedBytes.positions(["7"], at: Self.start))])
        for (seconds, health) in [(0.0, SourceHealth.live), (100, .old), (301, .down)] {
            bench.clock.set(Self.start.advanced(bySeconds: seconds))
            #expect(await bench.round() == nil)
            #expect(bench.report.health == health)
        }
        #expect(bench.report.trouble == "The source answers, but reports nothing new.")
    }

    @Test(arguments: [
        (3600.0, "from_the_future", "The feed's clock is 1 h ahead; it was set aside."),
        (-7200, "too_old", "The feed's clock is 2 h behind; it was set aside."),
        (600, "from_the_future", "The feed is 10 min ahead of our clock; it was set aside."),
        (-900, "too_old", "The feed is 15 min old; it was set aside."),
        (-100_000, "too_old", "The feed is 28 h old; it was set aside."),
        (-14_022_180, "too_old", "The feed is 162 days old; it was set aside."),
        (-43_200_000, "too_old", "The feed is 500 days old; it was set aside."),
    ])
    func `a feed whose clock is wrong is set aside`(
        seconds: Double, reason: String, sentence: String
    ) async {
        let time = Self.start.advanced(bySeconds: seconds)
        let (bench, _) = bench([.body(FeedBytes.positions(["7"], at: time))])
        #expect(await bench.round()?.description == sentence)
        #expect(bench.taken().isEmpty)
        #expect(bench.report.entries.quarantined == [reason: 1])
        // The same bytes again contain nothing new, but count as a good answer.
        #expect(await bench.round() != nil)
    }

    @Test(arguments: [
        (ScriptedAnswers.Answer.body(Array("<html>Sorry</html>".utf8)), "malformed"),
        (.body([0x0a, 0xff]), "malformed"),
        (.body([]), "malformed"),
        (.failure(.timedOut), "timed_out"),
        (.failure(.unreachable(host: "town.example")), "unreachable"),
        (.failure(.status(503, retryAfter: .seconds(9))), "refused"),
        (.failure(.tooLarge(limitBytes: 5)), "too_large"),
    ])
    func `what is no feed is a failure in one sentence without the address's query`(
        answer: ScriptedAnswers.Answer, reason: String
    ) async {
        let (bench, _) = bench([answer])
        let failure = await bench.round()
        #expect(failure?.reason.rawValue == reason)
        #expect(failure?.description.contains("key") == false)
        #expect(failure?.description.hasSuffix(".") == true)
        #expect(bench.taken().isEmpty)
    }

    @Test func `a feed of changes only is refused`() async throws {
        // `FULL_DATASET` is 0 after the field's tag, `DIFFERENTIAL` is 1.
        var body = FeedBytes.positions(["7"], at: Self.start)
        let place = try #require(
            body.indices.dropLast().first { body[$0] == 0x10 && body[$0 + 1] == 0 })
        body[place + 1] = 1
        let (bench, _) = bench([.body(body)])
        #expect(await bench.round()?.description.contains("DIFFERENTIAL") == true)
        #expect(bench.taken().isEmpty)
    }

    @Test func `what a feed no longer says is reported as said no more`() async {
        let later = Self.start.advanced(bySeconds: 15)
        let (bench, _) = bench([
            .body(
                FeedBytes.entities(
                    [
                        FeedBytes.update("t", delay: 60, at: Self.start),
                        FeedBytes.alert("a", "Works"),
                    ], at: Self.start)),
            .body(FeedBytes.positions(["7"], at: later)),
            .body(FeedBytes.positions(["8"], at: later)),
        ])
        #expect(await bench.round() == nil)
        var batch = bench.taken()
        #expect(batch.tripUpdates?.map(\.delaySeconds) == [60])
        #expect(batch.alerts?.map(\.texts.header) == [["en": "Works"]])
        bench.clock.set(later)
        #expect(await bench.round() == nil)
        batch = bench.taken()
        #expect(batch.tripUpdates == [] && batch.alerts == [])
        // From then on the source says nothing about either.
        #expect(await bench.round() == nil)
        batch = bench.taken()
        #expect(batch.tripUpdates == nil && batch.alerts == nil && batch.fixes.count == 1)
    }

    @Test func `alerts outlive an hour of silence, not more`() async {
        let feed = FeedBytes.entities([FeedBytes.alert("a", "Works")], at: Self.start)
        let (bench, _) = bench([.body(feed), .notModified, .failure(.timedOut)])
        #expect(await bench.round() == nil)
        bench.clock.advance(bySeconds: 1800)
        #expect(await bench.round() == nil)
        #expect(bench.report.health == .live)
        #expect(bench.taken().alerts?.count == 1)
        bench.clock.advance(bySeconds: 3500)
        #expect(await bench.round() != nil)
        #expect(bench.taken().alerts == nil)
        bench.clock.advance(bySeconds: 200)
        #expect(await bench.round() != nil)
        #expect(bench.taken().alerts == [])
    }

    @Test func `a vehicle that is renamed stays as full as it was`() {
        let fix = VehicleFix(
            vehicleID: "7", coordinate: Coordinate(latitude: 47, longitude: 8), time: Self.start,
            occupancy: Occupancy(status: .full))
        #expect(fix.renamed("one:7").occupancy == Occupancy(status: .full))
    }
}
