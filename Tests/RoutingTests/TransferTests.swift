import Testing

@testable import Routing

@Suite struct TransferTests {
    private let twoLines = """
        red-1: A 8:00  B 8:10
        blue-1: B 8:12  C 8:20
        blue-2: B 8:20  C 8:30
        """

    @Test func `a transfer takes the time that the stop asks for`() throws {
        let scene = try JourneyScene(twoLines, transfers: "B,B,2,300")
        #expect(
            try scene.leaving(scene.request("A", "C"), at: "8:00")
                == "8:00-8:30 2: red-1 A-B, blue-2 B-C")
        // There is no transfer at the origin or the destination.
        #expect(
            try scene.leaving(scene.request("B", "C"), at: "8:12") == "8:12-8:20 1: blue-1 B-C")
        #expect(
            try scene.arriving(scene.request("A", "C"), by: "8:30")
                == "8:00-8:30 2: red-1 A-B, blue-2 B-C")
    }

    @Test func `where the feed says nothing, the given time holds, and a margin adds to it`() throws
    {
        var scene = try JourneyScene(twoLines, transfers: "")
        var request = try scene.request("A", "C")
        scene.transferSeconds = 120
        #expect(
            try scene.leaving(request, at: "8:00") == "8:00-8:20 2: red-1 A-B, blue-1 B-C")
        request.marginSeconds = 1
        #expect(
            try scene.leaving(request, at: "8:00") == "8:00-8:30 2: red-1 A-B, blue-2 B-C")
    }

    @Test func `a forbidden transfer is none`() throws {
        let scene = try JourneyScene(twoLines, transfers: "B,B,3,")
        #expect(try scene.leaving(scene.request("A", "C"), at: "8:00") == "")
        #expect(try scene.arriving(scene.request("A", "C"), by: "9:00") == "")
    }

    @Test func `a rule between two lines beats the stop's time`() throws {
        let scene = try JourneyScene(
            twoLines,
            files: [
                "transfers.txt": """
                from_stop_id,to_stop_id,from_route_id,to_route_id,transfer_type,min_transfer_time
                B,B,,,2,300
                B,B,red,blue,1,

                """
            ])
        #expect(
            try scene.leaving(scene.request("A", "C"), at: "8:00")
                == "8:00-8:20 2: red-1 A-B, blue-1 B-C")
        #expect(
            try scene.arriving(scene.request("A", "C"), by: "8:29")
                == "8:00-8:20 2: red-1 A-B, blue-1 B-C")
    }

    @Test func `a rule between two trips beats one between their lines`() throws {
        let scene = try JourneyScene(
            twoLines,
            files: [
                "transfers.txt": """
                from_stop_id,to_stop_id,from_route_id,to_route_id,from_trip_id,to_trip_id,\
                transfer_type,min_transfer_time
                B,B,red,blue,,,1,
                B,B,,,red-1,blue-1,3,

                """
            ])
        #expect(
            try scene.leaving(scene.request("A", "C"), at: "8:00")
                == "8:00-8:30 2: red-1 A-B, blue-2 B-C")
    }

    @Test func `those who go on as another line stay seated, whatever a transfer takes`() throws {
        var scene = try JourneyScene(
            """
            red-1: A 8:00  B 8:10
            blue-1: B 8:11  C 8:20
            """,
            files: [
                "transfers.txt": """
                from_stop_id,to_stop_id,from_trip_id,to_trip_id,transfer_type,min_transfer_time
                B,B,,,2,600
                B,B,red-1,blue-1,4,

                """
            ])
        scene.transferSeconds = 60
        let expected = "8:00-8:20 1: red-1 A-B, still blue-1 B-C"
        #expect(try scene.leaving(scene.request("A", "C"), at: "8:00") == expected)
        #expect(try scene.arriving(scene.request("A", "C"), by: "8:20") == expected)
        #expect(
            try scene.leaving(scene.request("A", "C"), from: "7:00", to: "9:00") == expected)
    }

    @Test func `slow walkers take longer, and fast ones do not tick what is stated`() throws {
        let scene = try JourneyScene(
            """
            red-1: A 8:00  B 8:10
            blue-1: C 8:16  D 8:20
            blue-2: C 8:30  D 8:40
            """, transfers: "B,C,2,360")
        var request = try scene.request("A", "D")
        let soon = "8:00-8:20 2: red-1 A-B, walk B-C, blue-1 C-D"
        let late = "8:00-8:40 2: red-1 A-B, walk B-C, blue-2 C-D"
        #expect(try scene.leaving(request, at: "8:00") == soon)
        request.walkingPercent = 101
        #expect(try scene.leaving(request, at: "8:00") == late)
        request.walkingPercent = 50
        #expect(try scene.leaving(request, at: "8:00") == soon)
        request.marginSeconds = 1
        #expect(try scene.leaving(request, at: "8:00") == late)
    }

    @Test func `access walks come instead of footpaths, not beside them`() throws {
        let scene = try JourneyScene(
            "red-1: A 8:00  B 8:10\nblue-1: C 8:00 D 8:05 B 8:08", transfers: "A,C,2,60")
        var request = try scene.request("A", "B")
        #expect(
            try scene.leaving(request, at: "7:55") == "7:59-8:08 1: walk A-C, blue-1 C-B")
        request.origins = [AccessStop(stop: try scene.stop("A"), seconds: 60)]
        request.destinations = [AccessStop(stop: try scene.stop("B"), seconds: 120)]
        let expected = "7:59-8:12 1: walk *-A, red-1 A-B, walk B-*"
        #expect(try scene.leaving(request, at: "7:55") == expected)
        #expect(try scene.arriving(request, by: "8:30") == expected)
        #expect(try scene.leaving(request, from: "7:59", to: "8:00") == expected)
        #expect(try scene.leaving(request, from: "8:00", to: "9:00") == "")
    }
}
