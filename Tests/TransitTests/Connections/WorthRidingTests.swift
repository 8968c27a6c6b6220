import Testing
import TransitModel
import TransitTesting

@testable import Transit

/// Connections with as much on foot as the whole way on foot, which spare riders nothing.
///
/// From home to the end it is 971 s on foot. P and Q are 668 s from home and end, N and M 89 s.
@Suite struct WorthRidingTests {
    private static let home = Coordinate(latitude: 47, longitude: 8)
    private static let end = Coordinate(latitude: 47, longitude: 8.016)
    private static let far: String = (0..<12).map { number -> String in
        let (hour, ten) = (8 + number / 6, number % 6)
        return "far-\(number): P \(hour):\(ten)0 Q \(hour):\(ten)2"
    }.joined(separator: "\n")

    private func pages(
        _ drawing: String, streets: Bool = true, count: Int = 1,
        change: (inout PlanningRequest) -> Void = { _ in }
    ) throws -> [ConnectionPage] {
        let scene = try PlanningScene(
            drawing,
            files: [
                "stops.txt": """
                stop_id,stop_name,stop_lat,stop_lon
                P,Park,47.007,8.004
                Q,Quay,47.007,8.012
                N,Near,47.001,8
                M,Market,47.001,8.016
                """
            ])
        let router = StreetRouter.drawn { _, from, to in
            .walk(WalkLength(metres: from.distanceMetres(to: to)))
        }
        let planner = JourneyPlanner(scene.timetable, streets: streets ? router : nil)
        var request = try scene.request("N", "M", at: "7:30")
        request.origin = .point(Self.home, name: "Home")
        request.destination = .point(Self.end, name: "End")
        request.results = 3
        change(&request)
        var pages: [ConnectionPage] = []
        for _ in 0..<count {
            let page = try planner.connections(request)
            pages.append(page)
            request.cursor = request.isArrival ? page.earlier : page.later
        }
        return pages
    }

    private func trips(_ pages: [ConnectionPage]) -> [String] {
        pages.flatMap { $0.itineraries.map { $0.rides[0].tripID } }
    }

    private static let mixed: String =
        far + """

            near-1: N 8:05 M 8:25
            near-2: N 8:35 M 8:55
            near-3: N 9:05 M 9:25
            near-4: N 9:45 M 9:55
            """

    @Test func `a page is full of those that spare a part of the walk`() throws {
        let pages = try pages(Self.mixed, count: 2) { $0.results = 2 }
        #expect(pages.first?.directWalk?.seconds == 971)
        #expect(trips(pages) == ["near-1", "near-2", "near-3", "near-4"])
    }

    @Test func `pages of any length have the same connections`() throws {
        let whole = trips(try pages(Self.mixed, count: 1) { $0.results = 4 })
        #expect(whole.count == 4)
        for results in 1...3 {
            let found = trips(try pages(Self.mixed, count: 4) { $0.results = results })
            #expect(Array(found.prefix(4)) == whole)
        }
    }

    @Test func `a search by arrival leaves them out too`() throws {
        let pages = try pages(Self.mixed) { request in
            request.isArrival = true
            request.time = request.time.advanced(bySeconds: 3 * 3600)
        }
        #expect(trips(pages) == ["near-2", "near-3", "near-4"])
    }

    @Test func `pages go on behind a day on which all were left out`() throws {
        let pages = try pages(Self.far, count: 2)
        #expect(trips(pages).isEmpty)
        #expect(pages[0].isOnlyWalking)
        #expect(pages[1].windowStart == pages[0].windowEnd)
        #expect(pages[1].later != nil)
    }

    @Test func `a walk as the crow flies says too little to leave any out`() throws {
        #expect(trips(try pages(Self.far, streets: false)) == ["far-0", "far-1", "far-2"])
    }

    @Test func `one that a left-out connection would hide is offered`() throws {
        let drawing = "far-1: P 8:00 Q 8:02\nnear-1: N 7:49 M 8:20"
        #expect(trips(try pages(drawing)).isEmpty)
        #expect(trips(try pages(drawing) { $0.offersLessWalking = true }) == ["near-1"])
    }
}
