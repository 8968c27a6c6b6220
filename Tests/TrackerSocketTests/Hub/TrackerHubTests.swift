import Synchronization
import Testing
import Timetables
import TransitModel

@testable import TrackerSocket

@Suite("The switchboard of the tracker socket")
struct TrackerHubTests {
    @Test func `a client hears that it is connected, and gets a PONG for its PING`()
        throws
    {
        let town = try TrackerTown()
        let viewer = town.hub.join { _, _ in }
        town.hub.handle(.ping, from: viewer, now: town.time("8:01"))
        let messages = viewer.drain(timestamp: 0).compactMap {
            TrackerEnvelope.messages(in: $0.bytes)?.first
        }
        #expect(messages.map(\.source) == ["websocket", "websocket"])
        guard case .status("open") = messages[0].content,
            case .status("PONG") = messages[1].content
        else {
            Issue.record("not greeted")
            return
        }
    }

    @Test func `a change reaches those who see it, and nobody else`() async throws {
        let town = try TrackerTown()
        let here = TestClient(town, area(from: -0.01, to: 0.05))
        let elsewhere = TestClient(town, area(from: 1, to: 1.1))
        let blind = TestClient(town)
        let filtering = TestClient(town, area(from: -0.01, to: 0.05) + " mots=rail")
        let far = TestClient(town, area(from: -0.01, to: 0.05, zoom: 7))
        await town.step(
            [town.fix("v1", east: 0.004, at: town.time("8:01"))], now: town.time("8:01"))
        #expect(here.news() == ["takt_v1"])
        for other in [elsewhere, blind, filtering, far] { #expect(other.news() == []) }
        // Nothing is sent twice.
        await town.step([], now: town.time("8:01").advanced(bySeconds: 1))
        #expect(here.news() == [])
    }

    @Test func `who looks at an area gets all that moves there; after RESET nothing more`()
        async throws
    {
        let town = try TrackerTown()
        await town.step(
            [
                town.fix("v1", east: 0.004, at: town.time("8:01")),
                town.fix("v 2", east: 0.004, at: town.time("8:01"), trip: nil),
            ], now: town.time("8:01"))
        let client = TestClient(town)
        client.send(area(from: -0.01, to: 0.05))
        #expect(client.news() == ["takt_v%202", "takt_v1"])
        client.send("RESET")
        await town.step(
            [town.fix("v1", east: 0.009, at: town.time("8:02"))], now: town.time("8:02"))
        #expect(client.news() == [])
        client.send("GET trajectory")
        #expect(client.news() == ["takt_v%202", "takt_v1"])
        client.send("BBOX")
        #expect(client.news() == ["takt_v%202", "takt_v1"])
    }

    @Test func `vehicles that vanish or drive out of view are removed once`()
        async throws
    {
        let town = try TrackerTown()
        let client = TestClient(town, area(from: -0.01, to: 0.006))
        let listener = TestClient(town, "SUB deleted_vehicles")
        let spared = TestClient(town, area(from: -0.01, to: 0.006), "DEL deleted_vehicles")
        let start = town.time("8:01")
        await town.step(
            [
                town.fix("v1", east: 0.004, at: start),
                town.fix("v2", east: 0, at: start, trip: nil),
            ], now: start)
        #expect(client.news() == ["takt_v1", "takt_v2"])
        #expect(spared.news() == ["takt_v1", "takt_v2"])
        let later = start.advanced(bySeconds: 60)
        await town.step([town.fix("v1", east: 0.018, at: later)], now: later)
        #expect(client.news() == ["-takt_v1"])
        #expect(listener.news() == [])
        let end = start.advanced(bySeconds: 2000)
        await town.step([], now: end)
        #expect(client.news() == ["-takt_v2"])
        #expect(listener.news() == ["-takt_v1", "-takt_v2"])
        #expect(spared.news() == [])
        await town.step([], now: end.advanced(bySeconds: 1))
        #expect(client.news() == [])
    }

    @Test func `a client that does not read keeps the newest state of a vehicle only`() async throws
    {
        let town = try TrackerTown()
        let client = TestClient(town, area(from: -0.01, to: 0.05))
        for second in 0..<60 {
            let now = town.time("8:01").advanced(bySeconds: Double(second))
            // Back and forth by more than the map's tolerance, so that every step is a change.
            let east = second.isMultiple(of: 2) ? 0.001 : 0.003
            await town.step([town.fix("v1", east: east, at: now, trip: nil)], now: now)
        }
        let received = client.take()
        #expect(received.count == 1)
        guard case .trajectory(let last) = try #require(received.first).content else {
            Issue.record("no trajectory")
            return
        }
        #expect(last.eventTimestamp == town.time("8:01").advanced(bySeconds: 59).milliseconds)
    }

    @Test func `who asks without reading is dropped before it takes much memory`() throws {
        let town = try TrackerTown()
        let client = TestClient(town)
        var asked = 0
        while !client.viewer.isDropped, asked < 1_000_000 {
            client.send("GET station")
            asked += 1
        }
        #expect(client.viewer.isDropped)
        let bytes = client.frames().reduce(0) { $0 + $1.count }
        #expect(bytes < TrackerViewer.maximumAnswerBytes + 10_000)
    }

    @Test func `messages are collected until there are enough, or until the time is over`()
        async throws
    {
        let town = try TrackerTown()
        let waits = Mutex<[Int]>([])
        let viewer = town.hub.join { _, milliseconds in waits.withLock { $0.append(milliseconds) } }
        _ = viewer.drain(timestamp: 0)
        town.hub.handle(.buffer(count: 2, milliseconds: 300), from: viewer, now: town.time("8:00"))
        for _ in 0..<5 { town.hub.handle(.ping, from: viewer, now: town.time("8:00")) }
        // One wait for the first message; the second one filled the collection.
        #expect(waits.withLock { $0 } == [300])
        let frames = viewer.drain(timestamp: 9).map(\.bytes)
        #expect(frames.compactMap { TrackerEnvelope.messages(in: $0)?.count } == [2, 2, 1])
        #expect(viewer.drain(timestamp: 9).isEmpty)
        viewer.flush()
        town.hub.handle(.ping, from: viewer, now: town.time("8:00"))
        #expect(waits.withLock { $0 } == [300, 300])
    }

    @Test func `followers of a vehicle hear when its stops are expected at other times`()
        async throws
    {
        let town = try TrackerTown()
        let client = TestClient(town, "SUB stopsequence_takt_v1")
        await town.step(
            [town.fix("v1", east: 0.004, at: town.time("8:01"))], now: town.time("8:01"))
        let received = client.take()
        #expect(received.map(\.source) == ["stopsequence_takt_v1"])
        guard case .stopSequences(let runs) = try #require(received.first).content else {
            Issue.record("no stop sequence")
            return
        }
        let run = try #require(runs.first)
        #expect(run.stations.map(\.name) == ["Stop A", "Stop B", "Stop C"])
        #expect(run.stations.map(\.state) == [.leaving, .pending, .pending])
        #expect(run.destination == "Stop C")
        #expect(run.stations[0].arrival == nil)
        #expect(run.stations[0].aimedDeparture == town.time("8:00").milliseconds)
        #expect(run.stations[2].departure == nil)
        client.send("DEL stopsequence_takt_v1")
        await town.step(
            [town.fix("v1", east: 0.009, at: town.time("8:05"))], now: town.time("8:05"))
        #expect(client.take().isEmpty)
        client.send("GET stopsequence_takt_v1")
        #expect(client.take().map(\.source) == ["stopsequence_takt_v1"])
    }

    @Test func `a departure names its run, whose stops and way can be asked for without a vehicle`()
        async throws
    {
        let town = try TrackerTown()
        let client = TestClient(town)
        let stop = try #require(town.timetable.stops.find(id: "B"))
        let number = try #require(town.hub.names.number(of: stop))
        client.send("GET timetable_\(number)")
        client.send("GET timetable_B")
        let received = client.take()
        #expect(received.map(\.source) == ["timetable_\(number)", "timetable_B"])
        guard case .departure(let departure) = try #require(received.first).content else {
            Issue.record("no departure")
            return
        }
        #expect(departure.destinations == ["Stop C"])
        #expect(departure.time - (departure.aimedDeparture ?? 0) == 60_000)
        client.send("GET stopsequence_\(departure.trainID)")
        client.send("GET full_trajectory_\(departure.trainID)_gen30")
        let more = client.take()
        guard case .stopSequences(let runs) = try #require(more.first).content else {
            Issue.record("no stop sequence")
            return
        }
        #expect(runs.first?.stations.count == 3)
        let way = try #require(more.last)
        #expect(way.source.hasSuffix("_gen30"))
        guard case .unknown = way.content else {
            Issue.record("no full trajectory")
            return
        }
        // Once a vehicle was seen on the run, its id is used for it.
        await town.step(
            [town.fix("v1", east: 0.004, at: town.time("8:01"))], now: town.time("8:01"))
        client.send("GET timetable_B")
        guard case .departure(let again) = try #require(client.take().last).content else {
            Issue.record("no departure")
            return
        }
        #expect(again.trainID == "takt_v1")
        #expect(again.callID == departure.callID)
    }

    @Test(arguments: [
        "stopsequence_x", "full_trajectory_takt_run:bus-1:20260504:7", "timetable_7",
        "partial_trajectory_takt_v9", "station 99", "sbb_newsticker", "trajectory", "nonsense",
    ])
    func `what is not there is null`(channel: String) throws {
        let town = try TrackerTown()
        let client = TestClient(town)
        client.send("GET \(channel)")
        let received = client.take()
        #expect(received.map(\.source) == [channel])
        guard case .nothing = try #require(received.first).content else {
            Issue.record("something about \(channel)")
            return
        }
    }

    @Test func `stations, health and references come back as they were asked for`() throws {
        let town = try TrackerTown()
        let client = TestClient(town)
        client.send("GET station B ref9")
        client.send("GET healthcheck")
        client.send("GET station")
        let received = client.take()
        #expect(
            received.map(\.source) == ["station B", "healthcheck"]
                + Array(repeating: "station", count: 3))
        #expect(received[0].clientReference == "ref9")
        #expect(received[1].clientReference == "")
    }

    @Test func `a client that left is sent nothing and leaves nothing behind`() async throws {
        let town = try TrackerTown()
        let client = TestClient(town, area(from: -0.01, to: 0.05), "SUB stopsequence_takt_v1")
        #expect(town.hub.state.withLock { $0.viewers.count } == 1)
        town.hub.leave(client.viewer)
        #expect(town.hub.state.withLock { $0.viewers.isEmpty })
        await town.step(
            [town.fix("v1", east: 0.004, at: town.time("8:01"))], now: town.time("8:01"))
        #expect(client.take().isEmpty)
    }

    @Test func `simplified lines have fewer corners and put the vehicle about where it is`()
        async throws
    {
        let town = try TrackerTown()
        let exact = TestClient(town, area(from: -0.01, to: 0.05))
        let coarse = TestClient(town, area(from: -0.01, to: 0.05) + " gen=5")
        await town.step(
            [town.fix("v1", east: 0.004, at: town.time("8:01"))], now: town.time("8:01"))
        guard case .trajectory(let full) = try #require(exact.take().first).content,
            case .trajectory(let simple) = try #require(coarse.take().first).content
        else {
            Issue.record("no trajectories")
            return
        }
        #expect(simple.level == .five)
        #expect(simple.intervals.count <= full.intervals.count)
        for second in stride(from: Int64(0), through: 120_000, by: 5000) {
            let time = full.intervals[0].time + second
            #expect(full.place(at: time).distance(to: simple.place(at: time)) <= 301)
        }
    }

    @Test
    func `trajectories keep the protocol's promises, and the next comes before the last ends`()
        async throws
    {
        let town = try TrackerTown()
        let client = TestClient(town, area(from: -0.01, to: 0.05))
        var end = Int64.min
        for second in 0..<300 {
            let now = town.time("8:00").advanced(bySeconds: Double(second))
            let fixes =
                second.isMultiple(of: 10)
                ? [town.fix("v1", east: min(0.02, Double(second) * 0.00006), at: now)] : []
            await town.step(fixes, now: now)
            for message in client.take() {
                guard case .trajectory(let received) = message.content else { continue }
                #expect(received.intervals.map(\.time) == received.intervals.map(\.time).sorted())
                #expect(
                    received.intervals.map(\.fraction)
                        == received.intervals.map(\.fraction).sorted())
                #expect((received.intervals.first?.fraction ?? 9) >= 0)
                #expect((received.intervals.last?.fraction ?? 9) <= 1)
                #expect((received.timeSinceUpdate ?? -1) >= 0)
                #expect(received.tenant == "takt" && received.trainID.hasPrefix("takt_"))
                end = received.intervals.last?.time ?? .min
            }
            #expect(end > now.milliseconds, "the last trajectory has ended at second \(second)")
        }
    }
}
