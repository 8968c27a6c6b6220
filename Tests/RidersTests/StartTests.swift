import Testing
import TransitModel

@testable import Riders

/// Many riders at once, as after a restart.
@Suite struct StartTests {
    @Test func `after a start each evaluation reads some riders, and notifies those at once`()
        async throws
    {
        let desk = try AlertDesk()
        for number in 0..<5 {
            let rider = try await desk.rider("r\(number)")
            try await desk.save("red A-B", at: 480, of: rider)
        }
        try desk.scene.late("red-1", by: 180)
        try desk.restart(ridersPerPoll: 2)
        var sent: [String] = []
        for (second, waiting) in [(1, 3), (2, 1), (3, 0)] {
            try await desk.tick("7:50:0\(second)")
            sent += try await desk.sent().map(\.topic)
            #expect(Set(sent).count == 5 - waiting)
            #expect(await desk.engine.load.waiting == waiting)
        }
        #expect(sent.count == 5)
    }

    @Test func `whose vehicle leaves first is announced first`() async throws {
        let desk = try AlertDesk()
        for (topic, drawing, minute) in [("later", "blue B-C", 496), ("first", "red A-B", 480)] {
            let rider = try await desk.rider(topic)
            try await desk.save(drawing, at: minute, of: rider)
        }
        for trip in ["red-1", "blue-1"] { try desk.scene.late(trip, by: 180) }
        try desk.restart(ridersPerPoll: 1)
        for topic in ["first", "later"] {
            try await desk.tick("7:50")
            #expect(try await desk.sent().map(\.topic) == ["ntfy.example/\(topic)"])
        }
    }

    @Test func `who changes something meanwhile is looked at in their turn`() async throws {
        let desk = try AlertDesk()
        var riders: [RiderID] = []
        for number in 0..<3 {
            let rider = try await desk.rider("r\(number)")
            try await desk.save("red A-B", at: 480, of: rider)
            riders.append(rider)
        }
        try desk.restart(ridersPerPoll: 1)
        try await desk.tick("7:50")
        for rider in riders { try await desk.save("blue B-C", at: 496, of: rider) }
        try desk.scene.late("blue-1", by: 180)
        var sent: [String] = []
        for second in 1...4 {
            try await desk.tick("7:50:0\(second)")
            sent += try await desk.titles()
        }
        #expect(sent == Array(repeating: "blue 08:16: 3 min late", count: 3))
        #expect(await desk.engine.load.waiting == 0)
    }

    @Test func `those who wait are looked at once each, in order`() {
        var waiting = RiderDueQueue()
        let riders = (0..<5).map { RiderID(rawValue: "\($0)") }
        waiting.note(due: riders[0...2])
        waiting.note(due: riders[1...3])
        waiting.note(changed: [riders[2], riders[4]])
        #expect(waiting.count == 5)
        var order: [RiderID] = []
        while case let (next, haveChanged) = waiting.next(2), !next.isEmpty {
            #expect(haveChanged == next.contains(riders[4]))
            order += next
            waiting.remove(next, haveChanged: haveChanged)
        }
        #expect(order == [riders[4]] + riders[0...3])
        #expect(waiting.count == 0)
        #expect(waiting.isClockServed)
    }

    @Test func `a glance at a saved connection sees all reminders, and how long its routes take`()
        throws
    {
        func stop(_ id: String) -> SavedStop {
            SavedStop(id: id, name: "\"minute\":7,[\"seconds\":8")
        }
        let ride = SavedRide(
            line: "1", mode: .bus, from: stop("\"minute\":9"), to: stop("minute"), seconds: 720,
            passed: ["seconds", "changeSeconds"])
        let place = SavedPlace(stop: "minute", name: "seconds", latitude: nil, longitude: nil)
        func route(_ id: String, _ minutes: Int...) -> SavedRoute {
            SavedRoute(
                id: id, rides: [ride, ride, ride], changeSeconds: [60, 240], walkBeforeSeconds: 99,
                reminders: minutes.map { SavedReminder(minute: $0, weekdays: [1, 7]) })
        }
        let connection = SavedConnection(
            id: "c", from: place, to: place,
            routes: [route("a", 5, 1439), route("b"), route("c", 480)])
        let glance = ReminderScan(try RiderStore.text(connection))
        #expect(glance.minutes == [5, 1439, 480])
        #expect(glance.seconds == 3 * (3 * 720 + 300))
        #expect(ReminderScan("").minutes == [] && ReminderScan("\"minute\":").minutes == [])
    }

    @Test(arguments: [0, 30, 480, 1410, 1439]) func `nothing that matters is left out`(minute: Int)
    {
        let glance = ReminderScan("{\"minute\":\(minute),\"seconds\":3600}")
        let matters = (0..<1440).filter {
            glance.mayMatter(at: $0, aheadMinutes: 100, afterMinutes: 360)
        }
        // From 100 minutes before to 360 after, plus the hour of the ride and a minute, modulo a
        // day.
        let expected = (-100...421).map { (minute + $0 + 1440) % 1440 }
        #expect(matters == expected.sorted())
    }
}
