import ClockTesting
import Persistence
import PostgresTesting
import Testing
import TransitModel

@testable import Notifications

/// An outbox in a folder of its own, with a manual clock.
struct OutboxScene {
    let places: StorePlaces
    let clock: ManualWallClock
    /// Nil only while it is closed: the file can be opened again once the last reference is
    /// released.
    private var opened: Outbox?

    var outbox: Outbox {
        guard let opened else { preconditionFailure("The scene is between two starts.") }
        return opened
    }

    /// The path of the file.
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

    /// Closes and reopens the file, as a restart of the program does.
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

/// A worker that the test advances step by step.
struct HandWorker {
    var pass: OutboxPass

    init(limits: OriginLimits = OriginLimits(atOnce: 1000, perSecond: 1000)) {
        pass = OutboxPass(limits: { _ in limits })
    }

    /// Leases the messages that are due.
    mutating func take(_ scene: OutboxScene, limit: Int = 1000) async throws -> [LeasedMessage] {
        pass = try await scene.outbox.lease([], limit: limit, from: pass)
        return pass.leased
    }

    /// Reports the outcome of messages without leasing new ones.
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
    /// Lets the file grow only by a page or two.
    func fillDisk() async throws {
        try await store.write { database in
            let pages = try database.number("PRAGMA page_count") ?? 0
            try database.executeAll("PRAGMA max_page_count = \(pages + 2)")
        }
    }

    /// Overwrites a waiting message with invalid data.
    func damage(id: String) async throws {
        try await store.write { database in
            _ = try database.execute(
                "UPDATE message SET message = 'nonsense' WHERE id = ?", [id])
        }
    }
}

/// Returns a rider's address by number.
func rider(_ number: Int, server: String = "hook.example") throws -> ChannelAddress {
    .webhook(
        try WebhookAddress(
            url: "https://\(server)/rider/\(number)", secret: "0123456789abcdef"))
}
