import Realtime
import Testing
import Timetables
import TransitModel

@testable import Transit

/// Temporarily closed step-free access, such as a broken lift.
@Suite struct StepFreeTests {
    private static let drawing = """
        red-1: A 8:00  P1 8:10
        blue-1: P2 8:20  D 8:30
        slow-1: A 8:01  D 9:30
        """
    private var scene: PlanningScene

    init() throws {
        scene = try PlanningScene(
            Self.drawing,
            files: [
                "stops.txt": """
                stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
                A,Stop A,47,8.0,0,
                H,Main,47,8.1,1,
                P1,Main,47,8.1,0,H
                P2,Main,47,8.1001,0,H
                L,Lift,47,8.1,3,H
                D,Stop D,47,8.3,0,

                """
            ])
    }

    private mutating func alert(
        about stop: String, effect: String = "ACCESSIBILITY_ISSUE", route: String? = nil,
        until end: String? = nil
    ) throws {
        let route = try route.map { try #require(scene.timetable.routes.find(id: $0)) }
        let periods = try end.map {
            [ServiceAlert.Period(start: nil, end: try scene.time($0))]
        }
        let alert = ServiceAlert(
            id: "lift", header: ["en": "The lift is out of order"], effect: effect,
            periods: periods ?? [],
            subjects: [ServiceAlert.Subject(route: route, stop: try scene.stop(stop))])
        try scene.change([:], alerts: [alert])
    }

    /// Returns the trips of the first connection.
    private func plan(stepFree: Bool = true, at time: String = "7:55") throws -> String {
        var request = try scene.request("A", "D", at: time)
        request.options.wheelchair = stepFree
        request.results = 1
        let first = try #require(try scene.page(request).itineraries.first)
        return first.rides.map(\.tripID).joined(separator: " ")
    }

    private let change = "red-1 blue-1"
    private let direct = "slow-1"

    @Test(arguments: ["P1", "P2", "H", "L"])
    func `a lift out of order closes the way for those who need it`(stop: String) throws {
        var test = self
        #expect(try test.plan() == change)
        try test.alert(about: stop)
        #expect(try test.plan() == direct)
        #expect(try test.plan(stepFree: false) == change)
    }

    @Test func `other messages close nothing, nor does one about a line's vehicles`() throws {
        var test = self
        try test.alert(about: "H", effect: "DETOUR")
        #expect(try test.plan() == change)
        try test.alert(about: "H", route: "red")
        #expect(try test.plan() == change)
    }

    @Test func `a lift that works again closes nothing`() throws {
        var test = self
        try test.alert(about: "H", until: "7:00")
        #expect(try test.plan() == change)
        try test.alert(about: "H", until: "8:05")
        #expect(try test.plan() == direct)
    }

    @Test func `a connection that was found before says that it is closed`() throws {
        var test = self
        var request = try scene.request("A", "D", at: "7:55")
        request.options.wheelchair = true
        let found = try #require(try test.scene.page(request).itineraries.first)
        #expect(found.wheelchair == .unknown && found.alerts.isEmpty)
        try test.alert(about: "L")
        let again = try test.scene.planner.find(
            found.id, overlay: test.scene.overlay, options: request.options)
        #expect(again.itinerary?.wheelchair == .no)
        #expect(again.itinerary?.alerts.map(\.id) == ["lift"])
    }
}
