import ClockTesting
import FolderTesting
import Foundation
import HTTPFetching
import Synchronization
import Testing
import TransitModel
import TransportAPI

/// Limited requests to the remote service, and clear reasons for missing answers.
@Suite struct OpendataClientTests {
    private let folder = TemporaryFolder()
    /// 2026-11-20 08:00 in Zurich.
    private static let morning = UnixTime(seconds: 1_795_158_000)
    private static let board = """
        {"station":{"id":"1","name":"Musterdorf","score":null,"coordinate":{"type":"WGS84","x":47.1,\
        "y":8.2},"distance":null},"stationboard":[]}
        """

    /// A scripted service: it records requests and returns answers in turn, repeating the last one.
    private final class Service: Sendable {
        let asked = Mutex<[String]>([])
        private let answers: [Result<String, FetchError>]

        init(_ answers: [Result<String, FetchError>]) {
            self.answers = answers
        }

        func answer(_ url: String) throws -> [UInt8] {
            let number = asked.withLock { asked in
                asked.append(url)
                return asked.count
            }
            return Array(try answers[min(number, answers.count) - 1].get().utf8)
        }

        var count: Int { asked.withLock { $0.count } }
    }

    private func client(
        _ service: Service, clock: any WallClock, limits: OpendataBudget.Limits = .init(),
        path: String? = nil
    ) throws -> OpendataClient {
        let zone = try #require(TransitTimeZone(identifier: "Europe/Zurich"))
        return OpendataClient(
            "http://remote.example/v1/", zone: zone,
            budget: OpendataBudget(limits, path: path, now: clock.now()), clock: clock
        ) { try service.answer($0.url) }
    }

    private func ask(
        _ client: OpendataClient, station: String = "Musterdorf", at time: UnixTime = Self.morning
    ) async throws(OpendataFailure) -> OpendataStationboard {
        var query = OpendataStationboardQuery()
        query.station = station
        return try await client.stationboard(query, at: time)
    }

    private func failure(
        _ body: () async throws(OpendataFailure) -> some Any
    ) async -> OpendataFailure? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error
        }
    }

    @Test func `questions are written as the service takes them`() async throws {
        let service = Service([
            .success(Self.board), .success("{\"connections\":[]}"), .success("{\"stations\":[]}"),
        ])
        let clock = ManualWallClock(Self.morning)
        let client = try client(service, clock: clock)
        _ = try await ask(client)
        var ways = OpendataConnectionsQuery()
        ways.from = "Zürich HB"
        ways.to = "8507000"
        ways.vias = ["Olten"]
        ways.isArrival = true
        ways.transportations = [.train]
        _ = try await client.connections(ways, at: Self.morning)
        var places = OpendataLocationsQuery()
        places.query = "Bern"
        _ = try await client.locations(places)
        let board =
            "http://remote.example/v1/stationboard?station=Musterdorf"
            + "&datetime=2026-11-20%2008%3A00&limit=40"
        let connections =
            "http://remote.example/v1/connections?from=Z%C3%BCrich%20HB&to=8507000"
            + "&via%5B%5D=Olten&date=2026-11-20&time=08%3A00&isArrivalTime=1"
            + "&transportations%5B%5D=train&limit=4&page=0"
        #expect(
            service.asked.withLock(\.self) == [
                board, connections, "http://remote.example/v1/locations?query=Bern",
            ])
    }

    @Test func `an answer is kept for a while and asked for again after`() async throws {
        let service = Service([.success(Self.board)])
        let clock = ManualWallClock(Self.morning)
        let client = try client(service, clock: clock)
        for _ in 0..<3 { _ = try await ask(client) }
        #expect(service.count == 1)
        clock.set(Self.morning.advanced(bySeconds: 31))
        #expect(try await ask(client).station?.name == "Musterdorf")
        #expect(service.count == 2)
    }

    @Test func `what a day allows is spent with a sentence, and comes back at midnight`()
        async throws
    {
        let service = Service([.success(Self.board)])
        let clock = ManualWallClock(Self.morning)
        var limits = OpendataBudget.Limits()
        limits.stationboard = 2
        let client = try client(service, clock: clock, limits: limits)
        for station in ["A", "B"] { _ = try await ask(client, station: station) }
        let spent = await failure { () async throws(OpendataFailure) in
            try await ask(client, station: "C")
        }
        let midnight = UnixTime(seconds: 1_795_215_600)
        #expect(spent == .spent(.stationboard, until: midnight))
        #expect(spent?.sentence.contains("spent") == true)
        #expect(service.count == 2)
        #expect(await client.left(.connections) == 900)
        clock.set(midnight)
        _ = try await ask(client, station: "C")
        #expect(service.count == 3)
    }

    @Test func `the count outlives the program`() async throws {
        let path = folder.path("budget.json")
        let clock = ManualWallClock(Self.morning)
        let service = Service([.success(Self.board)])
        let first = try client(service, clock: clock, path: path)
        for station in ["A", "B"] { _ = try await ask(first, station: station) }
        let second = try client(service, clock: clock, path: path)
        #expect(await second.left(.stationboard) == 8998)
        // Setting the clock back does not restore any requests.
        let back = ManualWallClock(Self.morning.advanced(bySeconds: -2 * 86_400))
        #expect(await (try client(service, clock: back, path: path)).left(.stationboard) == 8998)
        let next = ManualWallClock(Self.morning.advanced(bySeconds: 86_400))
        #expect(await (try client(service, clock: next, path: path)).left(.stationboard) == 9000)
        for garbage in ["", "{", "{\"day\":\"2026-11-20\",\"asked\":{\"stationboard\":-5}}"] {
            try folder.write(garbage, to: "budget.json")
            let anew = try client(service, clock: clock, path: path)
            #expect(await anew.left(.stationboard) == 9000)
        }
    }

    @Test func `counts of a clock that ran years ahead last no longer than today's`() throws {
        let path = folder.path("budget.json")
        try folder.write(
            "{\"day\":\"2031-01-01\",\"asked\":{\"stationboard\":8999}}", to: "budget.json")
        var budget = OpendataBudget(.init(), path: path, now: Self.morning)
        #expect(budget.left(.stationboard, now: Self.morning) == 1)
        let isTaken = [0, 0, 86_400].map {
            budget.take(.stationboard, now: Self.morning.advanced(bySeconds: $0))
        }
        #expect(isTaken == [true, false, true])
    }

    @Test func `a file that cannot be written is reported once, and its end`() throws {
        let reports = Mutex<[String?]>([])
        let path = folder.path("later/budget.json")
        var budget = OpendataBudget(.init(), path: path, now: Self.morning) { trouble in
            reports.withLock { $0.append(trouble) }
        }
        for _ in 0..<2 {
            let isTaken = budget.take(.connections, now: Self.morning)
            #expect(isTaken)
        }
        #expect(reports.withLock(\.self).map { $0?.contains(path) } == [true])
        try folder.write("", to: "later/other")
        _ = budget.take(.connections, now: Self.morning)
        #expect(reports.withLock(\.self).map { $0 == nil } == [false, true])
        #expect(
            OpendataBudget(.init(), path: path, now: Self.morning)
                .left(.connections, now: Self.morning) == 897)
    }

    @Test func `no more than three questions a second go out`() async throws {
        let service = Service([.success(Self.board)])
        let clock = ManualWallClock(Self.morning)
        let client = try client(service, clock: clock)
        for station in ["A", "B", "C"] { _ = try await ask(client, station: station) }
        let busy = await failure { () async throws(OpendataFailure) in
            try await ask(client, station: "D")
        }
        #expect(busy == .busy)
        clock.set(Self.morning.advanced(bySeconds: 0.5))
        _ = try await ask(client, station: "D")
    }

    @Test func `who is asked too often is left alone for as long as it says`() async throws {
        let service = Service([
            .failure(.status(429, retryAfter: .seconds(90))), .success(Self.board),
        ])
        let clock = ManualWallClock(Self.morning)
        let client = try client(service, clock: clock)
        for station in ["A", "B"] {
            let resting = await failure { () async throws(OpendataFailure) in
                try await ask(client, station: station)
            }
            #expect(resting == .resting(until: Self.morning.advanced(bySeconds: 90)))
        }
        #expect(service.count == 1)
        clock.set(Self.morning.advanced(bySeconds: 90))
        _ = try await ask(client)
    }

    @Test(arguments: [
        (FetchError.status(500, retryAfter: nil), OpendataFailure.unknown),
        (.status(400, retryAfter: nil), .refused), (.status(503, retryAfter: nil), .unavailable),
        (.timedOut, .unavailable), (.unknownHost("remote.example"), .unavailable),
        (.tooLarge(limitBytes: 1), .unavailable),
    ])
    func `each failure has its own case`(error: FetchError, found: OpendataFailure) async throws {
        let client = try client(
            Service([.failure(error)]), clock: ManualWallClock(Self.morning))
        let failure = await failure { () async throws(OpendataFailure) in try await ask(client) }
        #expect(failure == found)
    }

    @Test(arguments: [
        "", "null", "[]", "<html>", "{\"stationboard\":7}", "{\"stationboard\":[{}]}",
    ])
    func `answers of another shape are none, and are not kept`(text: String) async throws {
        let service = Service([.success(text), .success(Self.board)])
        let client = try client(service, clock: ManualWallClock(Self.morning))
        let failure = await failure { () async throws(OpendataFailure) in try await ask(client) }
        #expect(failure == .unavailable)
        _ = try await ask(client)
        #expect(service.count == 2)
    }

    @Test func `kept answers are bounded`() async throws {
        let service = Service([.success("{\"stations\":[]}")])
        let clock = ManualWallClock(Self.morning)
        let client = try client(service, clock: clock)
        var places = OpendataLocationsQuery()
        for number in 0...400 {
            clock.set(Self.morning.advanced(bySeconds: Double(number)))
            places.query = "\(number)"
            _ = try await client.locations(places)
        }
        #expect(service.count == 401)
        places.query = "400"
        _ = try await client.locations(places)
        #expect(service.count == 401)
        places.query = "0"
        _ = try await client.locations(places)
        #expect(service.count == 402)
    }
}
