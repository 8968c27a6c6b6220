import Foundation
import Persistence
import PostgresTesting
import Testing
import TransitModel

@testable import Notifications

/// An outbox in a folder of its own, on a clock that is moved by hand.
struct OutboxScene {
    let places: StorePlaces
    let clock: ManualWallClock
    /// Nil only while it is closed: the file is free for the next once the last has let go.
    private var opened: Outbox?

    var outbox: Outbox {
        guard let opened else { preconditionFailure("The scene is between two starts.") }
        return opened
    }

    /// Where the file is.
    var path: String { places.folder.path("outbox.sqlite") }

    static let start = UnixTime(seconds: 1_800_000_000)

    static func with(
        _ kind: StoreKind = .file, _ rules: OutboxRules = OutboxRules(),
        _ body: (inout OutboxScene) async throws -> Void
    ) async throws {
        let places = try StorePlaces(kind)
        let clock = ManualWallClock(start)
        var scene = OutboxScene(
            places: places, clock: clock,
            opened: try Outbox(places.place("outbox"), rules: rules, clock: clock))
        try await body(&scene)
        try scene.outbox.close()
    }

    /// Closes the file and opens it again, as a new start of the program does.
    mutating func reopen(_ rules: OutboxRules = OutboxRules()) async throws {
        try outbox.close()
        opened = nil
        opened = try Outbox(places.place("outbox"), rules: rules, clock: clock)
    }

    func message(_ id: String, topic: String = "t", seconds: Int = 600) throws -> RiderMessage {
        try RiderMessage(id: id, topic: topic, title: "Title \(id)", timeToLiveSeconds: seconds)
    }

    func add(
        _ id: String, topic: String = "t", to address: ChannelAddress, seconds: Int = 600
    ) async throws -> Acceptance {
        try await outbox.add(message(id, topic: topic, seconds: seconds), to: address)
    }
}

/// A worker whose every step the test takes.
struct HandWorker {
    var pass: OutboxPass

    init(limits: OriginLimits = OriginLimits(atOnce: 1000, perSecond: 1000)) {
        pass = OutboxPass(limits: { _ in limits })
    }

    /// Takes what is to be sent now.
    mutating func take(_ scene: OutboxScene, limit: Int = 1000) async throws -> [LeasedMessage] {
        pass = try await scene.outbox.lease([], limit: limit, from: pass)
        return pass.leased
    }

    /// Says what became of messages, and takes nothing.
    mutating func report(
        _ outcome: SendOutcome, _ leased: [LeasedMessage], _ scene: OutboxScene
    ) async throws {
        let reports = leased.map {
            SendReport(leased: $0, outcome: outcome, time: scene.clock.now(), jitter: 1)
        }
        pass = try await scene.outbox.lease(reports, limit: 0, from: pass)
    }
}

extension Outbox {
    /// Lets the file grow by a page or two and no more.
    func fillDisk() async throws {
        try await store.write { database in
            let pages = try database.number("PRAGMA page_count") ?? 0
            try database.executeAll("PRAGMA max_page_count = \(pages + 2)")
        }
    }

    /// Writes nonsense over a message that waits.
    func damage(id: String) async throws {
        try await store.write { database in
            _ = try database.execute(
                "UPDATE message SET message = 'nonsense' WHERE id = ?", [id])
        }
    }
}

/// A rider's address by a number.
func rider(_ number: Int, server: String = "hook.example") throws -> ChannelAddress {
    .webhook(
        try WebhookAddress(
            url: "https://\(server)/rider/\(number)", secret: "0123456789abcdef"))
}
