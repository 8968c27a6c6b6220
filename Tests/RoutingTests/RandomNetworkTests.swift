import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Routing

/// Comparison with a slow, obvious search: relax every trip and every walk until nothing changes,
/// round by round.
@Suite struct RandomNetworkTests {
    private struct Call {
        let stop: Int
        let arrival: Int32
        let departure: Int32
    }

    private let day = ServiceDay(daysSince1970: 20_577)

    @Test(arguments: 1...6)
    func `agrees with a slow search on hundreds of random networks`(part: Int) throws {
        var random = SeededRandom(seed: UInt64(part))
        for round in 0..<50 {
            let stopCount = Int.random(in: 2...9, using: &random)
            let (feed, trips) = randomFeed(stopCount: stopCount, &random)
            let walks = randomWalks(stopCount: stopCount, &random)
            var text = feed
            text.files["transfers.txt"] = walks.reduce(
                "from_stop_id,to_stop_id,transfer_type,min_transfer_time\n"
            ) { $0 + "S\($1.from),S\($1.to),2,\($1.seconds)\n" }
            let timetable = try text.compiled()
            var search = JourneySearch(
                RoutingDay(timetable, day: day, span: .plain, walks: .stated, transferSeconds: nil))
            for _ in 0..<12 {
                let from = Int.random(in: 0..<stopCount, using: &random)
                let to = Int.random(in: 0..<stopCount, using: &random)
                let departure = Int32.random(in: 0...90_000, using: &random) / 60 * 60
                let comment = Comment(
                    rawValue: "seed \(part), round \(round): S\(from) to S\(to) at \(departure)")
                guard let a = timetable.stops.find(id: "S\(from)"),
                    let b = timetable.stops.find(id: "S\(to)")
                else { continue }
                var request = RoutingRequest(
                    from: [AccessStop(stop: a)], to: [AccessStop(stop: b)])
                request.maximumRides = 16
                let found = search.earliestArrivals(
                    request, departure: ServiceTime(seconds: departure))
                let expected = slowAnswers(
                    trips, walks, stopCount: stopCount, from: from, to: to, departure)
                #expect(found.map(\.rides) == expected.map(\.rides), comment)
                #expect(found.map(\.arrival.seconds) == expected.map(\.arrival), comment)
                for answer in found {
                    checkLegs(answer, from: a, to: b, departure, comment)
                }
            }
        }
    }

    private func checkLegs(
        _ answer: Journey, from: StopIndex, to: StopIndex, _ departure: Int32, _ comment: Comment
    ) {
        var location = from
        var time = departure
        var rides = 0
        var walkedLast = false
        for leg in answer.legs {
            switch leg {
            case .walk(let walk):
                #expect(
                    walk.from == location && !walkedLast && walk.arrival.seconds >= time, comment)
                location = walk.to ?? location
                time = walk.arrival.seconds
                walkedLast = true
            case .ride(let ride):
                #expect(
                    ride.boardAt == location && ride.board < ride.alight
                        && ride.departure.seconds >= time, comment)
                location = ride.alightAt
                time = ride.arrival.seconds
                rides += 1
                walkedLast = false
            }
        }
        #expect(location == to && time == answer.arrival.seconds, comment)
        #expect(rides == answer.rides, comment)
    }

    private func randomFeed(
        stopCount: Int, _ random: inout SeededRandom
    ) -> (TextFeed, [[Call]]) {
        var drawing = ""
        var trips: [[Call]] = []
        for trip in 0..<Int.random(in: 1...14, using: &random) {
            var minute = Int.random(in: 300...1500, using: &random)
            var calls: [Call] = []
            drawing += "r\(Int.random(in: 0...3, using: &random))-\(trip):"
            for _ in 0..<Int.random(in: 2...6, using: &random) {
                let stop = Int.random(in: 0..<stopCount, using: &random)
                let stay = Int.random(in: 0...4, using: &random)
                drawing += " S\(stop) \(clock(minute))/\(clock(minute + stay))"
                calls.append(
                    Call(
                        stop: stop, arrival: Int32(minute * 60),
                        departure: Int32((minute + stay) * 60)))
                minute += stay + Int.random(in: 1...40, using: &random)
            }
            drawing += "\n"
            trips.append(calls)
        }
        return (TextFeed(drawing), trips)
    }

    private func clock(_ minute: Int) -> String {
        "\(minute / 60):" + (minute % 60 < 10 ? "0" : "") + "\(minute % 60)"
    }

    /// Returns walks that are closed under composition, as the search requires.
    private func randomWalks(
        stopCount: Int, _ random: inout SeededRandom
    ) -> [(from: Int, to: Int, seconds: Int32)] {
        var seconds = [[Int32]](
            repeating: Array(repeating: Int32.max / 4, count: stopCount), count: stopCount)
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let a = Int.random(in: 0..<stopCount, using: &random)
            let b = Int.random(in: 0..<stopCount, using: &random)
            guard a != b else { continue }
            let time = Int32.random(in: 1...20, using: &random) * 60
            seconds[a][b] = min(seconds[a][b], time)
            seconds[b][a] = min(seconds[b][a], time)
        }
        for via in 0..<stopCount {
            for a in 0..<stopCount {
                for b in 0..<stopCount where a != b {
                    seconds[a][b] = min(seconds[a][b], seconds[a][via] + seconds[via][b])
                }
            }
        }
        var walks: [(from: Int, to: Int, seconds: Int32)] = []
        for a in 0..<stopCount {
            for b in 0..<stopCount where a != b && seconds[a][b] < 80_000 {
                walks.append((a, b, seconds[a][b]))
            }
        }
        return walks
    }

    private func slowAnswers(
        _ trips: [[Call]], _ walks: [(from: Int, to: Int, seconds: Int32)], stopCount: Int,
        from: Int, to: Int, _ departure: Int32
    ) -> [(rides: Int, arrival: Int32)] {
        let twoDays =
            trips
            + trips.map { trip in
                trip.map {
                    Call(
                        stop: $0.stop, arrival: $0.arrival + 86_400,
                        departure: $0.departure + 86_400)
                }
            }
        func walked(_ times: [Int32]) -> [Int32] {
            var result = times
            for walk in walks where times[walk.from] < .max {
                result[walk.to] = min(result[walk.to], times[walk.from] + walk.seconds)
            }
            return result
        }
        var boardableAt = [Int32](repeating: .max, count: stopCount)
        boardableAt[from] = departure
        boardableAt = walked(boardableAt)
        var answers: [(rides: Int, arrival: Int32)] = []
        if boardableAt[to] < .max { answers.append((0, boardableAt[to])) }
        for rides in 1...16 {
            var bestArrival = [Int32](repeating: .max, count: stopCount)
            for trip in twoDays {
                for board in trip.indices
                where boardableAt[trip[board].stop] <= trip[board].departure {
                    for call in trip[(board + 1)...] {
                        bestArrival[call.stop] = min(bestArrival[call.stop], call.arrival)
                    }
                }
            }
            let reached = zip(walked(bestArrival), boardableAt).map { min($0, $1) }
            if reached[to] < (answers.last?.arrival ?? .max) {
                answers.append((rides, reached[to]))
            }
            boardableAt = reached
        }
        return answers
    }
}
