import Testing
import TransitModel
import TransitTesting

@testable import Transit

/// Earlier and later pages, which together contain everything once.
@Suite struct PagingTests {
    /// Returns lines between eight stops at irregular headways, some past midnight.
    private static func drawing(seed: UInt64) -> String {
        var random = SeededRandom(seed: seed)
        let stops = ["A", "B", "C", "D", "E", "F", "G", "H"]
        var lines: [String] = []
        for line in 0..<6 {
            var path = stops.shuffled(using: &random)
            path.removeLast(Int.random(in: 2...5, using: &random))
            if line == 0 { path = ["A", "C", "H"] }
            var start = Int.random(in: 300...420, using: &random)
            let headway = Int.random(in: 47...150, using: &random)
            var number = 0
            while start < 1560 {
                number += 1
                var time = start
                var text = "l\(line)-\(number):"
                for stop in path {
                    text += "  \(stop) \(time / 60):\(time % 60 < 10 ? "0" : "")\(time % 60)"
                    time += Int.random(in: 3...25, using: &random)
                }
                lines.append(text)
                start += headway
            }
        }
        return lines.joined(separator: "\n")
    }

    private func pages(
        _ scene: PlanningScene, _ first: PlanningRequest, while isWithin: (ConnectionPage) -> Bool,
        next: (ConnectionPage) -> PageCursor?
    ) throws -> [Itinerary] {
        var request = first
        var found: [Itinerary] = []
        for _ in 0..<500 {
            let page = try scene.page(request)
            guard isWithin(page) else { return found }
            found += page.itineraries
            guard let cursor = next(page) else { return found }
            // Cursors survive encoding and decoding.
            let read: PageCursor = try #require(PageCursor(text: cursor.text))
            request.cursor = read
        }
        Issue.record("endless pages")
        return found
    }

    private func key(_ itinerary: Itinerary) -> String {
        "\(itinerary.departure.expected.seconds)-\(itinerary.arrival.expected.seconds) "
            + "\(itinerary.rideCount)"
    }

    @Test(arguments: [
        ("2026-05-04", 1), ("2026-05-04", 2), ("2026-05-04", 3), ("2026-03-28", 4),
        ("2026-10-24", 5),
    ])
    func `pages tile three days whatever their length`(_ first: String, _ seed: Int) throws {
        var scene = try PlanningScene(Self.drawing(seed: UInt64(seed)))
        scene.day = try #require(ServiceDay(first))
        let start = try scene.time("4:00")
        let end = try scene.time("4:00", on: scene.day.advanced(by: 3))
        let whole = WindowSearch(
            timetable: scene.timetable, overlay: .none, pool: scene.planner.pool,
            request: .init(
                from: [.init(stop: try scene.stop("A"))], to: [.init(stop: try scene.stop("H"))]),
            filter: .init()
        ).paretoOptimal(.departure, in: start.seconds..<end.seconds, bar: .none)
            .map { "\($0.departure)-\($0.arrival) \($0.rideCount)" }
        #expect(whole.count > 40)
        #expect(Set(whole).count == whole.count)
        for results in [1, 3, 6, 30] {
            var request = try scene.request("A", "H", at: "4:00")
            request.results = results
            let later = try pages(scene, request) {
                $0.windowStart < end
            } next: {
                $0.later
            }
            let keys = later.filter { $0.departure.expected < end }.map(key)
            #expect(Set(keys).count == keys.count)
            #expect(Set(keys) == Set(whole))
            #expect(keys == later.map(key).prefix(keys.count).map { $0 })
            // Backwards from the end.
            request.cursor = PageCursor(.departure, .earlier, edge: end.seconds)
            let earlier = try pages(scene, request) {
                $0.windowEnd > start
            } next: {
                $0.earlier
            }
            let back = earlier.filter { $0.departure.expected >= start }.map(key)
            #expect(Set(back).count == back.count)
            #expect(Set(back) == Set(whole))
        }
    }

    @Test(arguments: ["2026-05-05", "2026-03-29", "2026-10-25"])
    func `pages by arrival tile too`(_ first: String) throws {
        var scene = try PlanningScene(Self.drawing(seed: 7))
        scene.day = try #require(ServiceDay(first))
        let start = try scene.time("4:00")
        let end = try scene.time("4:00", on: scene.day.advanced(by: 2))
        var sets: [Set<String>] = []
        for results in [1, 4, 30] {
            var request = try scene.request("A", "H", at: "4:00")
            request.isArrival = true
            request.results = results
            request.time = UnixTime(seconds: end.seconds - 1)
            let found = try pages(scene, request) {
                $0.windowEnd > start
            } next: {
                $0.earlier
            }
            let keys = found.filter { $0.arrival.expected >= start }.map(key)
            #expect(Set(keys).count == keys.count)
            request.cursor = PageCursor(.arrival, .later, edge: start.seconds)
            let forth = try pages(scene, request) {
                $0.windowStart < end
            } next: {
                $0.later
            }
            let later = forth.filter { $0.arrival.expected < end }.map(key)
            #expect(Set(later) == Set(keys))
            #expect(later.count == keys.count)
            sets.append(Set(keys))
        }
        #expect(sets[0].count > 25)
        #expect(sets.allSatisfy { $0 == sets[0] })
    }

    @Test func `a night without service is crossed within a day`() throws {
        let scene = try PlanningScene("red-1: A 8:00  B 8:10\nred-2: A 23:50  B 24:20")
        var request = try scene.request("A", "B", at: "23:51")
        request.results = 1
        let page = try scene.page(request)
        #expect(scene.described(page.itineraries) == "08:00-08:10 1: red-1 A-B")
        // After midnight, the run of the previous evening is still found.
        request.time = try scene.time("23:50")
        #expect(try scene.plan(request) == "23:50-00:20 1: red-2 A-B")
    }

    @Test func `the last page of the timetable has no later one, the first no earlier one`() throws
    {
        var scene = try PlanningScene("red-1: A 8:00  B 8:10")
        scene.day = try #require(ServiceDay(TextFeed.lastDay))
        let last = try scene.page(scene.request("A", "B", at: "7:00"))
        #expect(last.itineraries.count == 1)
        // It searches a day ahead; the last page ends with the night after the last day.
        var request = try scene.request("A", "B", at: "7:00")
        #expect(last.later != nil)
        request.cursor = last.later
        let end = try scene.page(request)
        #expect(end.itineraries.isEmpty)
        #expect(end.later == nil)
        scene.day = try #require(ServiceDay(TextFeed.firstDay))
        request = try scene.request("A", "B", at: "7:00")
        request.cursor = try scene.page(request).earlier
        #expect(request.cursor != nil)
        let first = try scene.page(request)
        #expect(first.itineraries.isEmpty)
        #expect(first.earlier == nil)
    }

    @Test func `on the day clocks change, times are those of the clocks`() throws {
        var scene = try PlanningScene("red-1: A 1:30  B 3:30\nred-2: A 8:00  B 8:10")
        for (day, wanted) in [
            // Noon minus twelve hours is 23:00 of the previous day, and 1:00 on the other.
            ("2026-03-29", "00:30-03:30 1: red-1 A-B\n08:00-08:10 1: red-2 A-B"),
            ("2026-10-25", "02:30-03:30 1: red-1 A-B\n08:00-08:10 1: red-2 A-B"),
        ] {
            scene.day = try #require(ServiceDay(day))
            var request = try scene.request("A", "B", at: "0:00")
            request.results = 2
            #expect(try scene.plan(request) == wanted)
        }
    }

    @Test func `a cursor that was changed is refused`() {
        for text in ["", "d", "dl", "xl5", "dx5", "dl5x", "dl+5", "dl99999999999999999", "dl 5"] {
            #expect(PageCursor(text: text) == nil)
        }
        #expect(PageCursor(text: "dl-5")?.time == UnixTime(seconds: -5))
    }
}
