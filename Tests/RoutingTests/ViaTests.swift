import Testing

@testable import Routing

@Suite struct ViaTests {
    private func scene() throws -> JourneyScene {
        try JourneyScene(
            """
            red-1: A 8:00  V 8:10/8:11  B 8:20
            blue-1: A 8:00  B 8:05
            red-2: A 9:00  V 9:10/9:11  B 9:20
            green-1: W 8:30  B 8:40
            """, transfers: "V,W,2,120\nW,V,2,120")
    }

    private func request(
        _ scene: JourneyScene, via stops: [String], stay: Int32 = 0
    ) throws -> RoutingRequest {
        var request = try scene.request("A", "B")
        request.vias = try stops.map {
            ViaStops(stops: [try scene.stop($0)], staySeconds: stay)
        }
        return request
    }

    @Test func `one may stay in the vehicle that passes the via`() throws {
        let scene = try scene()
        let request = try request(scene, via: ["V"])
        let expected = "8:00-8:20 1: red-1 A-B"
        #expect(try scene.leaving(request, at: "8:00") == expected)
        #expect(try scene.arriving(request, by: "8:20") == expected)
        #expect(
            try scene.leaving(request, from: "0:00", to: "24:00")
                == expected + "\n9:00-9:20 1: red-2 A-B")
    }

    @Test func `with a stay one alights and goes on later, or walks on`() throws {
        let scene = try scene()
        let request = try request(scene, via: ["V"], stay: 600)
        let expected = "8:00-8:40 2: red-1 A-V, walk V-W, green-1 W-B"
        #expect(try scene.leaving(request, at: "8:00") == expected)
        #expect(try scene.arriving(request, by: "9:00") == expected)
        let long = try self.request(scene, via: ["V"], stay: 1_201)
        #expect(
            try scene.leaving(long, at: "8:00") == "8:00-9:20 2: red-1 A-V, red-2 V-B")
    }

    @Test func `a via may be reached on foot, and two vias are visited in order`() throws {
        let scene = try scene()
        #expect(
            try scene.leaving(request(scene, via: ["W"]), at: "8:00")
                == "8:00-8:40 2: red-1 A-V, walk V-W, green-1 W-B")
        #expect(
            try scene.leaving(request(scene, via: ["V", "W"]), at: "8:00")
                == "8:00-8:40 2: red-1 A-V, walk V-W, green-1 W-B")
        #expect(try scene.leaving(request(scene, via: ["W", "A"]), at: "8:00") == "")
    }

    @Test func `the origin and the destination are vias too`() throws {
        let scene = try scene()
        #expect(
            try scene.leaving(request(scene, via: ["A"], stay: 1), from: "8:00", to: "9:00")
                == "8:59:59-9:20 1: red-2 A-B")
        #expect(
            try scene.leaving(request(scene, via: ["B"], stay: 60), at: "8:00")
                == "8:00-8:06 1: blue-1 A-B")
    }

    @Test func `a vehicle that passes without stopping does not visit`() throws {
        let scene = try JourneyScene(
            "red-1: A 8:00  V 8:10  B 8:20\nblue-1: A 9:00 V 9:10 B 9:20",
            files: [
                "stop_times.txt": """
                trip_id,stop_sequence,stop_id,arrival_time,departure_time,pickup_type,drop_off_type
                red-1,1,A,8:00:00,8:00:00,0,0
                red-1,2,V,8:10:00,8:10:00,1,1
                red-1,3,B,8:20:00,8:20:00,0,0
                blue-1,1,A,9:00:00,9:00:00,0,0
                blue-1,2,V,9:10:00,9:10:00,1,0
                blue-1,3,B,9:20:00,9:20:00,0,0

                """
            ])
        #expect(
            try scene.leaving(request(scene, via: ["V"]), at: "8:00")
                == "9:00-9:20 1: blue-1 A-B")
    }
}
