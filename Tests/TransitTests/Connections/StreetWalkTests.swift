import Testing
import TransitModel
import TransitTesting

@testable import Transit

/// Walks to stops, between stops and all the way, along streets that a test draws.
@Suite struct StreetWalkTests {
    private static let drawing = "red-1: A 8:00 B 8:20 C 8:40"
    /// Near A, which is at 47° north and 8° east.
    private static let home = Coordinate(latitude: 47.001, longitude: 8.0)

    /// Creates streets on which every walk of at most 2 km as the crow flies has a length.
    private func streets(
        _ length: @escaping @Sendable (WalkProfile) -> WalkLength
    ) -> StreetRouter {
        .drawn { profile, from, to in
            from.distanceMetres(to: to) <= 2000 ? .walk(length(profile)) : .noWay
        }
    }

    private func page(
        _ router: StreetRouter?, to end: String = "C",
        options: PlanningOptions = PlanningOptions()
    ) throws -> ConnectionPage {
        let scene = try PlanningScene(Self.drawing)
        let planner = JourneyPlanner(scene.timetable, streets: router)
        var request = try scene.request("A", end, at: "7:30")
        request.origin = .point(Self.home, name: "Home")
        request.options = options
        return try planner.connections(request)
    }

    private func firstWalk(_ page: ConnectionPage) throws -> WalkLeg {
        guard case .walk(let walk)? = page.itineraries.first?.legs.first else {
            Issue.record("the connection does not begin with a walk")
            throw CancellationError()
        }
        return walk
    }

    @Test func `without streets a walk is estimated from the distance`() throws {
        let walk = try firstWalk(try page(nil))
        // 111 m and the usual detour.
        #expect((140...150).contains(walk.metres))
        #expect(walk.streets == nil)
    }

    @Test func `a walk takes as long as the streets are`() throws {
        let router = streets { _ in WalkLength(metres: 500) }
        let walk = try firstWalk(try page(router))
        #expect(walk.seconds == 400)
        #expect(walk.metres == 500)
        #expect(walk.streets?.steps.map(\.name) == ["Drawn Street"])
    }

    @Test func `stairs and lifts take longer than level ground`() throws {
        let router = streets { _ in
            WalkLength(metres: 500, stairsMetres: 25, lifts: 1)
        }
        #expect(try firstWalk(try page(router)).seconds == 400 + 20 + 60)
    }

    @Test func `the rider's own speed counts`() throws {
        let router = streets { _ in WalkLength(metres: 500) }
        var options = PlanningOptions()
        options.walkingSpeed = 2
        #expect(try firstWalk(try page(router, options: options)).seconds == 250)
    }

    @Test func `a stop that no street leads to is not offered`() throws {
        let router = StreetRouter.drawn { _, _, _ in .noWay }
        #expect(throws: PlanningProblem.self) { try page(router) }
    }

    @Test func `a stop beyond the longest walk is not offered`() throws {
        let router = streets { _ in WalkLength(metres: 1200) }
        #expect(throws: PlanningProblem.self) { try page(router) }
        var options = PlanningOptions()
        options.walkSeconds = 1000
        #expect(try firstWalk(try page(router, options: options)).seconds == 960)
    }

    @Test func `where the map ends the distance counts`() throws {
        let router = StreetRouter.drawn { _, _, _ in .unmapped }
        let walk = try firstWalk(try page(router))
        #expect((140...150).contains(walk.metres))
        #expect(walk.streets == nil)
    }

    @Test func `a wheelchair takes its own way`() throws {
        let router = streets { WalkLength(metres: $0 == .wheelchair ? 800 : 500) }
        var options = PlanningOptions()
        options.wheelchair = true
        #expect(try firstWalk(try page(router, options: options)).metres == 800)
    }

    @Test func `the walk all the way follows streets`() throws {
        let scene = try PlanningScene(Self.drawing)
        let router = streets { _ in WalkLength(metres: 2000) }
        let planner = JourneyPlanner(scene.timetable, streets: router)
        var request = try scene.request("A", "C", at: "7:30")
        request.origin = .point(Self.home, name: nil)
        request.destination = .point(
            Coordinate(latitude: 47.008, longitude: 8.0), name: nil)
        request.options.walkSeconds = 3600
        let walk = try #require(try planner.connections(request).directWalk)
        #expect(walk.seconds == 1600)
        #expect(walk.streets?.length.metres == 2000)
    }

    @Test func `a saved connection keeps the walk along streets`() throws {
        let scene = try PlanningScene(Self.drawing)
        let router = streets { _ in WalkLength(metres: 500) }
        let planner = JourneyPlanner(scene.timetable, streets: router)
        var request = try scene.request("A", "C", at: "7:30")
        request.origin = .point(Self.home, name: nil)
        let found = try #require(try planner.connections(request).itineraries.first)
        let again = try planner.find(found.id, on: scene.day, overlay: .none)
        let walk = try #require(again.itinerary?.legs.first)
        guard case .walk(let leg) = walk else {
            Issue.record("the connection does not begin with a walk")
            return
        }
        #expect(leg.seconds == 400)
    }

    @Test func `a rider with a bicycle rides to the stop and sees which vehicles take it`() throws {
        let router = streets { profile in
            WalkLength(metres: 1500, riddenMetres: profile == .bicycle ? 1400 : 0)
        }
        var options = PlanningOptions()
        options.bicycle = true
        let page = try page(router, options: options)
        // 100 m are pushed at 1.25 m/s, the rest is ridden at 15 km/h.
        #expect(try firstWalk(page).seconds == 80 + 336)
        #expect(page.itineraries.first?.bicycles == .unknown)
        #expect(
            try self.page(streets { _ in WalkLength(metres: 500) }).itineraries.first?.bicycles
                == nil)
        options.wheelchair = true
        let wheelchair = streets { WalkLength(metres: $0 == .wheelchair ? 800 : 500) }
        #expect(try firstWalk(try self.page(wheelchair, options: options)).metres == 800)
    }

    @Test func `without streets a ride is estimated from the distance`() throws {
        var options = PlanningOptions()
        options.bicycle = true
        let walk = try firstWalk(try page(nil, options: options))
        // 111 m and the usual detour at 15 km/h.
        #expect((34...36).contains(walk.seconds))
        #expect(walk.riddenMetres == walk.metres)
        #expect(try firstWalk(try page(nil)).riddenMetres == 0)
    }

    @Test func `stops further away are reached by bicycle`() throws {
        let router = streets { profile in
            WalkLength(metres: 3000, riddenMetres: profile == .bicycle ? 3000 : 0)
        }
        #expect(throws: PlanningProblem.self) { try page(router) }
        var options = PlanningOptions()
        options.bicycle = true
        #expect(try firstWalk(try page(router, options: options)).seconds == 720)
    }
}
