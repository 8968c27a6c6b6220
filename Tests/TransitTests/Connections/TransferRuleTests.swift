import Testing
import TransitModel

@testable import Transit

/// Import, search and the description of a connection apply the same rules of transfers.txt.
@Suite struct TransferRuleTests {
    private func scene(_ transfers: [String]) throws -> PlanningScene {
        try PlanningScene(
            """
            red-1: A 8:00  P1 8:10
            blue-1: P1 8:12  C 8:20
            blue-2: P1 8:15  C 8:25
            green-1: P2 8:13  D 8:30
            red-2: A 9:00  P2 9:10
            yellow-1: P2 9:10  E 9:20
            """,
            files: [
                "stops.txt": """
                stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
                S,Station,47.3,8.3,1,
                P1,Platform 1,47.3,8.3,0,S
                P2,Platform 2,47.3001,8.3,0,S
                A,A,47.0,8.0,0,
                C,C,47.0,8.5,0,
                D,D,47.0,8.8,0,
                E,E,47.0,9.1,0,

                """
            ], transfers: transfers.joined(separator: "\n"))
    }

    /// Returns the minute of arrival of the first connection between two stops, and for each
    /// transfer its time and state.
    private func transfers(
        _ scene: PlanningScene, _ from: String, _ to: String
    ) throws -> [String] {
        var request = try scene.request(from, to, at: "8:00")
        request.results = 1
        return try scene.page(request).itineraries.map { itinerary in
            "\(itinerary.arrival.expected.seconds % 3600 / 60): "
                + itinerary.transfers.map { "\($0.neededSeconds) \($0.state)" }.joined()
        }
    }

    @Test func `a rule between two platforms outranks one that forbids transfers in the station`()
        throws
    {
        let rules = ["S,S,3,", "P1,P2,2,120"]
        for rows in [rules, rules.reversed()] {
            let scene = try scene(rows)
            #expect(try transfers(scene, "A", "D") == ["30: 120 easy"])
            let request = try scene.request("A", "C", at: "8:00")
            #expect(try scene.problem(request) == .noConnection(hours: 24, isFiltered: false))
        }
    }

    @Test func `a platform's time outranks the station's timed transfers`() throws {
        let rules = ["S,S,1,", "P1,P1,2,300"]
        for rows in [rules, rules.reversed()] {
            let scene = try scene(rows)
            #expect(try transfers(scene, "A", "C") == ["25: 300 tight"])
            #expect(try transfers(scene, "A", "E") == ["20: 0 guaranteed"])
        }
    }
}
