import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Transit

/// Requests without a result, and their explanations for riders.
@Suite struct ProblemTests {
    private let drawing = "red-1: A 8:00  B 8:10\nx-1: M 8:00  N 8:10"

    @Test func `a stop of another network`() throws {
        let scene = try PlanningScene(drawing)
        var request = try scene.request("A", "B", at: "8:00")
        request.destination = .stop(StopIndex(4711))
        #expect(try scene.problem(request) == .unknownPlace(.destination))
    }

    @Test func `a stop where nothing calls`() throws {
        let stops = """
            stop_id,stop_name,stop_lat,stop_lon
            A,A,47,8
            B,B,47,8.1
            M,M,47,8.2
            N,N,47,8.3
            L,Lonely,47,8.4

            """
        let scene = try PlanningScene(drawing, files: ["stops.txt": stops])
        let request = try scene.request("L", "B", at: "8:00")
        #expect(try scene.problem(request) == .unserved(.origin, name: "Lonely"))
    }

    @Test func `a coordinate that is none, and one in the sea`() throws {
        let scene = try PlanningScene(drawing)
        var request = try scene.request("A", "B", at: "8:00")
        request.origin = .point(Coordinate(latitude: 95, longitude: 8), name: nil)
        #expect(try scene.problem(request) == .noSuchCoordinate(.origin))
        request.origin = .point(Coordinate(latitude: 43, longitude: 5), name: nil)
        guard case .nothingNearby(.origin, let nearest, let metres) = try scene.problem(request)
        else {
            Issue.record("another problem")
            return
        }
        #expect(nearest == "Stop A")
        #expect((490_000...510_000).contains(metres))
        #expect(
            try scene.problem(request).sentence
                == "No stop is within walking time of the origin; the nearest, Stop A, is "
                + "503 km away. Choose that stop, or allow longer walks.")
    }

    @Test func `origin and destination are the same`() throws {
        let scene = try PlanningScene(drawing)
        #expect(
            try scene.problem(scene.request("A", "A", at: "8:00")) == .samePlace(name: "Stop A"))
        var request = try scene.request("A", "B", at: "8:00")
        request.origin = .point(Coordinate(latitude: 47, longitude: 8), name: nil)
        request.destination = .point(Coordinate(latitude: 47.0001, longitude: 8), name: nil)
        #expect(try scene.problem(request) == .samePlace(name: ""))
    }

    @Test func `a day outside the timetable`() throws {
        var scene = try PlanningScene(drawing)
        let first = try #require(ServiceDay(TextFeed.firstDay))
        let last = try #require(ServiceDay(TextFeed.lastDay))
        for text in ["2025-06-01", "2027-01-04", "2100-01-01"] {
            scene.day = try #require(ServiceDay(text))
            #expect(
                try scene.problem(scene.request("A", "B", at: "8:00"))
                    == .outsideTimetable(scene.day, first: first, last: last))
        }
    }

    @Test func `a day without service`() throws {
        var scene = try PlanningScene(
            drawing,
            files: [
                "calendar.txt": """
                service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
                daily,1,1,1,0,0,0,0,20260101,20261231

                """
            ])
        scene.day = try #require(ServiceDay("2026-05-08"))
        let monday = try #require(ServiceDay("2026-05-11"))
        let problem = try scene.problem(scene.request("A", "B", at: "8:00"))
        #expect(problem == .noService(scene.day, next: monday))
        #expect(
            problem.sentence
                == "Nothing runs on 2026-05-08; the next day with service is 2026-05-11.")
    }

    @Test func `where there is no way, the hours searched are reported`() throws {
        let scene = try PlanningScene(drawing)
        let request = try scene.request("A", "N", at: "8:00")
        #expect(try scene.problem(request) == .noConnection(hours: 24, isFiltered: false))
    }

    @Test func `only walking is an answer`() throws {
        let stops = """
            stop_id,stop_name,stop_lat,stop_lon
            A,A,47,8
            B,B,47,8.3
            M,M,47.01,8
            N,N,47,8.6

            """
        let scene = try PlanningScene(drawing, files: ["stops.txt": stops])
        let page = try scene.page(scene.request("A", "M", at: "8:00"))
        #expect(page.isOnlyWalking)
        #expect(page.directWalk?.seconds == 1157)
    }

    @Test func `too many places on the way, and stays that cannot be`() throws {
        let scene = try PlanningScene(drawing)
        var request = try scene.request("A", "B", at: "8:00")
        let via = PlanningVia(.stop(try scene.stop("M")))
        request.vias = Array(repeating: via, count: 6)
        #expect(try scene.problem(request) == .tooManyVias(6))
        request.vias = [via, PlanningVia(.stop(try scene.stop("M")), staySeconds: -1)]
        #expect(try scene.problem(request) == .badStay(via: 2))
    }

    @Test func `numbers beyond their bounds are brought within`() throws {
        let scene = try PlanningScene("red-1: A 8:00  B 8:10\nred-2: A 9:00  B 9:10")
        var request = try scene.request("A", "B", at: "7:00")
        request.results = .max
        request.options.maximumTransfers = .max
        request.options.marginSeconds = .max
        request.options.walkSeconds = .max
        request.options.walkingSpeed = .infinity
        #expect(try scene.page(request).itineraries.count == 2)
        request.results = .min
        request.options.maximumTransfers = .min
        request.options.marginSeconds = .min
        request.options.walkSeconds = .min
        request.options.walkingSpeed = -.infinity
        #expect(try scene.page(request).itineraries.count == 1)
        request.time = UnixTime(milliseconds: .max / 2)
        #expect(try scene.problem(request).code == "outside-timetable")
        request.time = UnixTime(milliseconds: .min / 2)
        #expect(try scene.problem(request).code == "outside-timetable")
    }

    @Test func `every problem has a sentence that ends`() throws {
        let day = PlanningScene.day
        let problems: [PlanningProblem] = [
            .unknownPlace(.via(2)), .unserved(.origin, name: "A"), .noSuchCoordinate(.destination),
            .nothingNearby(.origin, nearest: nil, metres: 0),
            .nothingNearby(.origin, nearest: "A", metres: 1234), .samePlace(name: ""),
            .outsideTimetable(day, first: day, last: day), .noService(day, next: nil),
            .noConnection(hours: 24, isFiltered: true), .tooManyVias(7), .badStay(via: 1), .badID,
            .connectionGone(day, ride: 7),
        ]
        for problem in problems {
            #expect(problem.sentence.hasSuffix("."))
            #expect(!problem.sentence.contains("  "))
        }
        #expect(Set(problems.map(\.code)).count == 11)
    }
}
