import ClockTesting
import Foundation
import Hummingbird
import HummingbirdTesting
import LiveMap
import Realtime
import Testing
import Timetables
import Transit
import TransitModel
import TransitTesting

@testable import TransportEndpoints
@testable import WebServer

/// The Transport API of a small network, without a socket.
struct OpendataScene: Sendable {
    let timetable: Timetable
    /// The time of the clock.
    let now: UnixTime
    private let endpoints: OpendataEndpoints

    /// Creates a network from text, at seven in the morning of 2026-05-04, a Monday; `late` is the
    /// delay of the first run of the first pattern, in seconds.
    init(_ feed: TextFeed, late: Int32? = nil, isCancelled: Bool = false) throws {
        let timetable = try feed.compiled()
        self.timetable = timetable
        let day = try #require(ServiceDay("20260504"))
        let now = timetable.timeZone.time(ServiceTime(hours: 7, minutes: 0), on: day)
        self.now = now
        var changes: [DatedRun: RunChange] = [:]
        let run = DatedRun(run: RunIndex(0), day: day)
        if let late {
            let pattern = timetable.patterns.pattern(of: RunIndex(0))
            changes[run] = RunChange(
                calls: timetable.patterns.stops(of: pattern).indices.map { position in
                    let times = timetable.patterns.times(
                        of: RunIndex(0), in: pattern, at: position)
                    return ExpectedCall(
                        arrival: ServiceTime(seconds: times.arrival.seconds + late),
                        departure: ServiceTime(seconds: times.departure.seconds + late))
                })
        }
        if isCancelled { changes[run] = .cancelled }
        let snapshot = NetworkSnapshot(
            timetable: timetable, sequence: 1, asOf: now, vehicles: [],
            source: LiveSourceState(kind: "none", updatedAt: nil),
            overlay: RealtimeOverlay(version: 1, changes: changes))
        endpoints = OpendataEndpoints(
            JourneyPlanner(timetable), resolver: PlaceResolver(StopSearchIndex(timetable)),
            frames: MapFeed(snapshot).frames, clock: ManualWallClock(now))
    }

    func answer(
        _ uri: String, method: HTTPRequest.Method = .get, headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await Application(router: WebServer.router([endpoints])).test(.router) { client in
            try await client.execute(uri: uri, method: method, headers: headers)
        }
    }

    /// Returns the object of a response that must have the status.
    func object(
        _ uri: String, _ status: HTTPResponse.Status = .ok
    ) async throws -> [String: Any] {
        let response = try await answer(uri)
        #expect(response.status == status, "\(uri)")
        let object = try JSONSerialization.jsonObject(with: Data(buffer: response.body))
        return try #require(object as? [String: Any])
    }

    /// Returns the connections of an answer.
    func connections(_ query: String) async throws -> [[String: Any]] {
        try #require(
            try await object("/v1/connections?" + query)["connections"] as? [[String: Any]])
    }

    /// Returns the departures of an answer's connections, as in `08:00`.
    func departures(_ query: String) async throws -> [String] {
        try await connections(query).map { try clock($0["from"], "departure") }
    }

    /// Returns the journeys of a stationboard.
    func journeys(_ query: String) async throws -> [[String: Any]] {
        try #require(
            try await object("/v1/stationboard?" + query)["stationboard"] as? [[String: Any]])
    }

    /// Returns the times of a stationboard's journeys, as in `08:00`.
    func times(_ query: String, _ key: String = "departure") async throws -> [String] {
        try await journeys(query).map { try clock($0["stop"], key) }
    }

    /// Returns the time of day of one of a call's times.
    func clock(_ stop: Any?, _ key: String) throws -> String {
        let text = try #require((stop as? [String: Any])?[key] as? String)
        return String(text.dropFirst(11).prefix(5))
    }
}
