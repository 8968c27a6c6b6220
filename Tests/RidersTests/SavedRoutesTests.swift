import Testing
import Timetables
import TransitTesting

@testable import Riders

/// Routes that riders chose before a second feed joined the network, or left it.
@Suite struct SavedRoutesTests {
    private let town = TextFeed("red-1: A 8:00  B 8:10\nblue-1: A 9:00  B 9:10")

    @Test func `chosen routes are found again once a second feed has joined`() throws {
        let both = try [
            ("town", town), ("valley", TextFeed("green-1: C 8:00  D 8:10")),
        ].compiled()
        var settings = RiderSettings()
        settings.visibleRoutes = ["red", "gone"]
        settings.nearbyRoutes = ["blue", "valley:green"]
        let current = SavedRoutes(both).current(settings)
        #expect(current.visibleRoutes == ["town:red", "gone"])
        #expect(current.nearbyRoutes == ["town:blue", "valley:green"])
    }

    @Test func `and when it has gone again`() throws {
        let routes = SavedRoutes(try town.compiled())
        #expect(routes.route("town:red") == routes.route("red"))
        #expect(routes.route("red") != nil)
        #expect(routes.route("valley:green") == nil)
    }

    @Test func `of two feeds with that route the first one's is meant`() throws {
        let both = try [("town", town), ("valley", TextFeed("red-1: C 8:00  D 8:10"))].compiled()
        let found = SavedRoutes(both).route("red")
        #expect(found.map { both.routes.id($0) } == "town:red")
    }
}
