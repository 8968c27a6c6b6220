import ArgumentParser
import Dispatch
import Foundation
import Matching
import Raptor
import Realtime
import Routing
import Timetables
import Transit
import TransitModel

/// `takt plan-batch`: runs many earliest-arrival searches, for checks and measurements.
struct PlanBatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan-batch",
        abstract: "Answer many queries between stops, for checks and measurements.",
        discussion: """
            Trips of the date and of the next day; no transfer times; walks only from transfers.txt; at \
            most 16 vehicles. Queries: query,from_stop_id,to_stop_id,departure_s. Answers: \
            query,trips,arrival_s for each Pareto-optimal pair. With --window all journeys that leave \
            within so many seconds: query,trips,departure_s,arrival_s. With --page what riders would be shown, with \
            transfer times and all walks: query,vehicles,departure,arrival,connection.
            """)

    @Option(help: "The network file.")
    var network: String

    @Option(help: "The service day, as in 2018-09-24.")
    var date: String

    @Option(help: "The CSV file of queries.")
    var queries: String

    @Option(help: "The CSV file to write the answers to.")
    var answers: String

    @Option(help: "A CSV file to write the journeys' legs to.")
    var journeys: String?

    @Option(
        help: "The window in seconds within which journeys may depart, instead of a single time.")
    var window: Int32?

    @Option(help: "Percent of the day's trips to delay by random minutes, for measuring.")
    var late: Double?

    @Option(help: "Also search on this many threads at once, and print the queries per second.")
    var threads: Int?

    @Option(help: "Find pages of this many connections instead, as riders get them.")
    var page: Int?

    struct Query: Sendable {
        let name: Substring
        let from: StopIndex
        let to: StopIndex
        let departure: ServiceTime
    }

    func run() throws {
        guard let day = ServiceDay(date) else {
            throw fail("--date must be a day as in 2018-09-24, not '\(date)'.", .usage)
        }
        let timetable = try Timetable(path: network)
        try requireCovered(day, by: timetable)
        let queries = try readQueries(timetable)
        if let window, !(1...86_400).contains(window) {
            throw fail("--window must be 1 to 86400 seconds, not \(window).", .usage)
        }
        if let late, !(0...100).contains(late) {
            throw fail("--late must be 0 to 100 percent, not \(late).", .usage)
        }
        if let threads, !(1...256).contains(threads) {
            throw fail("--threads must be 1 to 256, not \(threads).", .usage)
        }
        if let page {
            guard (1...PlanningRequest.maximumResults).contains(page) else {
                throw fail(
                    "--page must be 1 to \(PlanningRequest.maximumResults), not \(page).", .usage)
            }
            return try writePages(queries, day, results: page, timetable)
        }
        let routingDay = layOut(timetable, day)
        var search = JourneySearch(routingDay)
        var answerLines =
            window == nil
            ? "query,trips,arrival_s\n" : "query,trips,departure_s,arrival_s\n"
        var journeyLines =
            "query,trips,leg,kind,from_stop_id,to_stop_id,trip_id,departure_s,arrival_s\n"
        var microseconds: [Double] = []
        let clock = ContinuousClock()
        for query in queries {
            var found: [Journey] = []
            let duration = clock.measure { found = answer(query, window, &search) }
            microseconds.append(duration / .microseconds(1))
            for journey in found {
                let departure = window == nil ? "" : "\(journey.departure.seconds),"
                answerLines +=
                    "\(query.name),\(journey.rides),\(departure)\(journey.arrival.seconds)\n"
                guard journeys != nil else { continue }
                for (number, leg) in journey.legs.enumerated() {
                    journeyLines +=
                        "\(query.name),\(journey.rides),\(number + 1),"
                        + describe(leg, timetable) + "\n"
                }
            }
        }
        try OutputFile.write(answerLines, to: answers)
        if let journeys { try OutputFile.write(journeyLines, to: journeys) }
        printTimes(microseconds)
        if let threads { printThroughput(queries, routingDay, threads: threads) }
    }

    private func writePages(
        _ queries: [Query], _ day: ServiceDay, results: Int, _ timetable: Timetable
    ) throws {
        let planner = JourneyPlanner(timetable)
        let updates = delays(timetable, day)
        let overlay =
            updates.isEmpty ? .none : read(updates, timetable, day).overlay(version: 1)
        var lines = Self.pageHeader
        var microseconds: [Double] = []
        let clock = ContinuousClock()
        for query in queries {
            var found: [Itinerary] = []
            let duration = clock.measure {
                found = Self.page(query, day, results: results, planner, overlay)
            }
            microseconds.append(duration / .microseconds(1))
            lines += Self.pageLines(query, found)
        }
        try OutputFile.write(lines, to: answers)
        printTimes(microseconds)
    }

    private func layOut(_ timetable: Timetable, _ day: ServiceDay) -> RoutingDay {
        let updates = delays(timetable, day)
        let start = ContinuousClock.now
        let reader = self.read(updates, timetable, day)
        let read = ContinuousClock.now
        let routingDay = RoutingDay(
            timetable, day: day, span: .plain, walks: .stated,
            overlay: updates.isEmpty ? .none : reader.overlay(version: 1), transferSeconds: nil)
        if late != nil {
            func text(_ duration: Duration) -> String {
                String(format: "%.1f", duration / .milliseconds(1))
            }
            print(
                "updates \(updates.count) read_ms \(text(read - start)) "
                    + "layout_ms \(text(ContinuousClock.now - read))")
        }
        return routingDay
    }

    /// Returns the requested delays.
    private func delays(_ timetable: Timetable, _ day: ServiceDay) -> [TripUpdate] {
        late.map { SeededDelays(percent: $0).updates(timetable, day: day) } ?? []
    }

    /// Returns a reader that has applied the updates.
    private func read(
        _ updates: [TripUpdate], _ timetable: Timetable, _ day: ServiceDay
    ) -> TripUpdateReader {
        var reader = TripUpdateReader(timetable)
        let noon = timetable.timeZone.time(ServiceTime(hours: 12, minutes: 0), on: day)
        for update in updates { reader.read(update, now: noon) }
        return reader
    }

    /// Every thread answers all queries with its own scratch memory.
    private func printThroughput(_ queries: [Query], _ day: RoutingDay, threads: Int) {
        let window = window
        let start = ContinuousClock.now
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            var search = JourneySearch(day)
            for query in queries { _ = answer(query, window, &search) }
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let rate = Double(queries.count * threads) / max(seconds, 1e-9)
        print("threads \(threads) queries_per_s \(String(format: "%.0f", rate))")
    }

    private func answer(
        _ query: Query, _ window: Int32?, _ search: inout JourneySearch
    ) -> [Journey] {
        var request = RoutingRequest(
            from: [AccessStop(stop: query.from)], to: [AccessStop(stop: query.to)])
        request.maximumRides = JourneySearch.maximumRides + 1
        guard let window else {
            return search.earliestArrivals(request, departure: query.departure)
        }
        let end = ServiceTime(seconds: query.departure.seconds + window)
        return search.journeys(request, .departures(from: query.departure, before: end))
    }

    private func describe(_ leg: Journey.Leg, _ timetable: Timetable) -> String {
        func id(_ stop: StopIndex?) -> String { stop.map(timetable.stops.id) ?? "" }
        switch leg {
        case .walk(let walk):
            return "walk,\(id(walk.from)),\(id(walk.to)),,,\(walk.arrival.seconds)"
        case .ride(let ride):
            return "ride,\(id(ride.boardAt)),\(id(ride.alightAt)),"
                + "\(timetable.trips.id(timetable.patterns.runTrips[ride.run])),"
                + "\(ride.departure.seconds),\(ride.arrival.seconds)"
        }
    }

    private func readQueries(_ timetable: Timetable) throws -> [Query] {
        let lines = try CSVFile.lines(of: queries)
        let columns = "query,from_stop_id,to_stop_id,departure_s"
        guard lines.first?.hasPrefix(columns) == true else {
            throw fail("\(queries) line 1: expected the header \(columns).", .badData)
        }
        return try lines.enumerated().dropFirst().map { number, line in
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            guard fields.count == 4, let seconds = Int32(fields[3]), seconds >= 0 else {
                throw fail(
                    "\(queries) line \(number + 1): expected \(columns), with the seconds as a "
                        + "whole number, not negative.", .badData)
            }
            func stop(_ id: Substring) throws -> StopIndex {
                guard let stop = timetable.stops.find(id: String(id)) else {
                    throw fail(
                        "\(queries) line \(number + 1): there is no stop '\(id)'.", .badData)
                }
                return stop
            }
            return Query(
                name: fields[0], from: try stop(fields[1]), to: try stop(fields[2]),
                departure: ServiceTime(seconds: seconds))
        }
    }

    private func printTimes(_ microseconds: [Double]) {
        let sorted = microseconds.sorted()
        guard let last = sorted.last else {
            print("queries 0")
            return
        }
        func text(_ value: Double) -> String { String(format: "%.1f", value) }
        let mean = sorted.reduce(0, +) / Double(sorted.count)
        print(
            "queries \(sorted.count) mean_us \(text(mean)) "
                + "median_us \(text(sorted[sorted.count / 2])) "
                + "p99_us \(text(sorted[min(sorted.count - 1, sorted.count * 99 / 100)])) "
                + "max_us \(text(last))")
    }
}
