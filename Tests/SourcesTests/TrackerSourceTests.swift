import ClockTesting
import Sources
import Synchronization
import Testing
import Timetables
@testable import TrackerSocket
import TransitModel
import TransitTesting

/// A server that sends scripted messages and records received ones.
private final class ScriptedServer: TrackerConnecting, TrackerConnection {
    private let texts: [[UInt8]]
    private let isDeaf: Bool
    let sent = Mutex<[String]>([])

    /// Sends the texts and disconnects; a deaf server stays connected instead.
    init(_ texts: [[UInt8]], isDeaf: Bool = false) {
        self.texts = texts
        self.isDeaf = isDeaf
    }

    func connect(
        to address: TrackerAddress, _ body: @Sendable (any TrackerConnection) async throws -> Void
    ) async throws {
        try await body(self)
    }

    func send(_ text: String) async throws { sent.withLock { $0.append(text) } }

    func read(_ body: @Sendable ([UInt8]) async throws -> Void) async throws {
        for text in texts { try await body(text) }
        // Long enough for every test; it is cancelled when the source gives up.
        if isDeaf { try await Task.sleep(for: .seconds(3600)) }
    }
}

/// A source on a line of three stops, with its journal and its inbox.
private struct TrackerBench {
    let timetable: Timetable
    let clock: ManualWallClock
    let journal: SourceJournal
    let inbox = SourceInbox()
    let link: SourceLink

    /// With `beats` the clock advances from tick to tick without a pause; without, no tick comes
    /// before the round ends, however slowly the messages are read.
    init(beats: Bool = false) throws {
        timetable = try TextFeed("bus-1: A 8:00 B 8:02/8:03 C 8:06").compiled()
        let day = try #require(ServiceDay("20260504"))
        clock = ManualWallClock(timetable.timeZone.time(ServiceTime(seconds: 8 * 3600), on: day))
        journal = SourceJournal(id: "g", kind: "geops", started: clock.now())
        var dependencies = SourceDependencies(clock: clock) { 0.5 }
        dependencies.sleep = { [clock] span in
            guard beats else { return try await Task.sleep(for: .seconds(3600)) }
            clock.advance(bySeconds: Double(span.components.seconds))
            // Yields to the reader.
            await Task.yield()
            try Task.checkCancellation()
        }
        link = SourceLink(journal: journal, inbox: inbox, dependencies: dependencies)
    }

    var now: Int64 { clock.now().milliseconds }

    /// Runs one whole round; returns nil if it ended normally.
    func round(_ server: ScriptedServer) async throws -> SourceFailure? {
        let address = try #require(TrackerAddress("ws://127.0.0.1/tracker-ws/v1/", key: "k"))
        var source = try #require(
            TrackerSource(id: "g", address: address, timetable: timetable, connecting: server))
        do throws(SourceFailure) {
            try await source.round(link)
            return nil
        } catch {
            return error
        }
    }

    func fixes() -> [VehicleFix] { inbox.drain().batches.flatMap(\.fixes) }

    /// Returns a vehicle that drives 760 m east from A within a minute.
    func trajectory(
        _ id: String, isSeen: Bool = true, trip: String? = "bus-1", from start: Int64? = nil
    ) -> TrackerTrajectory {
        let start = start ?? now
        var trajectory = TrackerTrajectory(
            trainID: id, mode: .bus, tenant: "t",
            corners: [8.0, 8.01].map { MercatorPoint(Coordinate(latitude: 47, longitude: $0)) },
            intervals: [
                .init(time: start - 30_000, fraction: 0, direction: 0),
                .init(time: start + 30_000, fraction: 1, direction: 0),
            ], timestamp: start)
        trajectory.hasRealtime = isSeen
        trajectory.hasJourney = true
        trajectory.routeIdentifier = trip
        return trajectory
    }

    func message(_ trajectory: TrackerTrajectory) -> [UInt8] {
        TrackerEnvelope.json(source: "trajectory", timestamp: now, content: trajectory.json)
    }
}

@Suite("geOps' socket as a source")
struct TrackerSourceTests {
    @Test(arguments: [
        ("wss://api.geops.io/tracker-ws/v1/", "api.geops.io", 443, "/tracker-ws/v1/?key=a%20b"),
        ("ws://127.0.0.1:8080/ws?key=x", "127.0.0.1", 8080, "/ws?key=x"),
        ("ws://[::1]:9?a=1", "::1", 9, "/?a=1&key=a%20b"),
    ])
    func `addresses are ws or wss, and carry the key once`(
        url: String, host: String, port: Int, target: String
    ) throws {
        let address = try #require(TrackerAddress(url, key: "a b"))
        #expect(address.host == host)
        #expect(address.port == port)
        #expect(address.target == target)
        #expect(address.isSecure == url.hasPrefix("wss"))
    }

    @Test(arguments: ["http://x/", "ws:///p", "ws://x:99999/", "", "ws://u@x/", "wss//x"])
    func `other addresses are none`(url: String) {
        #expect(TrackerAddress(url) == nil)
    }

    @Test func `it asks for the network's area and for collections, and shows where vehicles are`()
        async throws
    {
        let bench = try TrackerBench()
        let collection = TrackerEnvelope.buffer(
            [
                bench.message(bench.trajectory("t_1")),
                bench.message(bench.trajectory("t_2", trip: "x")),
            ],
            timestamp: bench.now)
        let server = ScriptedServer([collection])
        let start = bench.clock.now()
        // Disconnecting at once is a failure, but the messages received before count.
        #expect(try await bench.round(server)?.reason == .refused)
        let sent = server.sent.withLock { $0 }
        guard case .showArea(let area) = TrackerCommand(sent[0]) else {
            Issue.record("asked \(sent[0])")
            return
        }
        #expect(area.zoom == 12)
        let stops = [8.0, 8.01, 8.02].map { MercatorPoint(Coordinate(latitude: 47, longitude: $0)) }
        for stop in stops {
            #expect(try #require(area.box).intersects(MercatorBox(around: stop)))
        }
        #expect(TrackerCommand(sent[1]) == .buffer(count: 100, milliseconds: 100))
        #expect(sent.contains("GET stopsequence_t_1"))
        #expect(sent.contains("SUB stopsequence_t_1"))
        #expect(!sent.contains("GET stopsequence_t_2"))
        let fixes = bench.fixes().sorted { $0.vehicleID < $1.vehicleID }
        #expect(fixes.map(\.vehicleID) == ["t_1", "t_2"])
        #expect(fixes.map(\.trip?.tripID) == ["bus-1", nil])
        let halfway = Coordinate(latitude: 47, longitude: 8.005)
        #expect(fixes[0].coordinate.distanceMetres(to: halfway) < 1)
        #expect(fixes[0].headingDegrees == 90)
        #expect(fixes[0].time == start)
    }

    @Test func `what nobody saw, is not readable or lies nowhere, is counted and not reported`()
        async throws
    {
        let bench = try TrackerBench()
        var nowhere = bench.trajectory("t_3")
        nowhere.corners = [300.0, 301].map {
            MercatorPoint(Coordinate(latitude: 47, longitude: $0))
        }
        let old = bench.trajectory("t_1", from: bench.now - 3000)
        _ = try await bench.round(
            ScriptedServer([
                bench.message(bench.trajectory("t_1")), bench.message(old),
                bench.message(bench.trajectory("t_2", isSeen: false)), bench.message(nowhere),
                Array("no JSON".utf8), Array(#"{"source":"trajectory","content":{}}"#.utf8),
            ]))
        #expect(bench.fixes().map(\.vehicleID) == ["t_1"])
        let books = bench.journal.report(at: bench.clock.now()).entries
        #expect(books.quarantined["unseen"] == 1)
        #expect(books.quarantined["outdated"] == 1)
        #expect(books.quarantined["malformed"] == 1)
        #expect(books.quarantined["not_understood"] == 1)
        #expect(books.quarantined["implausible"] == 1)
    }

    @Test func `deleted vehicles are gone, and their stops are followed no more`() async throws {
        let bench = try TrackerBench()
        let server = ScriptedServer([
            bench.message(bench.trajectory("t_1")),
            TrackerEnvelope.json(source: "deleted_vehicles", timestamp: 0, text: "t_1"),
            TrackerEnvelope.json(source: "deleted_vehicles", timestamp: 0, text: "t_9"),
        ])
        _ = try await bench.round(server)
        #expect(bench.inbox.drain().batches.flatMap(\.goneVehicles) == ["t_1"])
        #expect(server.sent.withLock { $0 }.contains("DEL stopsequence_t_1"))
    }

    @Test func `vehicles whose way ended long ago are removed and named once`() throws {
        let bench = try TrackerBench()
        let trajectory = bench.trajectory("t_1")
        let end = try #require(trajectory.intervals.last).time
        var vehicles = TrackedVehicles()
        let verdict = vehicles.update(trajectory, at: bench.now)
        #expect(verdict == .taken)
        let removed = [599_999, 600_000, 600_000].map { vehicles.prune(at: end + $0) }
        #expect(removed == [[], ["t_1"], []])
        #expect(vehicles.count == 0)
    }

    @Test func `stops of a trip of the timetable become expected times`() async throws {
        let bench = try TrackerBench()
        let start = bench.now
        func station(_ name: String, _ arrival: Int64?, _ departure: Int64?)
            -> TrackerStopSequence.Station
        {
            var station = TrackerStopSequence.Station(id: nil, name: name, uid: name, place: nil)
            station.aimedArrival = arrival.map { start + $0 * 1000 }
            station.aimedDeparture = departure.map { start + $0 * 1000 }
            station.arrival = station.aimedArrival.map { $0 + 60_000 }
            station.departure = station.aimedDeparture.map { $0 + 60_000 }
            station.isExpected = true
            return station
        }
        var run = TrackerStopSequence(
            id: "t_1", destination: "C", mode: .bus, tenant: "t",
            stations: [
                station("A", nil, 0), station("B", 120, 180), station("C", 360, nil),
            ])
        run.hasRealtime = true
        run.routeIdentifier = "bus-1"
        run.stations[1].isCancelled = true
        func message(_ run: TrackerStopSequence) -> [UInt8] {
            TrackerEnvelope.json(
                source: "stopsequence_t_1", timestamp: 0,
                content: [UInt8(ascii: "[")] + run.json + [UInt8(ascii: "]")])
        }
        var shorter = run
        shorter.stations.removeLast()
        _ = try await bench.round(
            ScriptedServer([bench.message(bench.trajectory("t_1")), message(shorter), message(run)])
        )
        let updates = try #require(bench.inbox.drain().batches.compactMap(\.tripUpdates).last)
        let update = try #require(updates.first)
        #expect(updates.count == 1)
        #expect(update.trip.tripID == "bus-1")
        #expect(update.trip.startTime == ServiceTime(seconds: 8 * 3600))
        #expect(update.calls.map(\.relationship) == [.scheduled, .skipped, .scheduled])
        #expect(update.calls[2].arrival == .at(UnixTime(milliseconds: start + 420_000)))
        let books = bench.journal.report(at: bench.clock.now()).entries
        #expect(books.quarantined["unmatched_stops"] == 1)
    }

    @Test func `a socket that falls silent is asked, then given up`() async throws {
        let bench = try TrackerBench(beats: true)
        let server = ScriptedServer([], isDeaf: true)
        #expect(try await bench.round(server)?.reason == .timedOut)
        #expect(server.sent.withLock { $0 }.filter { $0 == "PING" }.count >= 2)
    }

    @Test func `a socket that floods is cut`() async throws {
        let bench = try TrackerBench()
        let many = (0..<5000).map { _ in
            TrackerEnvelope.json(source: "deleted_vehicles", timestamp: 0, text: "x")
        }
        let collection = TrackerEnvelope.buffer(many, timestamp: 0)
        let failure = try await bench.round(
            ScriptedServer(Array(repeating: collection, count: 2000)))
        #expect(failure?.reason == .tooLarge)
    }

    @Test func `no more vehicles are taken in than any network has`() async throws {
        let bench = try TrackerBench()
        let texts = (0..<6).map { part in
            TrackerEnvelope.buffer(
                (0..<9999).map { number in
                    bench.message(bench.trajectory("t_\(part)_\(number)", trip: nil))
                }, timestamp: 0)
        }
        _ = try await bench.round(ScriptedServer(texts))
        let books = bench.journal.report(at: bench.clock.now()).entries
        #expect(books.quarantined["too_many"] == 9999 * 6 - 50_000)
    }
}
