import PostgresTesting
import Testing

@testable import Notifications

/// Many messages that are put into the outbox together.
@Suite struct OutboxIntakeTests {
    @Test(arguments: StoreKind.here)
    func `messages put in together count, and replace one another, as one by one`(kind: StoreKind)
        async throws
    {
        var rules = OutboxRules()
        rules.maximumMessages = 5
        rules.maximumPerAddress = 2
        try await OutboxScene.with(kind, rules) { scene in
            #expect(try await scene.add("0", topic: "a", to: rider(1)) == .queued)
            var worker = HandWorker()
            try await worker.report(.delivered, worker.take(scene), scene)
            let messages: [(id: String, topic: String, rider: Int, answer: Acceptance)] = [
                ("0", "a", 1, .known), ("1", "b", 1, .queued), ("2", "b", 1, .queued),
                ("2", "b", 1, .known), ("1", "a", 1, .queued), ("1", "c", 1, .addressFull),
                ("1", "a", 2, .queued), ("1", "b", 2, .queued), ("1", "a", 3, .queued),
                ("1", "a", 4, .full), ("2", "a", 3, .queued),
            ]
            let answers = try await scene.outbox.add(
                messages.map {
                    AddressedMessage(
                        try scene.message($0.id, topic: $0.topic), to: try rider($0.rider))
                })
            #expect(answers == messages.map(\.answer))
            let waiting = try await worker.take(scene).map { "\($0.message.topic)\($0.message.id)" }
            #expect(waiting.sorted() == ["a1", "a1", "a2", "b1", "b2"])
            #expect(try await scene.outbox.counts().replaced == 2)
        }
    }
}
