import FolderTesting
import Logging
import Synchronization
import Testing

@testable import Notifications

/// From the outbox to the service and back.
struct WorkerTests {
    /// Records events in order.
    private final class Diary: Sendable {
        private let entries = Mutex<[String]>([])
        var all: [String] { entries.withLock { $0 } }
        func note(_ entry: String) { entries.withLock { $0.append(entry) } }
    }

    private func withOutbox(
        _ rules: OutboxRules = OutboxRules(), _ body: (Outbox) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            let outbox = try Outbox(path: folder.path("outbox.sqlite"), rules: rules)
            try await body(outbox)
            try outbox.close()
        }
    }

    private func worker(
        _ outbox: Outbox, atOnce: Int = 64, gone: Diary = Diary(),
        send: @escaping OutboxWorker.Send
    ) -> OutboxWorker {
        OutboxWorker(
            outbox: outbox, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            atOnce: atOnce, jitter: { 0 }, send: send,
            forget: { gone.note($0.key) })
    }

    /// Runs a worker until `isDone`, which is polled, or for a minute.
    private func run(
        _ worker: OutboxWorker, until isDone: () async throws -> Bool
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await worker.run() }
            for _ in 0..<6000 {
                if try await isDone() { break }
                try await Task.sleep(for: .milliseconds(10))
            }
            worker.stop()
            try await group.waitForAll()
        }
    }

    private func message(_ id: String, topic: String = "t") throws -> RiderMessage {
        try RiderMessage(id: id, topic: topic, title: id, timeToLiveSeconds: 600)
    }

    @Test func `everything arrives once, whatever was there before and comes later`() async throws {
        try await withOutbox { outbox in
            let diary = Diary()
            for number in 0..<20 { _ = try await outbox.add(message("a"), to: rider(number)) }
            let worker = worker(outbox) { message, address, _ in
                diary.note("\(message.id) \(address.key)")
                return .delivered
            }
            try await run(worker) {
                if diary.all.count == 20 {
                    for number in 0..<20 {
                        _ = try await outbox.add(message("b"), to: rider(number))
                    }
                }
                return diary.all.count >= 40
            }
            #expect(diary.all.count == 40 && Set(diary.all).count == 40)
            let counts = try await outbox.counts()
            #expect(counts.waiting == 0 && counts.delivered == 40)
        }
    }

    @Test func `no more attempts are under way than allowed`() async throws {
        try await withOutbox { outbox in
            for number in 0..<30 {
                _ = try await outbox.add(
                    message("a"), to: rider(number, server: "s\(number).example"))
            }
            let running = Mutex((now: 0, most: 0, done: 0))
            let worker = worker(outbox, atOnce: 5) { _, _, _ in
                running.withLock {
                    $0.now += 1
                    $0.most = max($0.most, $0.now)
                }
                try? await Task.sleep(for: .milliseconds(5))
                running.withLock {
                    $0.now -= 1
                    $0.done += 1
                }
                return .delivered
            }
            try await run(worker) { running.withLock { $0.done } == 30 }
            #expect(running.withLock { $0.most } == 5)
        }
    }

    @Test func `failures are tried again, addresses that are no more are reported`() async throws {
        var rules = OutboxRules()
        rules.firstPauseSeconds = 0.02
        try await withOutbox(rules) { outbox in
            let (diary, gone) = (Diary(), Diary())
            _ = try await outbox.add(message("flaky", topic: "a"), to: rider(1))
            _ = try await outbox.add(message("gone", topic: "b"), to: rider(2))
            let worker = worker(outbox, gone: gone) { message, _, _ in
                diary.note(message.id)
                if message.id == "gone" { return .gone }
                return diary.all.count { $0 == "flaky" } < 3 ? .failed("not yet") : .delivered
            }
            try await run(worker) { try await outbox.counts().delivered == 1 }
            #expect(diary.all.sorted() == ["flaky", "flaky", "flaky", "gone"])
            #expect(try gone.all == [rider(2).key])
        }
    }

    @Test func `a stop waits for what is under way, and loses nothing`() async throws {
        try await withOutbox { outbox in
            let (started, finished) = (Diary(), Diary())
            for number in 0..<50 {
                _ = try await outbox.add(
                    message("m\(number)"), to: rider(number, server: "s\(number % 10).example"))
            }
            let worker = worker(outbox, atOnce: 10) { message, _, _ in
                started.note(message.id)
                try? await Task.sleep(for: .milliseconds(20))
                finished.note(message.id)
                return .delivered
            }
            try await run(worker) { !started.all.isEmpty }
            #expect(started.all.sorted() == finished.all.sorted())
            let counts = try await outbox.counts()
            #expect(counts.delivered == finished.all.count)
            #expect(counts.waiting == 50 - finished.all.count)
        }
    }

    @Test func `what a cancellation breaks off stays in the outbox`() async throws {
        try await withOutbox { outbox in
            _ = try await outbox.add(message("a"), to: rider(1))
            let started = Diary()
            let worker = worker(outbox) { message, _, _ in
                started.note(message.id)
                do {
                    try await Task.sleep(for: .seconds(60))
                    return .delivered
                } catch {
                    return .failed("cancelled")
                }
            }
            let task = Task { await worker.run() }
            while started.all.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            task.cancel()
            await task.value
            let counts = try await outbox.counts()
            #expect(counts.waiting == 1 && counts.failures == 0 && counts.givenUp == 0)
        }
    }

    @Test func `a browser gets its message through everything`() async throws {
        try await withOutbox { outbox in
            try await FakeService.running { _, number in
                number == 1 ? .status(429, ["Retry-After": "1"]) : .status(201)
            } _: { service in
                let browser = Browser()
                let address = ChannelAddress.webPush(try browser.address(service.url + "/a"))
                _ = try await outbox.add(message("hello"), to: address)
                let sender = sender()
                let worker = worker(outbox) { await sender.send($0, to: $1, expires: $2) }
                try await run(worker) { try await outbox.counts().delivered == 1 }
                let counts = try await outbox.counts()
                #expect(counts.waits == 1 && counts.delivered == 1)
                #expect(service.posted.count == 2)
                let contents = try service.posted.map { try browser.open($0.body) }
                #expect(contents[0] == contents[1])
                #expect(service.posted[0].headers["topic"] == service.posted[1].headers["topic"])
                // The same content is never encrypted to the same bytes.
                #expect(service.posted[0].body != service.posted[1].body)
            }
        }
    }
}
