import Routing
import Realtime
import Testing
import Timetables
import TransitModel

@testable import Transit

/// A described connection equals the one that the search found, for any network and changes.
@Suite struct AgreementTests {
    /// Returns a random network with walks and transfer rules, and random disruptions on its day.
    private func scene(_ random: inout SeededRandom) throws -> PlanningScene {
        let stops = (0..<9).map { "S\($0)" }
        // Ensures that every stop exists.
        var lines = [
            "x-1: " + stops.enumerated().map { "\($1) 1:\(10 + $0)" }.joined(separator: " ")
        ]
        for line in 0..<7 {
            let path = Array(
                stops.shuffled(using: &random).prefix(Int.random(in: 3...6, using: &random)))
            for number in 0..<8 {
                var time = 360 + number * 60 + Int.random(in: 0..<60, using: &random)
                var text = "l\(line)-\(number):"
                for stop in path {
                    let stay = Int.random(in: 0...2, using: &random)
                    text += "  \(stop) \(clock(time))/\(clock(time + stay))"
                    time += stay + Int.random(in: 1...20, using: &random)
                }
                lines.append(text)
            }
        }
        var transfers: [String] = []
        for _ in 0..<8 {
            let pair = stops.shuffled(using: &random)
            let type = Int.random(in: 0...3, using: &random)
            transfers.append(
                "\(pair[0]),\(pair[1]),\(type),\(Int.random(in: 0...400, using: &random))")
        }
        transfers.append("S0,S0,2,240")
        transfers.append("S1,S1,3,")
        var scene = try PlanningScene(
            lines.joined(separator: "\n"), transfers: transfers.joined(separator: "\n"))
        var changes: [String: RunChange] = [:]
        for line in 0..<7 {
            for number in 0..<8 where random.unit() < 0.25 {
                let trip = "l\(line)-\(number)"
                guard scene.timetable.trips.find(id: trip) != nil else { continue }
                changes[trip] =
                    random.unit() < 0.2
                    ? .cancelled
                    : try scene.late(
                        trip, by: Int32.random(in: -120...1200, using: &random),
                        from: Int.random(in: 0...2, using: &random),
                        skipping: random.unit() < 0.2 ? [1] : [])
            }
        }
        try scene.change(changes)
        return scene
    }

    private func clock(_ minutes: Int) -> String {
        "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
    }

    @Test(arguments: 1...40) func `times, vehicles and transfers agree with the search`(
        _ seed: Int
    ) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let scene = try scene(&random)
        for margin in [Int32(0), 180] {
            var request = try scene.request("S7", "S8", at: "5:00")
            request.results = 30
            request.options.marginSeconds = margin
            let page = try? scene.page(request)
            let itineraries = page?.itineraries ?? []
            var routing = RoutingRequest(
                from: [.init(stop: try scene.stop("S7"))], to: [.init(stop: try scene.stop("S8"))])
            routing.marginSeconds = margin
            let window = page.map { $0.windowStart.seconds..<$0.windowEnd.seconds } ?? 0..<0
            let found = WindowSearch(
                timetable: scene.timetable, overlay: scene.overlay, pool: scene.planner.pool,
                request: routing, filter: .init()
            ).journeys(.departure, in: window.lowerBound..<window.upperBound + 121)
            let expected = found.filter { journey in
                window.contains(journey.departure)
                    && !found.contains { isBetter($0, journey) }
            }.map { "\($0.departure) \($0.arrival) \($0.rideCount)" }
            let works = itineraries.filter { $0.troubles.isEmpty }
            let listed = works.map {
                "\($0.departure.expected.seconds) \($0.arrival.expected.seconds) \($0.rideCount)"
            }
            #expect(Set(listed) == Set(expected), "seed \(seed)")
            #expect(listed.count == expected.count)
            for itinerary in works {
                #expect(itinerary.transfers.allSatisfy { $0.marginSeconds >= margin })
                check(itinerary)
            }
            for itinerary in itineraries {
                let again = try scene.planner.find(itinerary.id, overlay: scene.overlay)
                #expect(again.itinerary?.id == itinerary.id)
                #expect(again.itinerary?.arrival == itinerary.arrival)
                #expect(again.itinerary?.troubles == itinerary.troubles)
            }
        }
    }

    @Test(arguments: 1...40) func `what the timetable has is found with any guess, and once`(
        _ seed: Int
    ) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let scene = try scene(&random)
        let search = WindowSearch(
            timetable: scene.timetable, overlay: .none, pool: scene.planner.pool,
            request: RoutingRequest(
                from: [.init(stop: try scene.stop("S7"))], to: [.init(stop: try scene.stop("S8"))]),
            filter: .init())
        let start = try scene.time("5:00").seconds
        let all = search.journeys(.departure, in: start..<start + 86_400)
        let memory = ScheduledJourneys()
        for _ in 0..<30 {
            let axis = [PageCursor.Axis.departure, .arrival].randomElement(using: &random)
            let low = start + 3600 * Int64.random(in: 0...4, using: &random)
            let window = low..<low + Int64.random(in: 0...20_000, using: &random)
            func found(_ search: WindowSearch, isLong: Bool = true) -> [FoundJourney] {
                search.paretoOptimal(
                    axis ?? .departure, in: window, isLong: isLong, bar: .none)
            }
            var guessing = search
            guessing.guesses = all.filter { _ in random.unit() < 0.5 }.map {
                let late: Int64 = [-60, 0, 0, 60].randomElement(using: &random) ?? 0
                return JourneyTimes(
                    departure: $0.departure, arrival: $0.arrival + late, rides: $0.rideCount)
            }
            var remembering = guessing
            remembering.memory = memory
            let expected = found(search)
            #expect(expected.map(\.times) == found(search, isLong: false).map(\.times))
            #expect(found(guessing).map(\.skeleton) == expected.map(\.skeleton), "seed \(seed)")
            #expect(found(remembering).map(\.skeleton) == expected.map(\.skeleton))
        }
    }

    /// Returns whether a journey with a similar departure has no more rides and arrives five
    /// minutes earlier, or has fewer rides and arrives less than a minute later.
    private func isBetter(_ one: FoundJourney, _ other: FoundJourney) -> Bool {
        abs(one.departure - other.departure) <= 120
            && (one.rideCount <= other.rideCount && one.arrival + 300 <= other.arrival
                || one.rideCount < other.rideCount && one.departure + 59 >= other.departure
                    && one.arrival <= other.arrival + 59)
    }

    /// Checks that legs are consecutive in time and place.
    private func check(_ itinerary: Itinerary) {
        var time = itinerary.departure.expected
        var place: StopIndex?
        for leg in itinerary.legs {
            switch leg {
            case .walk(let walk):
                #expect(walk.departure >= time)
                #expect(place == nil || walk.from.stop == place)
                time = walk.arrival
                place = walk.to.stop
            case .ride(let ride):
                #expect(ride.board.departure.expected >= time)
                #expect(place == nil || ride.board.place.stop == place)
                #expect(!ride.board.isSkipped && !ride.alight.isSkipped && !ride.isCancelled)
                time = ride.alight.arrival.expected
                place = ride.alight.place.stop
                for other in ride.alternatives {
                    #expect(other.route != ride.route)
                    #expect(other.board.departure.expected >= itinerary.departure.expected)
                }
            }
        }
        #expect(time == itinerary.arrival.expected)
    }
}
