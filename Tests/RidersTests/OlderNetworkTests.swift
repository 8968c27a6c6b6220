import Testing
import TransitModel

@testable import Riders

/// Trips that were saved at a node with a newer network than this one has.
@Suite struct OlderNetworkTests {
    private static let morning = UnixTime(seconds: 1_777_000_000)
    /// A line to a new stop, and one on which C is new.
    private static let newer = AlertDesk.drawing + "\ngreen-1: A 8:20 Z 8:50\nred-3: A 8:31 C 8:51"

    /// Returns the titles of messages about a trip from A that was saved in a newer network, or one
    /// that was made `seconds` after this node's.
    private func titles(
        to stop: String, made seconds: Int64?, route: String? = nil, weekdays: [Int] = []
    ) async throws -> [String] {
        let desk = try AlertDesk(modified: Self.morning)
        let other = try RiderScene(
            Self.newer,
            modified: seconds.map { UnixTime(seconds: Self.morning.seconds + $0) })
        let (from, to) = (other.stop("A"), other.stop(stop))
        var trip =
            weekdays.isEmpty
            ? PlannedTrip(id: "", from: from, to: to, arriveBy: 535, on: RiderScene.day)
            : PlannedTrip(id: "", from: from, to: to, arriveBy: 535, weekdays: weekdays)
        if let route { trip = trip.along(try other.route(route)) }
        let rider = try await desk.rider()
        _ = try await desk.store.add(trip.saved(in: other.network), of: rider)
        for time in ["8:00", "8:10", "8:25"] { try await desk.tick(time) }
        return try await desk.titles()
    }

    @Test func `a stop that only the newer network has is no news`() async throws {
        #expect(try await titles(to: "Z", made: 3600) == [])
        #expect(try await titles(to: "Z", made: 3600, weekdays: [1]) == [])
        #expect(try await titles(to: "Z", made: 3600, route: "green A-Z") == [])
    }

    @Test func `a line that only the newer network has is no news`() async throws {
        #expect(try await titles(to: "C", made: 3600) == [])
        #expect(try await titles(to: "C", made: 3600, route: "red A-C") == [])
    }

    /// Returns the titles of messages about a reminder that was saved in a network made `seconds`
    /// after this node's.
    private func titles(of route: String, made seconds: Int64) async throws -> [String] {
        let desk = try AlertDesk(modified: Self.morning)
        let other = try RiderScene(
            Self.newer, modified: UnixTime(seconds: Self.morning.seconds + seconds))
        let saved = try other.route(
            route, reminders: [SavedReminder(minute: 500, weekdays: [1])])
        let (from, to) = (other.stop("A").place, other.stop("B").place)
        _ = try await desk.store.add(
            SavedConnection(id: "", from: from, to: to, routes: [saved]).saved(in: other.network),
            of: try await desk.rider())
        for time in ["8:00", "8:10"] { try await desk.tick(time) }
        return try await desk.titles()
    }

    @Test func `a reminder of a stop or line that only the newer network has is no news`()
        async throws
    {
        #expect(try await titles(of: "green A-Z", made: 3600) == [])
        #expect(try await titles(of: "red A-C", made: 3600) == [])
        #expect(try await titles(of: "green A-Z", made: 0) == ["green 08:20: not in the timetable"])
    }

    @Test(arguments: [nil, -3600, 0] as [Int64?])
    func `a stop that is gone since is announced`(made: Int64?) async throws {
        #expect(
            try await titles(to: "Z", made: made) == ["At Stop Z by 08:55: not possible any more"])
    }

    @Test func `what both networks have is announced as ever`() async throws {
        let desk = try AlertDesk(modified: Self.morning)
        let other = try RiderScene(
            Self.newer, modified: Self.morning.advanced(bySeconds: 3600))
        let trip = PlannedTrip(
            id: "", from: other.stop("A"), to: other.stop("B"), arriveBy: 535, on: RiderScene.day)
        _ = try await desk.store.add(trip.saved(in: other.network), of: try await desk.rider())
        try desk.scene.cancel("red-1")
        try desk.scene.cancel("red-2")
        try await desk.tick("8:10")
        #expect(try await desk.titles() == ["At Stop B by 08:55: not possible any more"])
    }
}
