import DemoNetwork
import Testing
import TransitModel

/// Checks that vehicles could actually drive the trips of the timetable.
struct TimetableTests {
    private let feed = ReadFeed.shared

    private func day(_ text: String) throws -> ServiceDay {
        try #require(ServiceDay(text))
    }

    @Test func `times never decrease along a trip`() {
        #expect(feed.stopTimes.count == feed.trips.count)
        var faults: [String] = []
        for (trip, calls) in feed.stopTimes {
            let times = calls.flatMap { [$0.arrival, $0.departure] }.compactMap { $0 }
            let isRising = zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
            let ends = [calls.first?.departure, calls.last?.arrival]
            let sequence = calls.compactMap { Int($0.row["stop_sequence"]) }
            if !isRising || ends.contains(nil) || sequence != Array(1...calls.count) {
                faults.append(trip)
            }
        }
        #expect(faults.isEmpty)
    }

    @Test func `untimed calls have no times`() {
        let untimed = feed.table("stop_times.txt").filter { $0["timepoint"] == "0" }
        #expect(!untimed.isEmpty)
        #expect(untimed.allSatisfy { $0["arrival_time"].isEmpty && $0["departure_time"].isEmpty })
    }

    @Test func `every day of the range has exactly one kind of day`() {
        var festivals = 0
        for offset in 0...ReadFeed.from.distance(to: ReadFeed.to) {
            let services = feed.services(on: ReadFeed.from.advanced(by: offset))
            #expect(services.intersection(["MF", "SA", "SU"]).count == 1)
            festivals += services.contains("FESTIVAL") ? 1 : 0
        }
        #expect(festivals > 5)
        #expect(!feed.table("calendar.txt").contains { $0["service_id"] == "FESTIVAL" })
    }

    @Test(arguments: [
        "2026-04-03", "2026-04-06", "2026-05-14", "2026-05-25", "2026-06-04", "2026-12-25",
        "2027-01-01",
    ])
    func `holidays run like Sundays`(text: String) throws {
        let services = feed.services(on: try day(text))
        #expect(services.contains("SU") && !services.contains("MF"))
    }

    @Test func `exceptions lie in the range`() {
        let dates = feed.table("calendar_dates.txt").map { $0["date"] }
        #expect(!dates.isEmpty)
        #expect(dates.allSatisfy { "20260301" <= $0 && $0 <= "20270115" })
    }

    @Test func `a single day is a whole feed`() throws {
        let sunday = try day("2026-05-03")
        let small = ReadFeed(DemoFeed.files(from: sunday, to: sunday))
        #expect(small.services(on: sunday) == ["SU"])
        #expect(Set(small.table("trips.txt").map { $0["service_id"] }) == ["SU"])
        #expect(small.vehiclesRunning(on: sunday, at: 12 * 3600) > 40)
    }

    @Test func `as many vehicles run as in a real town`() throws {
        let monday = try day("2026-05-04")
        #expect((150...400).contains(feed.vehiclesRunning(on: monday, at: 8 * 3600)))
        #expect((100...400).contains(feed.vehiclesRunning(on: monday, at: 12 * 3600)))
        #expect(feed.vehiclesRunning(on: monday, at: 3 * 3600) == 0)
    }

    @Test func `the night network runs after Friday and Saturday only`() throws {
        let halfPastOne = 25 * 3600 + 1800
        #expect(feed.vehiclesRunning(on: try day("2026-05-09"), at: halfPastOne) > 0)
        #expect(feed.vehiclesRunning(on: try day("2026-05-08"), at: halfPastOne) > 0)
        #expect(feed.vehiclesRunning(on: try day("2026-05-06"), at: halfPastOne) == 0)
    }

    @Test func `vehicles are in one place at a time`() {
        struct Piece {
            let trip: String
            let service: String
            let start: Int
            let end: Int
            let first: String
            let last: String
        }
        var blocks: [String: [Piece]] = [:]
        for trip in feed.table("trips.txt") where !trip["block_id"].isEmpty {
            guard let calls = feed.stopTimes[trip["trip_id"]], let first = calls.first,
                let last = calls.last, let start = first.departure, let end = last.arrival
            else { continue }
            blocks[trip["block_id"], default: []].append(
                Piece(
                    trip: trip["trip_id"], service: trip["service_id"], start: start, end: end,
                    first: first.stop, last: last.stop))
        }
        #expect(blocks.count > 100)
        var faults: [String] = []
        for pieces in blocks.values.map({ $0.sorted { $0.start < $1.start } }) {
            for (previous, next) in zip(pieces, pieces.dropFirst()) {
                let gap = feed.place(ofStop: previous.last)
                    .distanceMetres(to: feed.place(ofStop: next.first))
                if next.start < previous.end || next.service != previous.service || gap > 80 {
                    faults.append("\(previous.trip) -> \(next.trip)")
                }
            }
        }
        #expect(faults.isEmpty)
    }

    @Test func `riders stay seated only within a block`() {
        let kept = feed.table("transfers.txt").filter { $0["transfer_type"] == "4" }
        #expect(kept.count > 50)
        for row in kept {
            let first = feed.trips[row["from_trip_id"]]
            let second = feed.trips[row["to_trip_id"]]
            #expect(first?["block_id"] == second?["block_id"])
            #expect(first?["route_id"] != second?["route_id"])
            #expect(feed.stopTimes[row["from_trip_id"]]?.last?.stop == row["from_stop_id"])
            #expect(feed.stopTimes[row["to_trip_id"]]?.first?.stop == row["to_stop_id"])
        }
    }

    @Test func `all kinds of transfers occur`() {
        let kinds = Set(feed.table("transfers.txt").map { $0["transfer_type"] })
        #expect(kinds == ["1", "2", "3", "4"])
    }

    @Test func `timed changes are timed`() throws {
        func times(_ route: String, _ direction: String, _ prefix: String) -> [StopTime] {
            feed.table("trips.txt")
                .filter {
                    $0["route_id"] == route && $0["direction_id"] == direction
                        && $0["service_id"] == "MF"
                }
                .compactMap { trip in
                    feed.stopTimes[trip["trip_id"]]?.first { $0.stop.hasPrefix(prefix) }
                }
        }
        let arrivals = times("s1", "0", "mooswilen:").compactMap(\.arrival)
        let departures = times("25", "0", "mooswilen-bahnhof:").compactMap(\.departure)
        let met = departures.filter { departure in
            arrivals.contains { (60...360).contains(departure - $0) }
        }
        #expect(departures.count > 30)
        #expect(met.count > departures.count / 2)
    }

    @Test func `trains meet at the main station on the hour and the half`() throws {
        let trains = feed.table("trips.txt").filter {
            ["s1", "s2", "s3"].contains($0["route_id"]) && $0["service_id"] == "SU"
        }
        #expect(trains.count > 100)
        for trip in trains {
            let call = try #require(
                feed.stopTimes[trip["trip_id"]]?.first { $0.stop.hasPrefix("seewil:") })
            let arrival = try #require(call.arrival) % 1800
            let departure = try #require(call.departure) % 1800
            let isThere = departure <= 300 || arrival >= 1500
            #expect(isThere, "\(trip["trip_id"])")
        }
    }
}
