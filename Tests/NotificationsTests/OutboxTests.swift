import Foundation
import PostgresTesting
import Testing
import TransitModel

@testable import Notifications

/// Waiting messages are neither lost nor sent twice.
struct OutboxTests {
    @Test(arguments: StoreKind.here) func `a message is sent once and then gone`(kind: StoreKind)
        async throws
    {
        try await OutboxScene.with(kind) { scene in
            var worker = HandWorker()
            #expect(try await scene.add("a", to: rider(1)) == .queued)
            #expect(try await scene.outbox.counts().waiting == 1)
            let leased = try await worker.take(scene)
            #expect(leased.map(\.message.id) == ["a"])
            #expect(leased.first?.expires == OutboxScene.start.advanced(bySeconds: 600))
            // No other worker gets it meanwhile.
            #expect(try await worker.take(scene).isEmpty)
            try await worker.report(.delivered, leased, scene)
            #expect(try await worker.take(scene).isEmpty)
            let counts = try await scene.outbox.counts()
            #expect(counts.waiting == 0 && counts.delivered == 1)
        }
    }

    @Test(arguments: StoreKind.here)
    func `the same message is not sent again, until it is forgotten`(kind: StoreKind) async throws {
        try await OutboxScene.with(kind) { scene in
            var worker = HandWorker()
            #expect(try await scene.add("a", to: rider(1)) == .queued)
            #expect(try await scene.add("a", to: rider(1)) == .known)
            try await worker.report(.delivered, worker.take(scene), scene)
            #expect(try await scene.add("a", to: rider(1)) == .known)
            try await scene.reopen()
            #expect(try await scene.add("a", to: rider(1)) == .known)
            #expect(try await worker.take(scene).isEmpty)
            // Another rider and another topic are other messages.
            #expect(try await scene.add("a", to: rider(2)) == .queued)
            #expect(try await scene.add("a", topic: "u", to: rider(1)) == .queued)
            scene.clock.advance(bySeconds: 600)
            _ = try await worker.take(scene)
            #expect(try await scene.add("a", to: rider(1)) == .queued)
        }
    }

    @Test(arguments: StoreKind.here)
    func `a newer message of a topic takes the place of one that waits`(kind: StoreKind)
        async throws
    {
        try await OutboxScene.with(kind) { scene in
            var worker = HandWorker()
            #expect(try await scene.add("old", to: rider(1)) == .queued)
            #expect(try await scene.add("new", to: rider(1)) == .queued)
            #expect(try await scene.add("other", topic: "u", to: rider(1)) == .queued)
            #expect(try await worker.take(scene).map(\.message.id) == ["new", "other"])
            let counts = try await scene.outbox.counts()
            #expect(counts.waiting == 2 && counts.replaced == 1)
        }
    }

    @Test(
        arguments: StoreKind.here,
        [SendOutcome.delivered, .failed("x"), .wait(nil), .refused("x")])
    func `a newer message waits for the end of one that is being sent`(
        kind: StoreKind, outcome: SendOutcome
    ) async throws {
        try await OutboxScene.with(kind) { scene in
            var worker = HandWorker()
            _ = try await scene.add("old", to: rider(1))
            let old = try await worker.take(scene)
            _ = try await scene.add("new", to: rider(1))
            #expect(try await worker.take(scene).isEmpty)
            try await worker.report(outcome, old, scene)
            // A service that requested a pause is not contacted earlier.
            if outcome == .wait(nil) { scene.clock.advance(bySeconds: 30) }
            let new = try await worker.take(scene)
            #expect(new.map(\.message.id) == ["new"])
            #expect(new.first?.attempts == 0)
        }
    }

    @Test(arguments: StoreKind.here) func `what was being sent when the program died is sent again`(
        kind: StoreKind
    ) async throws {
        try await OutboxScene.with(kind) { scene in
            var worker = HandWorker()
            _ = try await scene.add("a", topic: "t", to: rider(1))
            let first = try await worker.take(scene)
            try await scene.reopen()
            worker = HandWorker()
            if kind == .server {
                // Another node may be sending it, so its lease has to expire.
                #expect(try await worker.take(scene).isEmpty)
                scene.clock.advance(bySeconds: OutboxRules().leaseSeconds + 1)
            }
            let second = try await worker.take(scene)
            #expect(second == first)
        }
    }

    @Test(arguments: StoreKind.here)
    func `a clock that was set back keeps no message for more than an hour`(kind: StoreKind)
        async throws
    {
        try await OutboxScene.with(kind) { scene in
            scene.clock.advance(bySeconds: 86_400)
            _ = try await scene.add("a", to: rider(1), seconds: 600_000)
            scene.clock.set(OutboxScene.start)
            try await scene.reopen()
            var worker = HandWorker()
            #expect(try await worker.take(scene).isEmpty)
            scene.clock.advance(bySeconds: 3600)
            #expect(try await worker.take(scene).map(\.message.id) == ["a"])
        }
    }

    @Test(arguments: StoreKind.here) func `a worker that fell silent loses its messages to others`(
        kind: StoreKind
    ) async throws {
        try await OutboxScene.with(kind) { scene in
            var worker = HandWorker()
            _ = try await scene.add("a", to: rider(1))
            let first = try await worker.take(scene)
            scene.clock.advance(bySeconds: 59)
            #expect(try await worker.take(scene).isEmpty)
            scene.clock.advance(bySeconds: 1)
            #expect(try await worker.take(scene).map(\.row) == first.map(\.row))
        }
    }

    @Test(arguments: StoreKind.here) func `nothing is sent that nobody needs any more`(
        kind: StoreKind
    ) async throws {
        try await OutboxScene.with(kind) { scene in
            var worker = HandWorker()
            _ = try await scene.add("a", to: rider(1), seconds: 60)
            _ = try await scene.add("b", to: rider(2), seconds: 61)
            scene.clock.advance(bySeconds: 60)
            #expect(try await worker.take(scene).map(\.message.id) == ["b"])
            let counts = try await scene.outbox.counts()
            #expect(counts.expired == 1 && counts.waiting == 1)
        }
    }

    @Test(arguments: StoreKind.here)
    func `pauses between attempts double, and there is a last attempt`(kind: StoreKind) async throws
    {
        var rules = OutboxRules()
        rules.attempts = 4
        rules.maximumPauseSeconds = 5
        try await OutboxScene.with(kind, rules) { scene in
            var worker = HandWorker()
            _ = try await scene.add("a", to: rider(1))
            for pause in [2.0, 4, 5] {
                try await worker.report(.failed("no"), worker.take(scene), scene)
                #expect(
                    try await scene.outbox.lease([], limit: 1, from: worker.pass).next
                        == scene.clock.now().advanced(bySeconds: pause))
                scene.clock.advance(bySeconds: pause - 0.001)
                #expect(try await worker.take(scene).isEmpty)
                scene.clock.advance(bySeconds: 0.001)
            }
            try await worker.report(.failed("no"), worker.take(scene), scene)
            let counts = try await scene.outbox.counts()
            #expect(counts.waiting == 0 && counts.failures == 3 && counts.givenUp == 1)
        }
    }

    @Test func `jitter takes away up to half of a pause`() {
        let rules = OutboxRules()
        #expect(rules.pauseSeconds(afterAttempt: 1, jitter: 0) == 1)
        #expect(rules.pauseSeconds(afterAttempt: 1, jitter: 1) == 2)
        #expect(rules.pauseSeconds(afterAttempt: 60, jitter: 1) == 600)
    }

    @Test(arguments: StoreKind.here)
    func `a service that asks to wait holds all its messages back, but no other's`(kind: StoreKind)
        async throws
    {
        try await OutboxScene.with(kind) { scene in
            var worker = HandWorker()
            for number in 1...3 { _ = try await scene.add("a", to: rider(number)) }
            let one = try await worker.take(scene, limit: 1)
            try await worker.report(.wait(.seconds(120)), one, scene)
            _ = try await scene.add("b", to: rider(4, server: "other.example"))
            scene.clock.advance(bySeconds: 119)
            #expect(try await worker.take(scene).map(\.message.id) == ["b"])
            scene.clock.advance(bySeconds: 1)
            #expect(try await worker.take(scene).map(\.attempts) == [0, 0, 0])
        }
    }

    @Test(arguments: StoreKind.here)
    func `a clock that leaps and comes back drops nothing, and holds nothing up`(
        kind: StoreKind
    ) async throws {
        try await OutboxScene.with(kind) { scene in
            var worker = HandWorker()
            let start = scene.clock.now()
            _ = try await scene.add("a", to: rider(1))
            _ = try await scene.outbox.add(
                [], notes: [OutboxNote(key: "sent", body: "yes", keepSeconds: 86_400)])
            try await worker.report(.failed("no"), worker.take(scene), scene)
            scene.clock.advance(bySeconds: 31 * 86_400)
            _ = try await scene.add("b", to: rider(2))
            let leapt = try await worker.take(scene)
            #expect(leapt.map(\.message.id) == ["b"], "what has expired is not sent")
            try await worker.report(.failed("no"), leapt, scene)
            scene.clock.set(start.advanced(bySeconds: 10))
            #expect(try await worker.take(scene).map(\.message.id) == ["a"])
            scene.clock.advance(bySeconds: 3600)
            #expect(try await worker.take(scene).map(\.message.id) == ["b"])
            #expect(try await scene.outbox.notes() == ["sent": "yes"])
        }
    }

    @Test(arguments: StoreKind.here) func `nobody is waited for longer than an hour`(
        kind: StoreKind
    ) async throws {
        try await OutboxScene.with(kind) { scene in
            var worker = HandWorker()
            _ = try await scene.add("a", to: rider(1), seconds: 100_000)
            try await worker.report(.wait(.seconds(1_000_000)), worker.take(scene), scene)
            scene.clock.advance(bySeconds: 3600)
            #expect(try await worker.take(scene).count == 1)
        }
    }

    @Test(arguments: StoreKind.here) func `an address that is no more loses all that waits for it`(
        kind: StoreKind
    ) async throws {
        try await OutboxScene.with(kind) { scene in
            var worker = HandWorker()
            _ = try await scene.add("a", to: rider(1))
            _ = try await scene.add("b", topic: "u", to: rider(1))
            _ = try await scene.add("c", to: rider(2))
            let one = try await worker.take(scene, limit: 1)
            try await worker.report(.gone, one, scene)
            #expect(worker.pass.gone == [try rider(1)])
            #expect(try await worker.take(scene).map(\.message.id) == ["c"])
            #expect(try await scene.outbox.counts().gone == 1)
        }
    }

    @Test(arguments: StoreKind.here) func `an address that its rider removed is sent nothing more`(
        kind: StoreKind
    ) async throws {
        try await OutboxScene.with(kind) { scene in
            var worker = HandWorker()
            _ = try await scene.add("a", to: rider(1))
            _ = try await scene.add("b", topic: "u", to: rider(1))
            #expect(try await scene.outbox.forget(rider(1)) == 2)
            #expect(try await worker.take(scene).isEmpty)
            #expect(try await scene.outbox.counts().waiting == 0)
        }
    }

    @Test(arguments: StoreKind.here)
    func `what does not fit is refused, and what replaces others always fits`(kind: StoreKind)
        async throws
    {
        var rules = OutboxRules()
        rules.maximumMessages = 5
        rules.maximumPerAddress = 3
        try await OutboxScene.with(kind, rules) { scene in
            for topic in ["a", "b", "c"] {
                #expect(try await scene.add("1", topic: topic, to: rider(1)) == .queued)
            }
            #expect(try await scene.add("1", topic: "d", to: rider(1)) == .addressFull)
            #expect(try await scene.add("2", topic: "a", to: rider(1)) == .queued)
            #expect(try await scene.add("1", to: rider(2)) == .queued)
            #expect(try await scene.add("1", to: rider(3)) == .queued)
            #expect(try await scene.add("1", to: rider(4)) == .full)
            #expect(try await scene.add("2", to: rider(3)) == .queued)
            var worker = HandWorker()
            try await worker.report(.delivered, worker.take(scene, limit: 1), scene)
            #expect(try await scene.add("1", to: rider(4)) == .queued)
        }
    }

    @Test(arguments: StoreKind.here) func `a busy service does not keep others waiting`(
        kind: StoreKind
    ) async throws {
        try await OutboxScene.with(kind) { scene in
            let many = try (0..<40).map { number in
                AddressedMessage(
                    try scene.message("m"), to: try rider(number, server: "busy.example"))
            }
            _ = try await scene.outbox.add(many)
            _ = try await scene.add("b", to: rider(1, server: "zoo.example"))
            var worker = HandWorker(limits: OriginLimits(atOnce: 4, perSecond: 1000))
            let leased = try await worker.take(scene)
            #expect(leased.count == 5)
            #expect(leased.map(\.message.id).contains("b"))
            try await worker.report(.delivered, leased, scene)
            #expect(try await worker.take(scene).count == 4)
        }
    }

    @Test(arguments: StoreKind.here)
    func `services take turns when there are more than one pass serves`(kind: StoreKind)
        async throws
    {
        try await OutboxScene.with(kind) { scene in
            for number in 0..<10 {
                let servers = (0..<3).map { "s\($0).example" }
                for server in servers {
                    _ = try await scene.add("m", to: rider(number, server: server))
                }
            }
            var worker = HandWorker(limits: OriginLimits(atOnce: 2, perSecond: 1000))
            var served: [String] = []
            for _ in 0..<15 {
                let leased = try await worker.take(scene, limit: 2)
                served += leased.map(\.address.origin)
                try await worker.report(.delivered, leased, scene)
            }
            #expect(served.count == 30)
            #expect(Set(served.prefix(6)).count == 3)
        }
    }

    @Test(arguments: StoreKind.here) func `a service is asked no faster than its rate`(
        kind: StoreKind
    ) async throws {
        try await OutboxScene.with(kind) { scene in
            let many = try (0..<40).map { number in
                AddressedMessage(try scene.message("m"), to: try rider(number))
            }
            _ = try await scene.outbox.add(many)
            var worker = HandWorker(limits: OriginLimits(atOnce: 1000, perSecond: 10))
            #expect(try await worker.take(scene).count == 10)
            #expect(
                worker.pass.next.map { $0.seconds(since: scene.clock.now()) } == 0.1)
            #expect(try await worker.take(scene).isEmpty)
            scene.clock.advance(bySeconds: 0.5)
            #expect(try await worker.take(scene).count == 5)
            scene.clock.advance(bySeconds: 60)
            #expect(try await worker.take(scene).count == 10)
        }
    }

    @Test(arguments: StoreKind.here)
    func `a row that cannot be read is dropped, and the rest goes on`(kind: StoreKind) async throws
    {
        try await OutboxScene.with(kind) { scene in
            _ = try await scene.add("a", to: rider(1))
            _ = try await scene.add("b", to: rider(2))
            try await scene.outbox.damage(id: "a")
            var worker = HandWorker()
            #expect(try await worker.take(scene).map(\.message.id) == ["b"])
            let counts = try await scene.outbox.counts()
            #expect(counts.givenUp == 1 && counts.waiting == 1)
        }
    }

    @Test func `a full disk refuses what is new, whole, and keeps what was there`() async throws {
        try await OutboxScene.with { scene in
            #expect(try await scene.add("kept", to: rider(0)) == .queued)
            try await scene.outbox.fillDisk()
            let many = try (1...500).map { number in
                AddressedMessage(try scene.message("m"), to: try rider(number))
            }
            let outbox = scene.outbox
            await #expect(throws: (any Error).self) { try await outbox.add(many) }
            #expect(try await outbox.counts().waiting == 1)
            var worker = HandWorker()
            let leased = try await worker.take(scene)
            #expect(leased.map(\.message.id) == ["kept"])
            try await worker.report(.delivered, leased, scene)
            #expect(try await outbox.counts().delivered == 1)
        }
    }

    @Test func `a second program is kept out`() async throws {
        try await OutboxScene.with { scene in
            let path = scene.path
            #expect(throws: (any Error).self) { try Outbox(path: path) }
        }
    }

    @Test func `nobody but its owner reads the file`() async throws {
        try await OutboxScene.with { scene in
            let attributes = try FileManager.default.attributesOfItem(atPath: scene.path)
            #expect((attributes[.posixPermissions] as? Int) == 0o600)
        }
    }
}
