import Testing
import TransitModel

@testable import Transit

/// Connections that arrive later and need less walking.
///
/// Home is 111 m (116 s on foot) from N and 778 m (810 s) from F; C is far away.
@Suite struct LessWalkingTests {
    private static let home = Coordinate(latitude: 47, longitude: 8)

    private func scene(_ drawing: String) throws -> PlanningScene {
        try PlanningScene(
            drawing,
            files: [
                "stops.txt": """
                stop_id,stop_name,stop_lat,stop_lon
                N,Near,47.001,8
                F,Far,47.007,8
                M,Middle,47.009,8.003
                C,City,48,8
                """
            ])
    }

    private func plan(
        _ drawing: String, to end: PlanningPlace? = nil, offers: Bool = true,
        change: (inout PlanningRequest) -> Void = { _ in }
    ) throws -> String {
        let scene = try scene(drawing)
        var request = try scene.request("N", "C", at: "7:30")
        request.origin = .point(Self.home, name: "Home")
        if let end { request.destination = end }
        request.offersLessWalking = offers
        change(&request)
        return try scene.plan(request)
    }

    private static let fast = "07:46:30-08:10 1: walk *-F 810 s, fast-1 F-C"
    private static let slow = "07:38:04-08:20 1: walk *-N 116 s, slow-1 N-C"

    @Test func `a slower line from a nearer stop is offered beside a long walk`() throws {
        let drawing = "fast-1: F 8:00 C 8:10\nslow-1: N 7:40 C 8:20"
        #expect(try plan(drawing, offers: false) == Self.fast)
        #expect(try plan(drawing) == Self.slow + "\n" + Self.fast)
        let byArrival = try plan(drawing) { request in
            request.isArrival = true
            request.time = request.time.advanced(bySeconds: 3600)
        }
        #expect(byArrival == Self.slow + "\n" + Self.fast)
    }

    @Test(arguments: [
        // It takes more than half an hour longer.
        "fast-1: F 8:00 C 8:10\nslow-1: N 7:40 C 8:35",
        // It departs before the window.
        "fast-1: F 8:00 C 8:10\nslow-1: N 7:20 C 8:20",
    ])
    func `what is no choice is not offered`(drawing: String) throws {
        #expect(try plan(drawing) == Self.fast)
    }

    @Test func `short walks lead to no other search`() throws {
        let drawing = "fast-1: N 8:00 C 8:10\nslow-1: F 7:50 C 8:30"
        #expect(try plan(drawing) == "07:58:04-08:10 1: walk *-N 116 s, fast-1 N-C")
    }

    @Test func `a line is offered beside a long walk all the way`() throws {
        // 1,026 m and 1,067 s on foot, from M 77 s.
        let end = PlanningPlace.point(Coordinate(latitude: 47.009, longitude: 8.004), name: "End")
        let drawing = "slow-1: N 7:40 M 8:00"
        func found(_ offers: Bool) throws -> String {
            let scene = try scene(drawing)
            var request = try scene.request("N", "C", at: "7:30")
            request.origin = .point(Self.home, name: "Home")
            request.destination = end
            request.options.walkSeconds = 1800
            request.offersLessWalking = offers
            let page = try scene.page(request)
            #expect((1000...1150).contains(page.directWalk?.seconds ?? 0))
            return scene.described(page.itineraries)
        }
        #expect(try found(false).isEmpty)
        #expect(try found(true).hasPrefix("07:38:04-08:01:"))
    }

    @Test func `only the first page offers less walking`() throws {
        let drawing = "fast-1: F 8:00 C 8:10\nslow-1: N 7:40 C 8:20\nfast-2: F 9:00 C 9:10"
        let scene = try scene(drawing + "\nslow-2: N 8:40 C 9:20")
        var request = try scene.request("N", "C", at: "7:30")
        request.origin = .point(Self.home, name: "Home")
        request.offersLessWalking = true
        request.results = 1
        let first = try scene.page(request)
        #expect(scene.described(first.itineraries) == Self.slow + "\n" + Self.fast)
        request.cursor = first.later
        #expect(try scene.page(request).itineraries.map { $0.rides[0].tripID } == ["fast-2"])
    }
}
