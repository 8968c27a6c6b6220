import Foundation
import Testing
import TransitModel

@testable import Riders

/// Trips that have become impossible, and reminders that were missed.
@Suite struct LostTripTests {
    private let desk: AlertDesk

    init() throws {
        desk = try AlertDesk()
    }

    /// From A to B, arriving by 8:55: red-2, or red-1 half an hour before.
    private func trip(arriveBy: Int = 535, weekdays: [Int] = []) -> PlannedTrip {
        let (from, to) = (desk.scene.stop("A"), desk.scene.stop("B"))
        return weekdays.isEmpty
            ? PlannedTrip(id: "", from: from, to: to, arriveBy: arriveBy, on: RiderScene.day)
            : PlannedTrip(id: "", from: from, to: to, arriveBy: arriveBy, weekdays: weekdays)
    }

    private func save(_ trip: PlannedTrip) async throws -> RiderID {
        let rider = try await desk.rider()
        _ = try await desk.store.add(trip, of: rider)
        return rider
    }

    // MARK: - Impossible

    @Test func `nothing is there in time any more: announced once, with nothing instead`()
        async throws
    {
        let rider = try await save(trip())
        try await desk.tick("8:10")
        #expect(try await desk.titles() == [])
        try desk.scene.cancel("red-2")
        try await desk.tick("8:11")
        let sent = try await desk.sent()
        #expect(sent.map(\.message.title) == ["At Stop B by 08:55: not possible any more"])
        #expect(sent.first?.message.body == "Nothing else goes this way in the next hours.")
        #expect(sent.first?.message.urgency == .high)
        for time in ["8:12", "8:25", "8:30", "9:30"] { try await desk.tick(time) }
        #expect(try await desk.titles() == [])
        #expect(try await desk.store.trips(rider).count == 1)
    }

    @Test func `with the first that still goes, which the rider is called for`() async throws {
        let rider = try await save(trip(arriveBy: 500))
        try desk.scene.cancel("red-1")
        try await desk.tick("7:30")
        let sent = try await desk.sent()
        #expect(sent.map(\.message.title) == ["At Stop B by 08:20: not possible any more"])
        #expect(
            sent.first?.message.body == "Instead: red at 08:30 from Stop A, at Stop B at 08:40.")
        for time in ["7:55", "8:20"] { try await desk.tick(time) }
        #expect(try await desk.titles() == [])
        try await desk.tick("8:25")
        #expect(try await desk.titles() == ["red leaves in 5 min"])
        try await desk.tick("8:30")
        #expect(try await desk.titles() == ["Get on now: red"])
        #expect(try await desk.store.trips(rider).isEmpty)
    }

    @Test func `a restart while the one that still goes leaves keeps nobody on the platform`()
        async throws
    {
        let rider = try await save(trip(arriveBy: 500))
        try desk.scene.cancel("red-1")
        try await desk.tick("7:30")
        #expect(try await desk.titles().count == 1)
        for time in ["7:55", "8:20", "8:26"] { try await desk.tick(time) }
        #expect(try await desk.titles() == ["red leaves in 4 min"])
        try desk.restart()
        try await desk.tick("8:31")
        #expect(try await desk.titles() == ["Get on now: red"])
        #expect(try await desk.store.trips(rider).isEmpty)
    }

    @Test func `what was named instead does not go either`() async throws {
        _ = try await save(trip(arriveBy: 500))
        try desk.scene.cancel("red-1")
        try await desk.tick("7:30")
        #expect(try await desk.titles().count == 1)
        try desk.scene.cancel("red-2")
        try await desk.tick("7:40")
        let sent = try await desk.sent()
        #expect(sent.map(\.message.body) == ["Nothing else goes this way in the next hours."])
        for time in ["7:41", "8:00", "8:10"] { try await desk.tick(time) }
        #expect(try await desk.titles() == [])
    }

    @Test func `possible again, it is called for like any other`() async throws {
        _ = try await save(trip())
        try await desk.tick("8:10")
        try desk.scene.cancel("red-2")
        try await desk.tick("8:11")
        #expect(try await desk.titles() == ["At Stop B by 08:55: not possible any more"])
        try desk.scene.forget("red-2")
        try await desk.tick("8:12")
        #expect(try await desk.titles() == [])
        try await desk.tick("8:25")
        #expect(try await desk.titles() == ["red leaves in 5 min"])
        try desk.scene.cancel("red-2")
        try await desk.tick("8:26")
        #expect(try await desk.titles() == ["At Stop B by 08:55: not possible any more"])
    }

    @Test func `later than wished by less than the rider's threshold is in time`() async throws {
        _ = try await save(trip(arriveBy: 520))
        try await desk.tick("8:10")
        try desk.scene.late("red-2", by: 100)
        try await desk.tick("8:11")
        #expect(try await desk.titles() == [])
        try desk.scene.late("red-2", by: 180)
        try await desk.tick("8:12")
        let sent = try await desk.sent()
        #expect(sent.map(\.message.title) == ["At Stop B by 08:40: not possible any more"])
        #expect(
            sent.first?.message.body == "Instead: red at 08:33 from Stop A, at Stop B at 08:43.")
    }

    @Test func `a passed stop is a lost trip too`() async throws {
        _ = try await save(trip())
        try await desk.tick("8:10")
        try desk.scene.late("red-2", by: 0, skipping: [1])
        try await desk.tick("8:11")
        #expect(try await desk.titles() == ["At Stop B by 08:55: not possible any more"])
    }

    @Test func `no word of a weekly trip whose run had left before it was saved`() async throws {
        try await desk.tick("8:34")
        _ = try await save(trip(weekdays: [1]))
        for time in ["8:35", "8:36", "8:50"] { try await desk.tick(time) }
        #expect(try await desk.titles() == [])
    }

    @Test func `no word of it twice over a restart`() async throws {
        _ = try await save(trip())
        try await desk.tick("8:10")
        try desk.scene.cancel("red-2")
        try await desk.tick("8:11")
        #expect(try await desk.titles().count == 1)
        try desk.restart()
        try await desk.tick("8:12")
        #expect(try await desk.titles() == [])
    }

    // MARK: - Missed

    @Test func `down for all five minutes, and the vehicle is about to leave`() async throws {
        let rider = try await save(trip())
        try await desk.tick("8:20")
        try desk.restart()
        try await desk.tick("8:31")
        #expect(try await desk.titles() == ["Get on now: red"])
        #expect(try await desk.store.trips(rider).isEmpty)
    }

    @Test func `by its expected time, not by the timetable`() async throws {
        _ = try await save(trip())
        try await desk.tick("8:20")
        try desk.restart()
        try desk.scene.late("red-2", by: 600)
        try await desk.tick("8:36")
        #expect(try await desk.titles() == ["red leaves in 4 min"])
    }

    @Test func `one that has left is announced as missed, once`() async throws {
        let rider = try await save(trip())
        try await desk.tick("8:20")
        try desk.restart()
        try await desk.tick("8:36")
        let sent = try await desk.sent()
        #expect(sent.map(\.message.title) == ["red at 08:30 has left"])
        #expect(sent.first?.message.body == "Nothing else goes this way in the next hours.")
        #expect(try await desk.store.trips(rider).isEmpty)
        try desk.restart()
        try await desk.tick("8:37")
        #expect(try await desk.titles() == [])
    }

    @Test func `with the next one that goes`() async throws {
        _ = try await save(trip(arriveBy: 500))
        try await desk.tick("7:50")
        try desk.restart()
        try await desk.tick("8:05")
        let sent = try await desk.sent()
        #expect(sent.map(\.message.title) == ["red at 08:00 has left"])
        #expect(
            sent.first?.message.body == "Instead: red at 08:30 from Stop A, at Stop B at 08:40.")
    }

    @Test func `nobody hears after a quarter of an hour that something has left`() async throws {
        let rider = try await save(trip())
        try await desk.tick("8:20")
        try desk.restart()
        for time in ["8:46", "8:50", "9:20", "9:45", "9:56"] { try await desk.tick(time) }
        #expect(try await desk.titles() == [])
        try await desk.tick("10:00")
        #expect(try await desk.store.trips(rider).isEmpty)
    }

    @Test func `a rider reminded that it leaves soon gets no message that it has left`()
        async throws
    {
        _ = try await save(trip())
        try await desk.tick("8:26")
        #expect(try await desk.titles() == ["red leaves in 4 min"])
        try desk.restart()
        try await desk.tick("8:36")
        #expect(try await desk.titles() == [])
    }

    @Test func `a run that left before the planned one was lost is no run to get on`() async throws
    {
        _ = try await save(trip())
        try await desk.tick("7:59")
        try desk.scene.cancel("red-2")
        try desk.restart()
        // Red-1 has just departed; it was never the rider's.
        try await desk.tick("8:01")
        #expect(try await desk.titles() == ["At Stop B by 08:55: not possible any more"])
    }

    @Test func `nobody is asked to get off by the timetable while live data has not come`()
        async throws
    {
        let rider = try await desk.rider()
        let ride = try #require(
            desk.scene.network.ride(
                trip: "blue-1", day: RiderScene.day, start: nil, from: "B", to: "C",
                now: try desk.scene.time("8:16")))
        _ = try await desk.store.add(ride, of: rider)
        try await desk.tick("8:16:00", isLive: false)
        #expect(try await desk.titles() == [])
        try desk.scene.late("blue-1", by: 120)
        try await desk.tick("8:16:05")
        #expect(try await desk.titles() == [])
        try await desk.tick("8:18")
        #expect(try await desk.titles() == ["Next stop: get off"])
    }

    @Test func `in quiet hours nobody hears of it, and not after them either`() async throws {
        let rider = try await desk.rider {
            $0.quietFrom = 8 * 60
            $0.quietUntil = 8 * 60 + 36
        }
        _ = try await desk.store.add(trip(), of: rider)
        for time in ["8:20", "8:30", "8:33", "8:36", "8:37"] { try await desk.tick(time) }
        #expect(try await desk.titles() == [])
    }

    @Test func `a stored note keeps when the rider was notified`() throws {
        let old = Data(#"{"toldAt":1777874400000}"#.utf8)
        let state = try JSONDecoder().decode(LostReminderState.self, from: old)
        #expect(state.notifiedAt == UnixTime(milliseconds: 1_777_874_400_000))
        #expect(try JSONEncoder().encode(state) == old)
    }

    @Test func `after a start calls wait for live data, ten seconds at most`() async throws {
        _ = try await save(trip())
        try await desk.tick("8:20")
        try desk.restart()
        // Without live data, the timetable's run may be cancelled.
        try await desk.tick("8:26:00", isLive: false)
        try await desk.tick("8:26:09", isLive: false)
        #expect(try await desk.titles() == [])
        try await desk.tick("8:26:10", isLive: false)
        #expect(try await desk.titles() == ["red leaves in 4 min"])
    }

    @Test func `live data is not missed that a server before this one saw`() async throws {
        let rider = try await desk.rider()
        try await desk.save("red A-B", at: 480, of: rider)
        try desk.scene.late("red-1", by: 180)
        try await desk.tick("7:45")
        #expect(try await desk.titles() == ["red 08:00: 3 min late"])
        try desk.restart()
        try desk.scene.forget("red-1")
        try await desk.tick("7:53", isLive: false)
        #expect(try await desk.titles() == [])
    }
}
