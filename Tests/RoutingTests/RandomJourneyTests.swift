import Raptor
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Routing

/// The fast search compared with ``SlowSearch`` on small random networks.
@Suite struct RandomJourneyTests {
    @Test(arguments: 1...24)
    func `agrees with a slow search on random networks`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        // One search for all networks: remains of one must not affect the next.
        var search = JourneySearch(try JourneyTrial(&random).routingDay)
        for round in 0..<20 {
            let trial = try JourneyTrial(&random)
            search.move(to: trial.routingDay)
            for question in 0..<3 {
                let request = trial.network.request(&random)
                let findings = try trial.findings(request, &search, &random)
                guard findings.isEmpty else {
                    Issue.record(
                        """
                        seed \(seed), round \(round), question \(question)
                        \(findings.joined(separator: "\n"))
                        \(request)
                        \(trial.drawing)
                        """)
                    return
                }
            }
        }
    }
}

/// A network prepared for both searches.
struct JourneyTrial {
    let network: RandomNetwork
    let timetable: Timetable
    let routingDay: RoutingDay
    private let components: NetworkComponents
    private let usesClock: Bool
    let runs: [SlowRun]
    let transfers: SlowTransfers
    private let filter: RandomNetwork.Filter
    private let transferSeconds: Int

    /// Creates a random network and prepares it.
    init(_ random: inout SeededRandom) throws {
        network = RandomNetwork(&random)
        timetable = try network.feed.compiled()
        filter = network.filter(&random)
        transferSeconds = [0, 0, 60, 120, 300].randomElement(using: &random) ?? 0
        components = NetworkComponents(timetable)
        usesClock = network.features.contains(.clock)
        routingDay = RoutingDay(
            timetable, day: network.day, span: usesClock ? .clock : .plain, walks: .stated,
            overlay: try network.overlay(timetable),
            filter: try network.routingFilter(filter, timetable),
            transferSeconds: Int32(transferSeconds))
        runs = network.runs(
            shifts: usesClock ? network.clockShifts : [0: 0, 1: 86_400], filter: filter)
        transfers = network.slowTransfers(transferSeconds: transferSeconds)
    }

    /// A description for failure messages.
    var drawing: String { "transfers \(transferSeconds) s, \(filter)\n\(network.drawing)" }

    /// Returns the day of the component that contains a request; of the whole network if there is
    /// none.
    private func linkedDay(_ request: RoutingRequest) throws -> RoutingDay {
        guard !components.areLinked(by: routingDay.overlay),
            let component = components.component(of: request)
        else { return routingDay }
        return RoutingDay(
            of: NetworkPart(component: component, of: components), day: network.day,
            span: usesClock ? .clock : .plain, walks: .stated, overlay: routingDay.overlay,
            filter: try network.routingFilter(filter, timetable),
            transferSeconds: Int32(transferSeconds))
    }

    /// Returns all differences between the searches for a request; empty if they agree.
    func findings(
        _ request: SlowRequest, _ search: inout JourneySearch, _ random: inout SeededRandom
    ) throws -> [String] {
        var slow = SlowSearch(runs, transfers, stopCount: network.stops.count, request)
        let all = slow.allAnswers()
        let onFoot = slow.secondsOnFoot()
        let wanted = try network.routingRequest(request, timetable)
        // Half of the requests are answered with the component of their ends alone.
        search.move(to: Bool.random(using: &random) ? try linkedDay(wanted) : routingDay)
        var comparison = JourneyComparison(
            all: all, onFoot: onFoot, best: SlowSearch.best(of: all, secondsOnFoot: onFoot),
            wanted: wanted, check: JourneyCheck(runs, transfers, request, timetable, network.day))
        for _ in 0..<3 {
            let time = Int.random(in: 0...100_000, using: &random) / 30 * 30
            comparison.leave(from: time, &search)
            comparison.arrive(by: time, &search)
        }
        // Mistakes are most likely at event times.
        if let some = all.randomElement(using: &random) {
            comparison.leave(from: some.departure, &search)
            comparison.arrive(by: some.arrival, &search)
        }
        let start = Int.random(in: 0...90_000, using: &random)
        let end = start + Int.random(in: 0...40_000, using: &random)
        let between = Int.random(in: start...end, using: &random)
        comparison.windows(start, between, end, &search)
        // One, a page, or all.
        let count = [1, 3, 1000].randomElement(using: &random) ?? 1
        // Good and bad ones; none for half of the requests.
        if Bool.random(using: &random) {
            comparison.wanted.guesses = all.filter { _ in random.unit() < 0.2 }.map {
                let error = Int32([-600, -1, 0, 0, 0, 1, 600].randomElement(using: &random) ?? 0)
                return JourneyCriteria(
                    departure: ServiceTime(seconds: Int32($0.departure)),
                    arrival: ServiceTime(seconds: Int32($0.arrival) + error),
                    rides: max(1, $0.rides + Int.random(in: -1...1, using: &random)))
            }
        }
        comparison.follow(start, end, count, &search)
        comparison.followBack(start, end, count, &search)
        return comparison.findings
    }
}

/// The answers of both searches to one request.
private struct JourneyComparison {
    let all: [SlowSearch.Answer]
    let onFoot: Int?
    let best: [SlowSearch.Answer]
    var wanted: RoutingRequest
    let check: JourneyCheck
    var findings: [String] = []

    mutating func leave(from time: Int, _ search: inout JourneySearch) {
        let name = "leaving from \(RandomNetwork.clock(time)) on"
        let found = search.earliestArrivals(
            wanted, departure: ServiceTime(seconds: Int32(time)))
        compare(
            name, found.map { "\($0.rides) at \(clock($0.arrival))" },
            SlowSearch.earliestArrivals(of: all, secondsOnFoot: onFoot, departure: time).map {
                "\($0.rides) at \(RandomNetwork.clock($0.arrival))"
            })
        for journey in found {
            checkLegs(name, journey)
            if journey.departure.seconds < time { findings.append("\(name): left before") }
        }
    }

    mutating func arrive(by time: Int, _ search: inout JourneySearch) {
        let name = "arriving by \(RandomNetwork.clock(time))"
        let found = search.latestDepartures(wanted, arrival: ServiceTime(seconds: Int32(time)))
        compare(
            name, found.map { "\($0.rides) from \(clock($0.departure))" },
            SlowSearch.latestDepartures(of: all, secondsOnFoot: onFoot, arrival: time).map {
                "\($0.rides) from \(RandomNetwork.clock($0.departure))"
            })
        for journey in found {
            checkLegs(name, journey)
            if journey.arrival.seconds > time { findings.append("\(name): arrived after") }
        }
    }

    /// Compares the journeys of a window with those of its two parts.
    mutating func windows(_ start: Int, _ between: Int, _ end: Int, _ search: inout JourneySearch) {
        func departures(_ from: Int, _ to: Int) -> DepartureWindow {
            .departures(
                from: ServiceTime(seconds: Int32(from)), before: ServiceTime(seconds: Int32(to)))
        }
        func arrivals(_ from: Int, _ to: Int) -> DepartureWindow {
            .arrivals(
                before: ServiceTime(seconds: Int32(to)), from: ServiceTime(seconds: Int32(from)))
        }
        let span = "\(RandomNetwork.clock(start)) to \(RandomNetwork.clock(end))"
        let leaving = search.journeys(wanted, departures(start, end))
        compare(
            "leaving \(span)", leaving.map(text),
            best.filter { (start..<end).contains($0.departure) }.map(text))
        let parts =
            search.journeys(wanted, departures(start, between))
            + search.journeys(wanted, departures(between, end))
        compare("leaving \(span) in two parts", parts.map(text), leaving.map(text))
        let arriving = search.journeys(wanted, arrivals(start, end))
        compare(
            "arriving \(span)", arriving.map(text),
            best.filter { (start..<end).contains($0.arrival) }.map(text))
        let arrivingParts =
            search.journeys(wanted, arrivals(start, between))
            + search.journeys(wanted, arrivals(between, end))
        compare(
            "arriving \(span) in two parts", arrivingParts.map(text).sorted(),
            arriving.map(text).sorted())
        for journey in leaving + parts + arriving + arrivingParts { checkLegs(span, journey) }
    }

    /// The distance within which journeys are neighbours, in seconds.
    private static let neighbourSeconds = 600

    /// Compares a number of journeys from a time on, and all others that depart until the last of
    /// them.
    mutating func follow(_ start: Int, _ end: Int, _ count: Int, _ search: inout JourneySearch) {
        let name = "\(count) from \(RandomNetwork.clock(start)) to \(RandomNetwork.clock(end))"
        let found = search.follow(
            wanted,
            .departures(
                from: ServiceTime(seconds: Int32(start)), before: ServiceTime(seconds: Int32(end)),
                neighbours: Int32(Self.neighbourSeconds))
        ) { criteriaList, _ in
            let departures = criteriaList.map(\.departure).sorted()
            return departures.count >= count ? departures[count - 1] : nil
        }
        let edge = Int(found.end.seconds)
        let expected = best.filter { (start..<end).contains($0.departure) }
        compare(
            name, found.journeys.map(text), expected.filter { $0.departure < edge }.map(text))
        if found.journeys.count < min(count, expected.count) {
            findings.append("\(name): only until \(clock(found.end))")
        }
        let before = expected.filter {
            (edge - Self.neighbourSeconds..<edge).contains($0.departure)
        }
        let behind = expected.filter {
            (edge..<edge + Self.neighbourSeconds).contains($0.departure)
        }
        checkNeighbours(name, found, of: before, among: behind)
        for journey in found.journeys + found.neighbours { checkLegs(name, journey) }
    }

    /// Compares a number of journeys before a time, and all others that arrive since the first of
    /// them.
    mutating func followBack(
        _ start: Int, _ end: Int, _ count: Int, _ search: inout JourneySearch
    ) {
        let name = "\(count) back from \(RandomNetwork.clock(end)) to \(RandomNetwork.clock(start))"
        let found = search.follow(
            wanted,
            .arrivals(
                before: ServiceTime(seconds: Int32(end)), from: ServiceTime(seconds: Int32(start)),
                neighbours: Int32(Self.neighbourSeconds))
        ) { criteriaList, _ in
            let arrivals = criteriaList.map(\.arrival).sorted(by: >)
            return arrivals.count >= count ? arrivals[count - 1] : nil
        }
        let edge = Int(found.end.seconds)
        let expected = best.filter { (start..<end).contains($0.arrival) }
        compare(name, found.journeys.map(text), expected.filter { $0.arrival >= edge }.map(text))
        if found.journeys.count < min(count, expected.count) {
            findings.append("\(name): only from \(clock(found.end))")
        }
        let before = expected.filter { (edge..<edge + Self.neighbourSeconds).contains($0.arrival) }
        let behind = expected.filter { (edge - Self.neighbourSeconds..<edge).contains($0.arrival) }
        checkNeighbours(name, found, of: before, among: behind)
        for journey in found.journeys + found.neighbours { checkLegs(name, journey) }
    }

    /// Checks that all neighbours of a journey with fewer rides are found, and nothing else.
    private mutating func checkNeighbours(
        _ name: String, _ found: FollowingJourneys<Journey>, of near: [SlowSearch.Answer],
        among behind: [SlowSearch.Answer]
    ) {
        let listed = Set(found.neighbours.map(text))
        let most = near.map(\.rides).max() ?? 0
        let missing = behind.filter { $0.rides < most && !listed.contains(text($0)) }
        if !missing.isEmpty { findings.append("\(name): neighbours \(missing.map(text)) missing") }
        let wrong = listed.subtracting(behind.map(text))
        if !wrong.isEmpty { findings.append("\(name): neighbours \(wrong) are not there") }
    }

    private mutating func checkLegs(_ name: String, _ journey: Journey) {
        do {
            try check.check(journey)
        } catch {
            findings.append("\(name): \(error) in \(journey)")
        }
    }

    private mutating func compare(_ name: String, _ found: [String], _ expected: [String]) {
        if found != expected {
            findings.append("\(name): found \(found), expected \(expected)")
        }
    }

    private func clock(_ time: ServiceTime) -> String { RandomNetwork.clock(Int(time.seconds)) }

    private func text(_ journey: Journey) -> String {
        "\(journey.rides) \(clock(journey.departure)) to \(clock(journey.arrival))"
    }

    private func text(_ answer: SlowSearch.Answer) -> String {
        "\(answer.rides) \(RandomNetwork.clock(answer.departure)) to "
            + RandomNetwork.clock(answer.arrival)
    }
}
