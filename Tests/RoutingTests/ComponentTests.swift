import Realtime
import Testing
import TransitModel

@testable import Routing

/// Components of a network without links between them.
@Suite struct ComponentTests {
    /// Returns two towns with a line each, and a stop that a walk links to the first.
    private func scene() throws -> JourneyScene {
        try JourneyScene(
            """
            red-1: A 8:00  B 8:10  C 8:20
            green-1: D 8:40  E 8:50
            blue-1: X 8:00  Y 8:30
            """,
            transfers: "C,D,2,300")
    }

    @Test func `rides and walks link stops`() throws {
        let scene = try scene()
        let components = NetworkComponents(scene.timetable)
        func component(_ id: String) throws -> Int { components.component(of: try scene.stop(id)) }
        #expect(components.count == 2)
        #expect(Set(try ["A", "B", "C", "D", "E"].map(component)).count == 1)
        #expect(try component("X") == component("Y"))
        #expect(try component("X") != component("A"))
        let part = NetworkPart(component: try component("X"), of: components)
        #expect(part.stopCount == 2)
        #expect(part.runCount == 1)
        #expect(!part.contains(try scene.stop("A")))
    }

    @Test func `a day of a component finds what the whole day finds, and nothing beyond`() throws {
        let scene = try scene()
        let components = NetworkComponents(scene.timetable)
        let request = try scene.request("A", "E")
        let part = NetworkPart(
            component: try #require(components.component(of: request)),
            of: components)
        var search = JourneySearch(
            RoutingDay(of: part, day: scene.day, span: .plain, walks: .stated))
        let whole = try scene.leaving(request, at: "7:00")
        let time = ServiceTime(hours: 7, minutes: 0)
        #expect(!whole.isEmpty)
        #expect(search.earliestArrivals(request, departure: time).map(\.rides) == [2])
        #expect(search.earliestArrivals(try scene.request("A", "Y"), departure: time).isEmpty)
        #expect(search.latestDepartures(try scene.request("X", "E"), arrival: time).isEmpty)
    }

    @Test func `a changed run touches its component alone`() throws {
        let scene = try scene()
        let components = NetworkComponents(scene.timetable)
        func part(_ id: String) throws -> NetworkPart {
            NetworkPart(
                component: components.component(of: try scene.stop(id)),
                of: components)
        }
        let dated = DatedRun(run: try scene.run("blue-1"), day: scene.day)
        let overlay = RealtimeOverlay(version: 1, changes: [dated: .cancelled])
        #expect(try part("X").isTouched(by: overlay))
        #expect(try !part("A").isTouched(by: overlay))
        #expect(!components.areLinked(by: overlay))
    }

    @Test func `an added run or a detour may link components`() throws {
        let scene = try scene()
        let components = NetworkComponents(scene.timetable)
        func call(_ id: String, _ minutes: Int32) throws -> ExpectedCall {
            let time = ServiceTime(seconds: 28_800 + minutes * 60)
            return ExpectedCall(arrival: time, departure: time, stop: try scene.stop(id))
        }
        let dated = DatedRun(run: try scene.run("blue-1"), day: scene.day)
        let detour = RunChange(calls: [try call("X", 0), try call("E", 30)])
        #expect(
            components.areLinked(by: RealtimeOverlay(version: 1, changes: [dated: detour])))
        let near = RunChange(calls: [try call("Y", 0), try call("X", 30)])
        #expect(!components.areLinked(by: RealtimeOverlay(version: 2, changes: [dated: near])))
    }
}
