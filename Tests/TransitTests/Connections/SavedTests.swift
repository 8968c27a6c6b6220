import Realtime
import Testing
import TransitModel
import TransitTesting

@testable import Transit

/// Connections found again by their ids.
@Suite struct SavedTests {
    private let drawing = """
        red-1: A 8:00  B 8:10  C 8:20
        red-2: A 8:30  B 8:40  C 8:50
        blue-1: B 8:15  D 8:30
        blue-2: B 8:45  D 9:00
        """

    private func saved(_ scene: PlanningScene) throws -> Itinerary {
        try #require(try scene.page(scene.request("A", "D", at: "7:55")).itineraries.first)
    }

    @Test func `an id is short, safe in addresses, and finds the same connection`() throws {
        let scene = try PlanningScene(drawing)
        let itinerary = try saved(scene)
        #expect(itinerary.id.utf8.count < 100)
        let safe = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        #expect(itinerary.id.allSatisfy(safe.contains))
        let found = try scene.planner.find(itinerary.id, overlay: .none)
        #expect(found.itinerary == itinerary)
        #expect(found.matches == [.sameTrip, .sameTrip])
        #expect(found.day == scene.day)
        #expect(found.next.isEmpty)
    }

    @Test func `it is found again on another day`() throws {
        let scene = try PlanningScene(drawing)
        let itinerary = try saved(scene)
        let day = try #require(ServiceDay("2026-03-29"))
        let found = try scene.planner.find(itinerary.id, on: day, overlay: .none)
        #expect(
            try #require(found.itinerary).departure.expected == (try scene.time("8:00", on: day)))
        #expect(scene.described(try #require(found.itinerary)) == scene.described(itinerary))
    }

    @Test func `after midnight, the day is that of the calendar`() throws {
        let scene = try PlanningScene("red-1: A 24:10  B 24:30\nred-2: A 8:00  B 8:10")
        let itinerary = try #require(
            try scene.page(scene.request("A", "B", at: "24:00")).itineraries.first)
        #expect(itinerary.rides.map(\.tripID) == ["red-1"])
        let day = scene.day.advanced(by: 3)
        let found = try scene.planner.find(itinerary.id, on: day, overlay: .none)
        #expect(found.day == day)
        #expect(found.itinerary?.departure.expected == (try scene.time("0:10", on: day)))
    }

    @Test func `another import with other rows finds it too`() throws {
        let itinerary = try saved(try PlanningScene(drawing))
        let other = try PlanningScene(
            "aaa-1: A 5:00  AA 5:10  D 5:30\n" + drawing + "\nzzz-1: D 6:00  A 6:10")
        let found = try other.planner.find(itinerary.id, overlay: .none)
        #expect(found.itinerary?.id == itinerary.id)
        #expect(found.matches == [.sameTrip, .sameTrip])
    }

    @Test func `where the trip is gone, the line's nearest run stands for it`() throws {
        let itinerary = try saved(try PlanningScene(drawing))
        let other = try PlanningScene(
            """
            red-7: A 8:03  B 8:13  C 8:23
            red-8: A 7:52  B 8:02  C 8:12
            blue-1: B 8:15  D 8:30
            """)
        let found = try other.planner.find(itinerary.id, overlay: .none)
        #expect(found.matches == [.sameLine(shiftSeconds: 180), .sameTrip])
        #expect(
            try other.described(#require(found.itinerary)) == "08:03-08:30 2: red-7 A-B, blue-1 B-D"
        )
    }

    @Test func `a run more than ten minutes away is another connection`() throws {
        let itinerary = try saved(try PlanningScene(drawing))
        let other = try PlanningScene(
            "red-7: A 8:11  B 8:21  C 8:31\nblue-1: B 8:15  D 8:30\nblue-2: B 8:25  D 8:40")
        let found = try other.planner.find(itinerary.id, overlay: .none)
        #expect(found.itinerary == nil)
        #expect(found.matches == [.gone, .sameTrip])
        #expect(
            other.described(Array(found.next.prefix(1))) == "08:11-08:40 2: red-7 A-B, blue-2 B-D")
    }

    @Test func `a transfer that breaks says so, and the next that works is offered`() throws {
        var scene = try PlanningScene(drawing)
        let itinerary = try saved(scene)
        try scene.change(["red-1": scene.late("red-1", by: 600)])
        let found = try scene.planner.find(itinerary.id, overlay: scene.overlay)
        let saved = try #require(found.itinerary)
        #expect(saved.id == itinerary.id)
        #expect(saved.troubles == [.missed(transfer: 0)])
        #expect(saved.transfers[0].state == .broken)
        #expect(saved.departure.delaySeconds == 600)
        #expect(
            scene.described(Array(found.next.prefix(1))) == "08:30-09:00 2: red-2 A-B, blue-2 B-D")
    }

    @Test func `places on the map come back to the metre`() throws {
        let scene = try PlanningScene(drawing)
        var request = try scene.request("A", "D", at: "7:00")
        request.origin = .point(Coordinate(latitude: 47.001, longitude: 8.0), name: nil)
        request.destination = .point(Coordinate(latitude: 46.999, longitude: 8.3001), name: nil)
        let itinerary = try #require(try scene.page(request).itineraries.first)
        let found = try #require(try scene.planner.find(itinerary.id, overlay: .none).itinerary)
        #expect(found.legs.count == itinerary.legs.count)
        #expect(abs(found.departure.expected.seconds - itinerary.departure.expected.seconds) < 3)
        #expect(found.id == itinerary.id)
    }

    @Test func `what is no id is refused`() throws {
        let scene = try PlanningScene(drawing)
        let id = try saved(scene).id
        var changed = id
        changed.replaceSubrange(
            changed.index(before: changed.endIndex)..., with: id.hasSuffix("A") ? "B" : "A")
        let wrong = [
            "", "a", "x", String(id.dropLast()), id + "A", changed, "b" + id.dropFirst(), "€",
        ]
        for text in wrong {
            #expect(throws: PlanningProblem.badID) {
                try scene.planner.find(text, overlay: .none)
            }
        }
        var random = SeededRandom(seed: 1)
        for _ in 0..<2000 {
            var bytes = Array(id.utf8)
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] =
                    UInt8.random(in: 33..<127, using: &random)
            }
            guard bytes != Array(id.utf8) else { continue }
            _ = try? scene.planner.find(String(decoding: bytes, as: UTF8.self), overlay: .none)
        }
    }

    @Test func `outside the timetable there is nothing to find`() throws {
        let scene = try PlanningScene(drawing)
        let id = try saved(scene).id
        let day = try #require(ServiceDay("2027-05-04"))
        let problem = #expect(throws: PlanningProblem.self) {
            try scene.planner.find(id, on: day, overlay: .none)
        }
        #expect(
            problem
                == .outsideTimetable(
                    day, first: try #require(ServiceDay(TextFeed.firstDay)),
                    last: try #require(ServiceDay(TextFeed.lastDay))))
    }
}
