import ClockTesting
import Logging
import Matching
import Sources
import Synchronization
import Testing
import TransitModel

/// A source with scripted rounds.
private struct ScriptedSource: LiveSource {
    let id = "scripted"
    let kind = "test"
    let pause = Duration.seconds(10)
    var script: [SourceFailure?]
    private var number = 0

    init(_ script: [SourceFailure?]) {
        self.script = script
    }

    mutating func round(_ link: SourceLink) async throws(SourceFailure) {
        defer { number += 1 }
        if number < script.count, let failure = script[number] { throw failure }
        var batch = link.batch(asOf: nil)
        batch.fixes = [
            VehicleFix(
                vehicleID: "v\(number)", coordinate: Coordinate(latitude: 47, longitude: 8),
                time: link.now)
        ]
        link.deliver(batch)
    }
}

@Suite struct SupervisionTests {
    private static let start = UnixTime(seconds: 1_750_000_000)

    /// Runs a script to its end, and returns the pauses between its rounds.
    private func supervise(
        _ script: [SourceFailure?], speed: Double = 1, prefix: String = ""
    ) async -> (pauses: [Duration], journal: SourceJournal, inbox: SourceInbox) {
        let pauses = Mutex<[Duration]>([])
        let clock = ManualWallClock(Self.start)
        var dependencies = SourceDependencies(
            clock: FastClock(base: clock, speed: speed), jitter: { 0.5 })
        dependencies.sleep = { pause in
            let isLast = pauses.withLock { pauses in
                pauses.append(pause)
                return pauses.count == script.count
            }
            if isLast { throw CancellationError() }
        }
        let journal = SourceJournal(id: "scripted", kind: "test", started: Self.start)
        let inbox = SourceInbox()
        await SourceService(
            ScriptedSource(script),
            link: SourceLink(
                journal: journal, inbox: inbox, dependencies: dependencies, idPrefix: prefix),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ).supervise()
        return (pauses.withLock { $0 }, journal, inbox)
    }

    @Test func `a source that does well is asked at its own pace`() async {
        let run = await supervise([nil, nil, nil])
        #expect(run.pauses == [.seconds(10), .seconds(10), .seconds(10)])
        let report = run.journal.report(at: Self.start)
        #expect(report.health == .live && report.entries.entities == 3)
        #expect(run.inbox.drain().batches.count == 3)
    }

    @Test func `a source that fails is left alone longer and longer, and forgiven at once`() async {
        let failure = SourceFailure(.unreachable, "Nobody is there.")
        let run = await supervise(Array(repeating: failure, count: 9) + [nil])
        let seconds = run.pauses.map { $0 / .seconds(1) }
        #expect(seconds == [1.5, 3, 6, 12, 22.5, 22.5, 22.5, 22.5, 22.5, 10])
        let entries = run.journal.report(at: Self.start).entries
        #expect(entries.failed == ["unreachable": 9])
        #expect(entries.failuresInARow == 0 && entries.trouble == nil)
    }

    @Test func `a source that asks to be left alone is, within reason`() async {
        let run = await supervise([
            SourceFailure(.refused, "Too often.", retryAfter: .seconds(40)),
            SourceFailure(.refused, "Too often.", retryAfter: .seconds(86_400)),
        ])
        #expect(run.pauses == [.seconds(40), .seconds(600)])
    }

    @Test func `a clock that runs faster is followed`() async {
        let run = await supervise([nil], speed: 20)
        #expect(run.pauses == [.milliseconds(500)])
    }

    @Test func `vehicles of several sources are distinguished by a prefix`() async {
        let run = await supervise([nil], prefix: "tram:")
        #expect(run.inbox.drain().batches.first?.fixes.first?.vehicleID == "tram:v0")
    }

    @Test func `the state follows the age of the data`() {
        let journal = SourceJournal(id: "a", kind: "test", started: Self.start)
        #expect(journal.report(at: Self.start).health == .down)
        journal.recordAnswer(at: Self.start, dataTime: Self.start)
        #expect(journal.report(at: Self.start.advanced(bySeconds: 90)).health == .live)
        let old = journal.report(at: Self.start.advanced(bySeconds: 91))
        #expect(old.health == .old && old.since == Self.start.advanced(bySeconds: 91))
        let down = journal.report(at: Self.start.advanced(bySeconds: 400))
        #expect(down.health == .down && down.since == Self.start.advanced(bySeconds: 400))
    }
}

@Suite struct InboxTests {
    private static let start = UnixTime(seconds: 1_750_000_000)

    private func batch(_ source: String, fixes: Int = 0, updates: Int? = nil) -> LiveBatch {
        var batch = LiveBatch(source: source, asOf: Self.start)
        batch.fixes = (0..<fixes).map {
            VehicleFix(
                vehicleID: "\(source)-\($0)", coordinate: Coordinate(latitude: 47, longitude: 8),
                time: Self.start)
        }
        batch.tripUpdates = updates.map { count in
            (0..<count).map { TripUpdate(trip: TripReference(tripID: "t\($0)")) }
        }
        return batch
    }

    @Test(.timeLimit(.minutes(30)))
    func `whatever arrives is signalled, also after it was taken`() async {
        let inbox = SourceInbox()
        var arrivals = inbox.arrivals.makeAsyncIterator()
        for count in 1...3 {
            for _ in 0..<count { inbox.put(batch("a", fixes: 1)) }
            #expect(await arrivals.next() != nil)
            #expect(inbox.drain().batches.count == count)
        }
    }

    @Test func `a newer list of the same source stands for the older one`() {
        let inbox = SourceInbox()
        inbox.put(batch("a", fixes: 1, updates: 5))
        inbox.put(batch("b", updates: 7))
        inbox.put(batch("a", updates: 2))
        let batches = inbox.drain().batches
        #expect(batches.map(\.source) == ["a", "b", "a"])
        #expect(batches.map { $0.tripUpdates?.count } == [nil, 7, 2])
        #expect(inbox.drain().batches.isEmpty)
    }

    @Test func `a flood costs the oldest fixes, never the lists`() {
        let inbox = SourceInbox()
        inbox.put(batch("a", fixes: 100_000, updates: 3))
        for _ in 0..<4 { inbox.put(batch("b", fixes: 100_000)) }
        let (batches, dropped) = inbox.drain()
        #expect(batches.reduce(0) { $0 + $1.fixes.count } == SourceInbox.maximumFixes)
        #expect(dropped == ["a": 100_000])
        #expect(batches.contains { $0.source == "a" && $0.tripUpdates?.count == 3 })
    }
}

/// A clock that reports a higher speed.
private struct FastClock: WallClock {
    let base: ManualWallClock
    let speed: Double

    func now() -> UnixTime { base.now() }
}
