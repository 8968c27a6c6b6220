import Foundation
import Testing

@testable import Riders

/// Trips with a transfer, from leaving home to the last ride.
@Suite struct TripTransferTests {
    private let desk: AlertDesk
    /// The message when the first blue run is cancelled and the second one runs.
    private static let nextBlue =
        "blue 08:16 is cancelled. Instead: blue at 08:43 from Stop B, at Stop C at 08:55."

    init() throws {
        desk = try AlertDesk()
    }

    /// From A to C by red and blue, arriving by 8:30; the transfer takes two minutes.
    private func trip(arriveBy: Int = 510, walk: Int = 0) throws -> PlannedTrip {
        var route = try desk.scene.route("red A-B, blue B-C")
        route.walkBeforeSeconds = walk
        return PlannedTrip(
            id: "t", from: desk.scene.stop("A"), to: desk.scene.stop("C"), arriveBy: arriveBy,
            on: RiderScene.day
        ).along(route)
    }

    private func save(_ trip: PlannedTrip) async throws -> RiderID {
        let rider = try await desk.rider()
        _ = try await desk.store.add(trip, of: rider)
        return rider
    }

    @Test func `a trip of an earlier version is read as it was`() throws {
        let text = """
            {"id":"t","from":{"id":"A","name":"Stop A"},"to":{"id":"B","name":"Stop B"},
            "arriveBy":510,"weekdays":[1]}
            """
        let trip = try JSONDecoder().decode(PlannedTrip.self, from: Data(text.utf8))
        #expect(trip.route == nil && trip.weekdays == [1])
        let state = try JSONDecoder().decode(
            TripReminderState.self, from: Data(#"{"soon":1,"now":2}"#.utf8))
        #expect(state.isDone)
    }

    @Test func `the latest way whose transfers work is taken`() throws {
        func departure(_ trip: PlannedTrip, _ scene: RiderScene) throws -> [String] {
            let way = try scene.network.way(
                for: trip, on: RiderScene.day, overlay: scene.overlay, now: scene.time("6:00"))
            return way.rides.map(\.run.tripID)
        }
        #expect(try departure(try trip(arriveBy: 535), desk.scene) == ["red-2", "blue-2"])
        #expect(try departure(try trip(), desk.scene) == ["red-1", "blue-1"])
        try desk.scene.late("red-2", by: 120)
        #expect(try departure(try trip(arriveBy: 535), desk.scene) == ["red-1", "blue-1"])
    }

    @Test func `called with the walk counted, to get on, and to transfer`() async throws {
        let rider = try await save(try trip(walk: 300))
        try await desk.tick("7:49")
        #expect(try await desk.titles() == [])
        try await desk.tick("7:50")
        let soon = try await desk.sent()
        #expect(soon.map(\.message.title) == ["red leaves in 10 min"])
        #expect(
            soon.first?.message.body
                == "From Stop A at 08:00, at Stop C at 08:28. 5 min on foot to Stop A.")
        try await desk.tick("8:00")
        let transfer = ["Next stop Stop B: change to blue"]
        let titles = try await desk.titles()
        #expect(titles == ["Get on now: red"])
        try await desk.tick("8:01")
        let sent = try await desk.sent()
        #expect(sent.map(\.message.title) == transfer)
        #expect(sent.first?.message.body == "blue leaves Stop B at 08:16.")
        #expect(try await desk.store.trips(rider).count == 1)
        // Once; and the trip is over when the last run has departed.
        try await desk.tick("8:05")
        try await desk.tick("8:17")
        #expect(try await desk.titles() == [])
        #expect(try await desk.store.trips(rider).isEmpty)
    }

    @Test func `riders hear of a missed transfer and what to do, and their trip follows that`()
        async throws
    {
        try desk.scene.late("red-1", by: 0)
        _ = try await save(try trip())
        try await desk.tick("7:56")
        #expect(try await desk.titles() == ["red leaves in 4 min"])
        try await desk.tick("8:00")
        #expect(try await desk.titles() == ["Get on now: red"])
        try desk.scene.late("red-1", by: 600, from: 1)
        try await desk.tick("8:00:30")
        let sent = try await desk.sent()
        #expect(
            sent.first?.message.body
                == "red arrives at 08:20, blue leaves at 08:16. "
                + "Instead: blue at 08:43 from Stop B, at Stop C at 08:55.")
        try await desk.tick("8:02")
        let transfer = try await desk.sent()
        #expect(transfer.map(\.message.body) == ["blue leaves Stop B at 08:43."])
    }

    @Test func `a cancelled second vehicle is announced, also after a restart`() async throws {
        _ = try await save(try trip())
        for time in ["7:56", "8:00"] { try await desk.tick(time) }
        _ = try await desk.titles()
        try desk.scene.cancel("blue-1")
        try desk.restart()
        try await desk.tick("8:00:30")
        let sent = try await desk.sent()
        #expect(sent.map(\.message.body) == [Self.nextBlue])
    }

    @Test func `a way that is lost before it begins is announced`() async throws {
        _ = try await save(try trip())
        try await desk.tick("7:40")
        try desk.scene.cancel("blue-1")
        try await desk.tick("7:41")
        #expect(try await desk.titles() == ["At Stop C by 08:30: not possible any more"])
    }

    private func board(_ trip: PlannedTrip) async throws {
        _ = try await save(trip)
        for (time, title) in [("7:56", "red leaves in 4 min"), ("8:00", "Get on now: red")] {
            try await desk.tick(time)
            #expect(try await desk.titles() == [title])
        }
    }

    @Test func `riders hear of later vehicles instead of a transfer that does not work`()
        async throws
    {
        try await board(try trip())
        try desk.scene.cancel("blue-1")
        try desk.scene.cancel("blue-2")
        for time in ["8:00:30", "8:01", "8:05"] { try await desk.tick(time) }
        let sent = try await desk.sent()
        #expect(
            sent.map(\.message.body) == [
                "blue 08:16 is cancelled. Nothing else goes this way in the next hours."
            ])
        try desk.scene.forget("blue-2")
        try await desk.tick("8:06")
        let later = try await desk.sent()
        #expect(later.map(\.message.body) == [Self.nextBlue])
    }

    @Test func `riders hear of a transfer that works again as of any other`() async throws {
        try await board(try trip())
        try desk.scene.cancel("blue-1")
        try desk.scene.cancel("blue-2")
        try await desk.tick("8:00:30")
        _ = try await desk.sent()
        try desk.scene.forget("blue-1")
        try await desk.tick("8:01")
        #expect(try await desk.titles() == ["Next stop Stop B: change to blue"])
    }

    @Test func `riders hear of a missed transfer after its vehicle has left`() async throws {
        try await board(try trip())
        try desk.scene.late("red-1", by: 600, from: 1)
        try await desk.tick("8:17")
        let sent = try await desk.sent()
        #expect(
            sent.map(\.message.body) == [
                "red arrives at 08:20, blue leaves at 08:16. "
                    + "Instead: blue at 08:43 from Stop B, at Stop C at 08:55."
            ])
    }

    @Test func `a timetable that names all trips anew does not end a trip`() async throws {
        try await board(try trip())
        desk.scene = try RiderScene(
            AlertDesk.drawing.replacing("-1:", with: "-one:").replacing("-2:", with: "-two:"))
        try desk.restart()
        try await desk.tick("8:01")
        #expect(try await desk.titles() == ["Next stop Stop B: change to blue"])
    }

    @Test func `a trip under way is announced with the vehicles that its rider is on`() throws {
        let (network, trip) = (desk.scene.network, try trip(walk: 300))
        func way(_ time: String) throws -> [String]? {
            network.currentWay(
                for: trip, on: RiderScene.day, overlay: desk.scene.overlay,
                now: try desk.scene.time(time))?.rides.map(\.run.tripID)
        }
        #expect(try way("7:59") == nil)
        #expect(try way("8:05") == ["red-1", "blue-1"])
        #expect(try way("8:28") == nil)
        try desk.scene.cancel("blue-1")
        #expect(try way("8:40") == ["red-1", "blue-2"])
    }

    @Test func `places without a name, or with one beyond all bounds, are refused`() throws {
        func problem(_ from: SavedStop) throws -> String? {
            PlannedTrip(
                id: "t", from: from, to: desk.scene.stop("C"), arriveBy: 510, on: RiderScene.day
            ).along(try desk.scene.route("red A-B, blue B-C")).problem
        }
        #expect(try problem(desk.scene.stop("A")) == nil)
        #expect(
            try problem(SavedStop(id: "A", name: String(repeating: "a", count: 201)))
                == "A place has a name of 1 to 200 characters.")
        #expect(
            try problem(SavedStop(id: "", name: "Home"))
                == "A place is a stop or has a latitude and a longitude.")
    }
}
