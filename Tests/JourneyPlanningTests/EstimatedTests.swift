import Testing
import TransitModel
import TransitTesting

@testable import JourneyPlanning

/// Connections on a campus without a timetable.
@Suite struct EstimatedTests {
    private let scene: PlanningScene

    init() throws {
        let loop = try #require(SquareLoop())
        scene = PlanningScene(try loop.timetable(SquareLoop.plan(every: 12, from: 8, to: 20)))
    }

    /// The rides of the first connection that is found, none if there is a change.
    private func ride(
        _ from: String, _ to: String, at time: String, isArrival: Bool = false
    ) throws -> RideLeg {
        var request = try scene.request(from, to, at: time)
        request.isArrival = isArrival
        request.options.walkSeconds = 0
        let page = try scene.page(request)
        let itinerary = try #require(isArrival ? page.itineraries.last : page.itineraries.first)
        #expect(itinerary.vehicles == 1)
        for case .ride(let ride) in itinerary.legs { return ride }
        throw NoRide()
    }

    private struct NoRide: Error {}

    @Test func `a shuttle is found, and told as an estimate with its headway`() throws {
        let ride = try ride("1", "3", at: "9:40")
        #expect(try ride.board.departure.expected == scene.time("9:48"))
        #expect(try ride.alight.arrival.expected == scene.time("9:52"))
        #expect(ride.isApproximate && ride.isEstimated && ride.headwaySeconds == 720)
        #expect(ride.headsign == "Stop 3")
    }

    @Test func `riders stay on board past the first stop`() throws {
        let ride = try ride("4", "2", at: "9:40")
        #expect(try ride.board.departure.expected == scene.time("9:42"))
        #expect(try ride.alight.arrival.expected == scene.time("9:46"))
    }

    @Test func `the last shuttle that is there in time is found`() throws {
        let ride = try ride("2", "1", at: "10:00", isArrival: true)
        #expect(try ride.alight.arrival.expected == scene.time("9:56"))
    }
}
