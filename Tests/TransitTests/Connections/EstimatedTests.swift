import Realtime
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Transit

/// Connections on a campus without a timetable.
@Suite struct EstimatedTests {
    private var scene: PlanningScene

    init() throws {
        let loop = try #require(SquareLoop())
        scene = PlanningScene(try loop.timetable(SquareLoop.plan(every: 12, from: 8, to: 20)))
    }

    /// Returns the ride of the first connection; fails if there is a transfer.
    private func ride(
        _ from: String, _ to: String, at time: String, isArrival: Bool = false
    ) throws -> RideLeg {
        var request = try scene.request(from, to, at: time)
        request.isArrival = isArrival
        request.options.walkSeconds = 0
        let page = try scene.page(request)
        let itinerary = try #require(isArrival ? page.itineraries.last : page.itineraries.first)
        #expect(itinerary.rideCount == 1)
        for case .ride(let ride) in itinerary.legs { return ride }
        throw NoRide()
    }

    private struct NoRide: Error {}

    @Test func `a shuttle is found, and reported as an estimate with its headway`() throws {
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

    /// Returns the run that begins at a time.
    private func run(_ time: String) throws -> DatedRun {
        let timetable = scene.timetable
        let start = try scene.time(time).seconds - scene.time("0:00").seconds
        let trip = try #require(timetable.trips.find(id: "about-9-127"))
        let run = timetable.trips.runs(of: trip).first {
            Int64(timetable.patterns.runStarts[$0]) == start
        }
        return DatedRun(run: try #require(run), day: scene.day)
    }

    @Test mutating func `a shuttle that is seen is reported with its time, and is no estimate`()
        throws
    {
        // The run of 9:48 begins at 9:45, and stops every three minutes.
        let start = try scene.time("9:45").seconds - scene.time("0:00").seconds
        let calls = (0..<7).map { call in
            let time = ServiceTime(seconds: Int32(start) + 180 * Int32(call))
            return ExpectedCall(arrival: time, departure: time)
        }
        scene.overlay = RealtimeOverlay(
            version: 1, changes: [try run("9:48"): RunChange(calls: calls)])
        let ride = try ride("1", "3", at: "9:40")
        #expect(try ride.board.departure.expected == scene.time("9:45"))
        #expect(try ride.alight.arrival.expected == scene.time("9:51"))
        #expect(ride.board.departure.scheduled == nil && ride.board.isLive)
        #expect(!ride.isApproximate && !ride.isEstimated && ride.headwaySeconds == 720)
    }

    @Test mutating func `an estimate that nobody makes is not mentioned`() throws {
        scene.overlay = RealtimeOverlay(version: 1, changes: [try run("9:48"): .deleted])
        let page = try scene.page(scene.request("1", "3", at: "9:40"))
        #expect(page.itineraries.allSatisfy { $0.troubles.isEmpty })
        #expect(
            try page.itineraries.first { !$0.rides.isEmpty }?.departure.expected
                == scene.time("10:00"))
    }
}
