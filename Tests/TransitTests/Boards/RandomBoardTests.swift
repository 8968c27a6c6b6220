import Realtime
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Transit

/// Comparison with a slow, obvious board, on random networks with random changes.
@Suite struct RandomBoardTests {
    private let days = (-4...4).map { monday.advanced(by: $0) }

    @Test(arguments: 1...4)
    func `agrees with a look at every run of every day`(part: Int) throws {
        var random = SeededRandom(seed: UInt64(part) &* 7919)
        for round in 0..<25 {
            let text = try randomNetwork(&random)
            for _ in 0..<12 {
                let request = randomRequest(text, &random)
                let comment = Comment(rawValue: "seed \(part), round \(round): \(request)")
                let all = SlowBoard(text, request.stop, request.kind).calls
                let slow = page(all, request)
                let found = text.board(request).calls
                #expect(found.map(key) == slow.map(\.key), comment)
                #expect(found.map(\.status) == slow.map(\.status), comment)
                let lasts = lasts(of: all)
                #expect(
                    found.filter(\.isLast).map(key)
                        == slow.map(\.key).filter(lasts.contains), comment)
            }
        }
    }

    @Test(arguments: 1...4)
    func `pages tile the days, forth and back`(part: Int) throws {
        var random = SeededRandom(seed: UInt64(part) &* 104_729)
        for round in 0..<15 {
            let text = try randomNetwork(&random)
            let comment = Comment(rawValue: "seed \(part), round \(round)")
            var request = randomRequest(text, &random)
            request.goesBack = false
            request.cursor = BoardCursor(text.timetable.timeZone.start(of: monday))
            request.spanSeconds = BoardRequest.maximumSpanSeconds
            request.limit = BoardRequest.maximumLimit
            let whole = page(SlowBoard(text, request.stop, request.kind).calls, request).map(\.key)
            try #require(whole.count < BoardRequest.maximumLimit)
            request.spanSeconds = Int.random(in: 3600...40_000, using: &random)
            request.limit = Int.random(in: 1...7, using: &random)
            let end = BoardCursor(
                request.cursor.time.advanced(bySeconds: Double(BoardRequest.maximumSpanSeconds)))
            var forth: [String] = []
            while request.cursor < end {
                let page = text.board(request)
                try #require(page.later > request.cursor)
                forth += page.calls.filter { $0.cursor < end }.map(key)
                // Cursors can be encoded in an address.
                request.cursor = try #require(BoardCursor(text: page.later.text))
            }
            #expect(forth == whole, comment)
            let start = BoardCursor(text.timetable.timeZone.start(of: monday))
            request.cursor = end
            request.goesBack = true
            var back: [String] = []
            while request.cursor > start {
                let page = text.board(request)
                try #require(page.earlier < request.cursor)
                back = page.calls.filter { $0.cursor >= start }.map(key) + back
                request.cursor = page.earlier
            }
            #expect(back == whole, comment)
        }
    }

    private func key(_ call: BoardCall) -> String {
        "\(call.time.seconds) \(call.tripID) \(call.serviceDay) \(call.position)"
    }

    private func page(
        _ all: [SlowBoard.Call], _ request: BoardRequest
    ) -> [SlowBoard.Call] {
        let span = Int64(request.spanSeconds)
        let at = request.cursor.seconds
        let inSpan = all.filter {
            request.goesBack
                ? $0.seconds >= at - span && $0.seconds < at
                : $0.seconds >= at && $0.seconds < at + span
        }
        return Array(request.goesBack ? inSpan.suffix(request.limit) : inSpan.prefix(request.limit))
    }

    private func lasts(of calls: [SlowBoard.Call]) -> Set<String> {
        var lasts: [LineDay: Int] = [:]
        for (number, call) in calls.enumerated() where call.status == .runs {
            lasts[LineDay(line: call.line, day: call.day)] = number
        }
        let sure = lasts.filter { lineDay, number in
            !lasts.contains { other, later in
                later > number && other.day == lineDay.day
                    && other.line.route == lineDay.line.route
                    && (other.line.direction == nil) != (lineDay.line.direction == nil)
            }
        }
        return Set(sure.values.map { calls[$0].key })
    }
}

extension RandomBoardTests {
    private func randomRequest(
        _ text: BoardText, _ random: inout SeededRandom
    ) -> BoardRequest {
        let stop = StopIndex(Int.random(in: 0..<text.timetable.stops.count, using: &random))
        let minute = Int64.random(in: -1000...3000, using: &random)
        let start = text.timetable.timeZone.start(of: monday).seconds + minute * 60
        var request = BoardRequest(stop: stop, from: UnixTime(seconds: start))
        request.kind = Bool.random(using: &random) ? .departures : .arrivals
        request.goesBack = Bool.random(using: &random)
        request.limit = Int.random(in: 1...30, using: &random)
        request.spanSeconds = Int.random(in: 600...200_000, using: &random)
        return request
    }

    /// Returns a network with loops, runs of more than a day, platforms, boarding rules, services
    /// on some weekdays, and changes.
    private func randomNetwork(_ random: inout SeededRandom) throws -> BoardText {
        let stopCount = Int.random(in: 2...6, using: &random)
        var drawing = ""
        var trips = "route_id,service_id,trip_id,direction_id\n"
        for trip in 0..<Int.random(in: 1...16, using: &random) {
            var minute = Int.random(in: 0...1500, using: &random)
            let route = "r\(Int.random(in: 0...2, using: &random))"
            drawing += "\(route)-\(trip):"
            for _ in 0..<Int.random(in: 2...5, using: &random) {
                let stay = Int.random(in: 0...3, using: &random)
                drawing +=
                    " S\(Int.random(in: 0..<stopCount, using: &random))"
                    + " \(clock(minute))/\(clock(minute + stay))"
                minute += stay + pick([3, 10, 60, 1700], &random)
            }
            drawing += "\n"
            let direction = pick(["0", "1", ""], &random)
            let service = pick(["daily", "weekdays", "weekend"], &random)
            trips += "\(route),\(service),\(route)-\(trip),\(direction)\n"
        }
        var feed = TextFeed(drawing)
        feed.files["trips.txt"] = trips
        feed.files["calendar.txt", default: ""] += """
            weekdays,1,1,1,1,1,0,0,20260401,20260601
            weekend,0,0,0,0,0,1,1,20260401,20260601

            """
        var stops =
            "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station\nH,Main,47,8,1,\n"
        for stop in 0..<stopCount {
            stops += "S\(stop),Stop \(stop),47,8.\(stop),0,\(stop < 2 ? "H" : "")\n"
        }
        feed.files["stops.txt"] = stops
        var generator = random
        feed.append("pickup_type,drop_off_type") { _, _ in
            let rule = Int.random(in: 0...9, using: &generator)
            return rule == 0 ? "1,0" : rule == 1 ? "0,1" : rule == 2 ? "2,3" : "0,0"
        }
        random = generator
        var text = try BoardText(feed)
        try change(&text, &random)
        return text
    }

    private func change(_ text: inout BoardText, _ random: inout SeededRandom) throws {
        let patterns = text.timetable.patterns
        var changes: [(DatedRun, RunChange)] = []
        for day in days {
            for row in 0..<patterns.runCount {
                let run = RunIndex(row)
                guard Int.random(in: 0...3, using: &random) == 0 else { continue }
                let pattern = patterns.pattern(of: run)
                var delay = Int32.random(in: -300...4000, using: &random)
                let calls = patterns.stops(of: pattern).indices.map { position in
                    let times = patterns.times(of: run, in: pattern, at: position)
                    delay += Int32.random(in: 0...60, using: &random)
                    let stop = StopIndex(
                        Int.random(in: 0..<text.timetable.stops.count, using: &random))
                    return ExpectedCall(
                        arrival: ServiceTime(seconds: times.arrival.seconds + delay),
                        departure: ServiceTime(seconds: times.departure.seconds + delay),
                        stop: Int.random(in: 0...5, using: &random) == 0 ? stop : nil,
                        isSkipped: Int.random(in: 0...4, using: &random) == 0)
                }
                let isCancelled = Int.random(in: 0...3, using: &random) == 0
                changes.append(
                    (
                        DatedRun(run: run, day: day),
                        isCancelled ? .cancelled : RunChange(calls: calls)
                    ))
            }
        }
        var added: [AddedRun] = []
        for number in 0..<Int.random(in: 0...2, using: &random) {
            var minute = Int.random(in: 0...1500, using: &random)
            let calls = (0..<3).map { _ in
                minute += 7
                return AddedCall(
                    stop: StopIndex(
                        Int.random(in: 0..<text.timetable.stops.count, using: &random)),
                    arrival: ServiceTime(hours: 0, minutes: minute),
                    departure: ServiceTime(hours: 0, minutes: minute + 1))
            }
            added.append(
                try #require(
                    AddedRun(
                        tripID: "extra-\(number)", day: monday, route: RouteIndex(0), calls: calls))
            )
        }
        text.expect(changes, added: added)
    }

    private func pick<Value>(_ values: [Value], _ random: inout SeededRandom) -> Value {
        values[Int.random(in: values.indices, using: &random)]
    }

    private func clock(_ minute: Int) -> String {
        "\(minute / 60):" + (minute % 60 < 10 ? "0" : "") + "\(minute % 60)"
    }
}
