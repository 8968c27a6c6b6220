import ClockTesting
import Foundation
import Persistence
import PostgresTesting
import Testing
import TransitModel

@testable import ShuttleTracker

@Suite struct CampusStoreTests {
    let clock = ManualWallClock(UnixTime(seconds: 1_777_881_600))

    func store(_ places: StorePlaces) throws -> CampusStore {
        try CampusStore(
            try RecordStore(places.place("campus"), schema: .campus), clock: clock)
    }

    func entry<Entry: Decodable>(_ json: String) throws -> Entry {
        try JSONDecoder().decode(Entry.self, from: Data(json.utf8))
    }

    @Test(arguments: StoreKind.here)
    func `what was entered is there again after the file was opened anew`(
        kind: StoreKind
    ) async throws {
        let places = try StorePlaces(kind)
        do {
            let store = try store(places)
            let a = try await store.put(
                entry(#"{"name": "Union", "latitude": 42.73, "longitude": -73.67}"#) as StopEntry,
                id: nil)
            let b = try await store.put(
                entry(#"{"name": "Colonie", "latitude": 42.74, "longitude": -73.66}"#) as StopEntry,
                id: nil)
            let route = try await store.put(
                entry(
                    ##"{"name": "East", "color": "#e1501b", "stop_ids": [\##(a.id), \##(b.id)]}"##)
                    as RouteEntry, id: nil)
            #expect(route.colour == "#E1501B")
            // Without a line of its own it runs straight from stop to stop.
            #expect(route.points == [a.coordinate, b.coordinate])
            _ = try await store.put(entry(#"{"name": "Bus 1"}"#) as VehicleEntry, id: nil)
            _ = try await store.say(entry(#"{"message": "Snow", "enabled": true}"#))
        }
        let content = try store(places).content
        #expect(content.campus.stops.map(\.name) == ["Union", "Colonie"])
        #expect(content.campus.routes.map(\.stopIDs) == [[1, 2]])
        #expect(content.campus.vehicles.map(\.trackerID) == ["1"])
        #expect(content.message?.message == "Snow")
    }

    @Test(arguments: StoreKind.here)
    func `a change keeps what it does not name`(
        kind: StoreKind
    ) async throws {
        let places = try StorePlaces(kind)
        let store = try store(places)
        let made = try await store.put(
            entry(#"{"name": "Bus 1", "tracker_id": "95"}"#) as VehicleEntry, id: nil)
        let changed = try await store.put(
            entry(#"{"enabled": false}"#) as VehicleEntry, id: made.id)
        #expect(changed.name == "Bus 1")
        #expect(changed.trackerID == "95")
        #expect(!changed.isEnabled)
        #expect(changed.created == made.created)
    }

    @Test(arguments: StoreKind.here)
    func `a number is never given to something else`(
        kind: StoreKind
    ) async throws {
        let places = try StorePlaces(kind)
        let store = try store(places)
        let first = try await store.put(entry(#"{"name": "A"}"#) as VehicleEntry, id: nil)
        try await store.remove(.vehicle, id: first.id)
        let second = try await store.put(entry(#"{"name": "B"}"#) as VehicleEntry, id: nil)
        #expect(second.id > first.id)
        await #expect(throws: CampusProblem.unknown(kind: "vehicle", id: first.id)) {
            try await store.remove(.vehicle, id: first.id)
        }
    }

    @Test(arguments: StoreKind.here)
    func `a stop that a route needs stays`(
        kind: StoreKind
    ) async throws {
        let places = try StorePlaces(kind)
        let store = try store(places)
        _ = try await store.put(
            entry(#"{"latitude": 42.73, "longitude": -73.67}"#) as StopEntry, id: nil)
        _ = try await store.put(entry(#"{"name": "East", "stop_ids": [1]}"#) as RouteEntry, id: nil)
        await #expect(throws: CampusProblem.self) { try await store.remove(.stop, id: 1) }
        #expect(store.content.campus.stops.count == 1)
    }

    @Test(arguments: [
        #"{"name": "East", "stop_ids": [7]}"#, #"{"name": ""}"#, "{}",
        ##"{"name": "East", "color": "#12345"}"##, #"{"name": "East", "width": 0}"#,
        #"{"name": "East", "points": [{"latitude": 91, "longitude": 0}]}"#,
        #"{"name": "a\u0000b"}"#,
    ])
    func `a route that makes no sense is refused and leaves nothing behind`(json: String)
        async throws
    {
        let store = try store(try StorePlaces(.file))
        await #expect(throws: CampusProblem.self) {
            try await store.put(try entry(json) as RouteEntry, id: nil)
        }
        #expect(store.content.campus.routes.isEmpty)
        #expect(try await store.put(entry(#"{"name": "x"}"#) as RouteEntry, id: nil).id > 0)
    }

    @Test(arguments: StoreKind.here.filter { $0 == .server })
    func `what is entered at one node is at the others, and no entry is lost among them`(
        kind: StoreKind
    ) async throws {
        let places = try StorePlaces(kind)
        let nodes = [try store(places), try store(places)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    _ = try await nodes[number % 2].put(
                        entry("{\"name\": \"Bus \(number)\"}") as VehicleEntry, id: nil)
                }
            }
            try await group.waitForAll()
        }
        for node in nodes { try await node.refresh() }
        let names = nodes.map { Set($0.content.campus.vehicles.map(\.name)) }
        #expect(names[0].count == 20 && names[0] == names[1])
        #expect(nodes[0].content.campus == nodes[1].content.campus)
    }

    @Test(arguments: StoreKind.here.filter { $0 == .server })
    func `the newest position of a vehicle reaches the other nodes, until the vehicle is removed`(
        kind: StoreKind
    ) async throws {
        let places = try StorePlaces(kind)
        let nodes = [try store(places), try store(places)]
        let bus = try await nodes[0].put(entry(#"{"name": "Bus 1"}"#) as VehicleEntry, id: nil)
        try await nodes[1].refresh()
        let now = clock.now()
        func fix(_ vehicle: String, secondsAgo: Double) -> VehicleFix {
            VehicleFix(
                vehicleID: vehicle, label: "Bus 1",
                coordinate: Coordinate(latitude: 42.73, longitude: -73.67 + secondsAgo / 1000),
                time: now.advanced(bySeconds: -secondsAgo),
                trip: TripReference(routeID: "7"))
        }
        let oldest = now.advanced(bySeconds: -60)
        func shared(newest: [String: UnixTime] = [:]) async throws -> [VehicleFix] {
            try await nodes[1].sharedPositions(after: oldest, newest: newest)
        }
        let id = String(bus.id)
        try await nodes[0].share(fix(id, secondsAgo: 20), since: oldest)
        // An unknown heading and speed stay unknown.
        #expect(try await shared() == [fix(id, secondsAgo: 20)])
        try await nodes[1].share(fix(id, secondsAgo: 5), since: oldest)
        try await nodes[0].share(fix(id, secondsAgo: 10), since: oldest)
        #expect(try await shared() == [fix(id, secondsAgo: 5)])
        #expect(try await shared(newest: [id: now.advanced(bySeconds: -5)]).isEmpty)
        // Not of a vehicle that nobody entered.
        try await nodes[0].share(fix("77", secondsAgo: 1), since: oldest)
        #expect(try await shared() == [fix(id, secondsAgo: 5)])
        try await nodes[1].remove(.vehicle, id: bus.id)
        #expect(try await shared().isEmpty)
        let later = try await nodes[0].put(entry(#"{"name": "Bus 2"}"#) as VehicleEntry, id: nil)
        try await nodes[1].refresh()
        try await nodes[0].share(fix(String(later.id), secondsAgo: 3), since: now)
        try await nodes[0].share(fix("77", secondsAgo: 1), since: now)
        #expect(try await shared().isEmpty, "what is older than the limit is deleted")
    }
}
