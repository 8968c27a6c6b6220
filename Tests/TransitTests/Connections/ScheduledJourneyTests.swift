import Routing
import Testing
import TransitModel

@testable import Transit

/// What is remembered of the timetable's journeys.
@Suite struct ScheduledJourneyTests {
    private let memory = ScheduledJourneys()
    private let scene: PlanningScene
    /// The same network without any of its vehicles.
    private let cancelled: PlanningScene

    init() throws {
        scene = try PlanningScene(
            """
            red-1: A 8:00  B 8:10
            red-2: A 8:30  B 8:40
            red-3: A 9:00  B 9:10
            red-4: A 9:30  B 9:40
            """)
        var changed = scene
        try changed.change(
            Dictionary(uniqueKeysWithValues: (1...4).map { ("red-\($0)", .cancelled) }))
        cancelled = changed
    }

    /// Returns the minutes after 8:00 of the remembered and the found departures.
    ///
    /// Nothing new is found in the cancelled network.
    private func departures(
        _ scene: PlanningScene, _ from: String, _ to: String, margin: Int32 = 0
    ) throws -> [Int64] {
        var request = RoutingRequest(
            from: [.init(stop: try scene.stop("A"))], to: [.init(stop: try scene.stop("B"))])
        request.marginSeconds = margin
        let search = WindowSearch(
            timetable: scene.timetable, overlay: scene.overlay, pool: scene.planner.pool,
            request: request, filter: .init())
        let window = try scene.time(from).seconds..<scene.time(to).seconds
        let eight = try scene.time("8:00").seconds
        return memory.journeys(search, .departure, in: window, needed: window)
            .map { ($0.departure - eight) / 60 }
    }

    @Test func `a page that is requested again is not searched again`() throws {
        #expect(try departures(scene, "7:50", "8:45") == [0, 30])
        #expect(try departures(cancelled, "7:50", "8:45") == [0, 30])
        #expect(try departures(cancelled, "8:10", "8:45") == [30])
        #expect(try departures(cancelled, "7:50", "8:20") == [0])
    }

    @Test func `a longer page is searched from its known end on`() throws {
        #expect(try departures(scene, "7:50", "8:15") == [0])
        #expect(try departures(scene, "8:00", "9:10") == [0, 30, 60])
        #expect(try departures(cancelled, "7:50", "9:50") == [0, 30, 60])
    }

    @Test func `a page before the known ones is searched`() throws {
        #expect(try departures(scene, "8:15", "9:10") == [30, 60])
        #expect(try departures(scene, "7:50", "8:40") == [0, 30])
        #expect(try departures(scene, "9:15", "9:40") == [90])
    }

    @Test func `other requests have journeys of their own, and the oldest are forgotten`() throws {
        #expect(try departures(scene, "7:50", "8:15") == [0])
        #expect(try departures(cancelled, "7:50", "8:15", margin: 1) == [])
        for margin in 2...300 {
            _ = try departures(cancelled, "7:50", "8:15", margin: Int32(margin))
        }
        #expect(try departures(cancelled, "7:50", "8:15") == [])
    }
}
