import ClockTesting
import FolderTesting
import Persistence
import Realtime
import Testing
import TransitModel

@testable import Notifications
@testable import Riders

/// Riders, an outbox and an engine on a drawn network, advanced tick by tick.
final class AlertDesk {
    let folder = TemporaryFolder()
    let positions = RiderPositions()
    var scene: RiderScene
    private var parts: Parts?
    var store: RiderStore { open.store }
    var outbox: Outbox { open.outbox }
    var engine: AlertEngine { open.engine }
    /// Real time, for the outbox.
    let clock = ManualWallClock(UnixTime(seconds: 1_800_000_000))
    private var turn = OutboxPass(limits: { _ in OriginLimits(atOnce: 1000, perSecond: 1000) })

    static let drawing = """
        red-1: A 8:00  B 8:10
        red-2: A 8:30  B 8:40
        blue-1: B 8:16  C 8:28
        blue-2: B 8:43  C 8:55
        """

    init(
        _ drawing: String = AlertDesk.drawing, files: [String: String] = [:],
        modified: UnixTime? = nil
    ) throws {
        scene = try RiderScene(drawing, files: files, modified: modified)
        parts = try Self.parts(folder, scene, clock, positions)
    }

    /// The stores that a running program has open.
    private struct Parts {
        let file: RecordStore
        let store: RiderStore
        let outbox: Outbox
        let engine: AlertEngine

        /// Gives the files' locks back now; a pool's thread may hold the last reference a little
        /// longer.
        func close() throws {
            try outbox.close()
            try file.close()
        }
    }

    private var open: Parts {
        guard let parts else { preconditionFailure("It is open except while it starts again.") }
        return parts
    }

    private static func parts(
        _ folder: TemporaryFolder, _ scene: RiderScene, _ clock: ManualWallClock,
        _ positions: RiderPositions,
        ridersPerPoll: Int = 4000
    ) throws -> Parts {
        let outbox = try Outbox(path: folder.path("outbox.sqlite"), clock: clock)
        let file = try RecordStore(path: folder.path("riders.sqlite"), schema: .riders)
        let store = RiderStore(file, clock: clock)
        var shared = AlertEngine.Shared(store, outbox)
        shared.positions = positions
        var settings = AlertEngine.Settings()
        settings.ridersPerPoll = ridersPerPoll
        let engine = AlertEngine(
            shared, network: scene.network,
            links: AlertLinks(home: "https://takt.example") { rides, _ in "id\(rides.count)" },
            settings: settings)
        return Parts(file: file, store: store, outbox: outbox, engine: engine)
    }

    /// Restarts the program.
    func restart(ridersPerPoll: Int = 4000) throws {
        // The files have a single writer, which must be closed first.
        try parts?.close()
        parts = nil
        turn = OutboxPass(limits: { _ in OriginLimits(atOnce: 1000, perSecond: 1000) })
        parts = try Self.parts(folder, scene, clock, positions, ridersPerPoll: ridersPerPoll)
    }

    /// Creates a rider with an ntfy topic who wants alerts.
    func rider(
        _ topic: String = "a", language: String = "en",
        _ edit: (inout RiderSettings) -> Void = { _ in }
    ) async throws -> RiderID {
        let (rider, _) = try await store.create(language: language)
        var settings = RiderSettings()
        settings.language = language
        settings.notifies = true
        edit(&settings)
        try await store.changeSettings(of: rider) { [settings] in $0 = settings }
        let address = try NtfyAddress(server: "https://ntfy.example", topic: topic)
        _ = try await store.add(.ntfy(address), code: nil, of: rider)
        return rider
    }

    /// Saves a route as ``RiderScene/route(_:reminders:)`` draws it, with a reminder on Mondays.
    @discardableResult
    func save(
        _ drawing: String, at minute: Int?, weekdays: [Int] = [1], of rider: RiderID
    ) async throws -> SavedConnection {
        let reminders = minute.map { [SavedReminder(minute: $0, weekdays: weekdays)] } ?? []
        let route = try scene.route(drawing, reminders: reminders)
        func place(_ stop: SavedStop) -> SavedPlace {
            SavedPlace(
                stop: stop.id, name: stop.name, latitude: stop.latitude, longitude: stop.longitude)
        }
        let (first, last) = (try #require(route.rides.first), try #require(route.rides.last))
        return try await store.add(
            SavedConnection(
                id: "", from: place(first.from), to: place(last.to), routes: [route]),
            of: rider)
    }

    /// Runs one tick; `isLive` says whether there is any live data.
    func tick(_ time: String, vehicles: [LiveVehicle] = [], isLive: Bool = true) async throws {
        try await tick(at: try scene.time(time), vehicles: vehicles, isLive: isLive)
    }

    func tick(at now: UnixTime, vehicles: [LiveVehicle] = [], isLive: Bool = true) async throws {
        let snapshot = NetworkSnapshot(
            timetable: scene.timetable, sequence: 1, asOf: now, vehicles: vehicles,
            source: LiveSourceState(kind: "gtfs-rt", updatedAt: isLive ? now : nil)
        ).with(scene.overlay)
        try await engine.advance(snapshot, now: now)
    }

    /// Returns the messages added to the outbox since the last call, by topic, in order.
    func sent() async throws -> [(topic: String, message: RiderMessage)] {
        clock.advance(bySeconds: 1)
        turn = try await outbox.lease([], limit: 1000, from: turn)
        let leased = turn.leased
        let written = leased.map {
            SendReport(leased: $0, outcome: .delivered, time: clock.now(), jitter: 0.5)
        }
        turn = try await outbox.lease(written, limit: 0, from: turn)
        return leased.map { ($0.address.name, $0.message) }
    }

    func titles() async throws -> [String] { try await sent().map(\.message.title) }
}

/// From a change of the network to the message in the outbox.
@Suite struct AlertEngineTests {
    @Test func `a delay is announced once, in the rider's language, and leads to the details`()
        async throws
    {
        let desk = try AlertDesk()
        let rider = try await desk.rider(language: "de")
        try await desk.save("red A-B, blue B-C", at: 480, of: rider)
        try desk.scene.late("red-1", by: 180)
        // Half an hour before, and not earlier.
        try await desk.tick("7:29")
        #expect(try await desk.titles() == [])
        try await desk.tick("7:30")
        let sent = try await desk.sent()
        #expect(sent.map(\.message.title) == ["red 08:00: 3 Min. später"])
        #expect(sent.first?.message.body == "Ab Stop A um 08:03, nach Stop C.")
        #expect(sent.first?.message.language == "de")
        #expect(
            sent.first?.message.link == "https://takt.example/search?from=A&to=C&connection=id2")
        for time in ["7:31", "7:40", "7:55"] { try await desk.tick(time) }
        #expect(try await desk.titles() == [])
    }

    @Test func `one delayed connection never hides another`() async throws {
        let desk = try AlertDesk()
        let rider = try await desk.rider()
        try await desk.save("red A-B", at: 480, of: rider)
        try await desk.save("blue B-C", at: 496, of: rider)
        try await desk.save("red A-B", at: nil, of: rider)
        try desk.scene.late("red-1", by: 180)
        try desk.scene.late("blue-1", by: 240)
        try await desk.tick("7:50")
        #expect(
            try await desk.titles().sorted() == ["blue 08:16: 4 min late", "red 08:00: 3 min late"])
    }

    @Test func `a change between two minutes is announced at once`() async throws {
        let desk = try AlertDesk()
        let rider = try await desk.rider()
        try await desk.save("red A-B", at: 480, of: rider)
        try await desk.tick("7:50:10")
        try desk.scene.late("red-1", by: 180)
        try await desk.tick("7:50:11")
        #expect(try await desk.titles() == ["red 08:00: 3 min late"])
    }

    @Test func `a cancelled departure and a broken change name what goes instead`() async throws {
        let desk = try AlertDesk()
        let one = try await desk.rider("one")
        try await desk.save("red A-B", at: 480, of: one)
        let two = try await desk.rider("two")
        try await desk.save("red A-B, blue B-C", at: 510, of: two)
        try desk.scene.cancel("red-1")
        try desk.scene.late("red-2", by: 90)
        try await desk.tick("7:55")
        let first = try await desk.sent()
        #expect(first.map(\.message.title) == ["red 08:00 is cancelled"])
        #expect(
            first.first?.message.body == "Instead: red at 08:31 from Stop A, at Stop B at 08:41.")
        #expect(first.first?.message.urgency == .high)
        try await desk.tick("8:05")
        let second = try await desk.sent()
        #expect(second.map(\.topic) == ["ntfy.example/two"])
        #expect(second.map(\.message.title) == ["The change at Stop B will not work"])
        #expect(
            second.first?.message.body
                == "red arrives at 08:41, blue leaves at 08:43. "
                + "Nothing else goes this way in the next hours."
        )
    }

    @Test func `riders who do not want it, or whom nothing reaches, are not notified`() async throws
    {
        let desk = try AlertDesk()
        let silent = try await desk.rider("silent") { $0.notifies = false }
        let (bare, _) = try await desk.store.create(language: "en")
        try await desk.store.changeSettings(of: bare) { $0.notifies = true }
        for rider in [silent, bare] { try await desk.save("red A-B", at: 480, of: rider) }
        try desk.scene.late("red-1", by: 180)
        try await desk.tick("7:50")
        #expect(try await desk.titles() == [])
        #expect(await desk.engine.load.watched == 0)
        // Changed settings take effect at the next tick.
        try await desk.store.changeSettings(of: silent) { $0.notifies = true }
        try await desk.tick("7:50:01")
        #expect(try await desk.titles() == ["red 08:00: 3 min late"])
    }

    @Test func `in quiet hours nothing is announced, and after them what still matters`()
        async throws
    {
        let desk = try AlertDesk()
        let rider = try await desk.rider {
            $0.quietFrom = 22 * 60
            $0.quietUntil = 7 * 60 + 45
        }
        try await desk.save("red A-B", at: 480, of: rider)
        try desk.scene.late("red-1", by: 600)
        try await desk.tick("7:40")
        #expect(try await desk.titles() == [])
        try desk.scene.late("red-1", by: 180)
        try await desk.tick("7:45")
        #expect(try await desk.titles() == ["red 08:00: 3 min late"])
    }

    @Test func `a restart repeats nothing and forgets nothing`() async throws {
        let desk = try AlertDesk()
        let rider = try await desk.rider()
        try await desk.save("red A-B", at: 480, of: rider)
        try desk.scene.late("red-1", by: 180)
        try await desk.tick("7:40")
        // Restarted before anything was sent: the message is still there, and is not created again.
        try desk.restart()
        try await desk.tick("7:41")
        let first = try await desk.sent()
        #expect(first.map(\.message.title) == ["red 08:00: 3 min late"])
        try desk.restart()
        try desk.scene.late("red-1", by: 360)
        try await desk.tick("7:46")
        let second = try await desk.sent()
        #expect(second.map(\.message.title) == ["red 08:00: 6 min late"])
        #expect(second.first?.message.topic == first.first?.message.topic)
        #expect(second.first?.message.id != first.first?.message.id)
    }

    @Test func `after a start nothing is taken back before live data has come`() async throws {
        let desk = try AlertDesk()
        let rider = try await desk.rider()
        try await desk.save("red A-B", at: 480, of: rider)
        try desk.scene.late("red-1", by: 180)
        try await desk.tick("7:40")
        #expect(try await desk.titles().count == 1)
        try desk.restart()
        try desk.scene.forget("red-1")
        try await desk.tick("7:41")
        try desk.scene.late("red-1", by: 180)
        try await desk.tick("7:41:20")
        #expect(try await desk.titles() == [])
        // Once there is live data, runs without an update are on time.
        try desk.scene.forget("red-1")
        try await desk.tick("7:45")
        #expect(try await desk.titles() == ["red 08:00: on time again"])
    }

    @Test func `what could not be written is announced later, under the same id`() async throws {
        let desk = try AlertDesk()
        let rider = try await desk.rider()
        try await desk.save("red A-B", at: 480, of: rider)
        try await desk.tick("7:39")
        try desk.scene.late("red-1", by: 180)
        try await desk.outbox.store.write { try $0.executeAll("ALTER TABLE note RENAME TO x") }
        await #expect(throws: (any Error).self) { try await desk.tick("7:40") }
        try await desk.outbox.store.write { try $0.executeAll("ALTER TABLE x RENAME TO note") }
        // Neither the record nor the message exists.
        #expect(try await desk.titles() == [])
        try await desk.tick("7:41")
        let sent = try await desk.sent()
        #expect(sent.map(\.message.title) == ["red 08:00: 3 min late"])
        #expect(sent.first?.message.id.hasSuffix(".1") == true)
    }
}

/// Reminders of riders' trips.
@Suite struct TripCallEngineTests {
    private func trip(_ desk: AlertDesk, weekdays: [Int] = []) -> PlannedTrip {
        let (from, to) = (desk.scene.stop("A"), desk.scene.stop("B"))
        return weekdays.isEmpty
            ? PlannedTrip(id: "", from: from, to: to, arriveBy: 535, on: RiderScene.day)
            : PlannedTrip(id: "", from: from, to: to, arriveBy: 535, weekdays: weekdays)
    }

    @Test func `a rider is called five minutes before and when it leaves, then the trip is gone`()
        async throws
    {
        let desk = try AlertDesk()
        let rider = try await desk.rider()
        _ = try await desk.store.add(trip(desk), of: rider)
        for time in ["7:30", "8:00", "8:24"] { try await desk.tick(time) }
        #expect(try await desk.titles() == [])
        try await desk.tick("8:25")
        let soon = try await desk.sent()
        #expect(soon.map(\.message.title) == ["red leaves in 5 min"])
        #expect(soon.first?.message.body == "From Stop A at 08:30, at Stop B at 08:40.")
        #expect(soon.first?.message.link == "https://takt.example/trips")
        #expect(try await desk.store.trips(rider).count == 1)
        try await desk.tick("8:30")
        #expect(try await desk.titles() == ["Get on now: red"])
        #expect(try await desk.store.trips(rider).isEmpty)
        try await desk.tick("8:31")
        #expect(try await desk.titles() == [])
        #expect(await desk.engine.load.watched == 0)
    }

    @Test func `the calls move with the estimate, and a weekly trip stays`() async throws {
        let desk = try AlertDesk()
        let rider = try await desk.rider()
        _ = try await desk.store.add(trip(desk, weekdays: [1]), of: rider)
        try desk.scene.late("red-2", by: 240)
        try await desk.tick("8:25")
        #expect(try await desk.titles() == [])
        try await desk.tick("8:29")
        #expect(try await desk.titles() == ["red leaves in 5 min"])
        // It makes up time: the rider is reminded again at once.
        try desk.scene.late("red-2", by: 120)
        try await desk.tick("8:29:30")
        #expect(try await desk.titles() == ["red leaves in 3 min"])
        try await desk.tick("8:32")
        #expect(try await desk.titles() == ["Get on now: red"])
        #expect(try await desk.store.trips(rider).count == 1)
    }

    @Test func `late enough to be late for the rider, the run before is taken`() async throws {
        let desk = try AlertDesk()
        let rider = try await desk.rider()
        _ = try await desk.store.add(trip(desk), of: rider)
        try desk.scene.late("red-2", by: 1200)
        try await desk.tick("7:55")
        #expect(try await desk.titles() == ["red leaves in 5 min"])
    }

    @Test func `a restart while the vehicle leaves keeps nobody on the platform`() async throws {
        let desk = try AlertDesk()
        let rider = try await desk.rider()
        _ = try await desk.store.add(trip(desk), of: rider)
        try await desk.tick("8:26")
        #expect(try await desk.titles() == ["red leaves in 4 min"])
        try desk.restart()
        try await desk.tick("8:31")
        #expect(try await desk.titles() == ["Get on now: red"])
        #expect(try await desk.store.trips(rider).isEmpty)
    }

    @Test func `a trip whose time has passed goes unseen`() async throws {
        let desk = try AlertDesk()
        let rider = try await desk.rider()
        _ = try await desk.store.add(trip(desk), of: rider)
        try await desk.tick("10:00")
        #expect(try await desk.titles() == [])
        #expect(try await desk.store.trips(rider).isEmpty)
    }
}
