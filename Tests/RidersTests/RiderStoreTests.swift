import ClockTesting
import Foundation
import Notifications
import Persistence
import PostgresTesting
import Secrets
import Synchronization
import Testing
import TransitModel

@testable import Riders

/// The storage of riders without accounts.
@Suite struct RiderStoreTests {
    /// A store in a folder of its own, with deterministic random bytes.
    private final class Shelf: Sendable {
        let places: StorePlaces
        let clock = ManualWallClock(UnixTime(seconds: 1_777_852_800))
        private let counter = Mutex(UInt64(0))

        init(_ kind: StoreKind) throws {
            places = try StorePlaces(kind)
        }

        func open() throws -> RiderStore {
            let file = try RecordStore(places.place("riders"), schema: .riders)
            let random = SecretBytes { count in
                let seed = self.counter.withLock { counter in
                    counter += 1
                    return counter
                }
                var random = SeededRandom(seed: seed)
                return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            }
            return RiderStore(file, clock: clock, random: random)
        }
    }

    private let place = SavedPlace(stop: "A", name: "Aarau", latitude: 47.3, longitude: 8)
    private let other = SavedPlace(stop: nil, name: "Home", latitude: 47.4, longitude: 8.2)
    private let stop = SavedStop(id: "A", name: "Aarau")

    private var connection: SavedConnection {
        SavedConnection(id: "", name: "Work", from: other, to: place, vias: [place])
    }

    @Test(arguments: StoreKind.here) func `a token lets its rider in, and no other text does`(
        kind: StoreKind
    ) async throws {
        let shelf = try Shelf(kind)
        let store = try shelf.open()
        let (rider, token) = try await store.create(language: "de")
        #expect(try await store.rider(token) == rider)
        #expect(try await store.settings(rider).language == "de")
        let (stranger, _) = try await store.create(language: "tlh")
        #expect(stranger != rider)
        #expect(try await store.settings(stranger).language == "en")
        let wrong = try #require(BearerToken(text: String(token.text.reversed())))
        #expect(try await store.rider(wrong) == nil)
    }

    @Test func `the file holds no token and no code`() async throws {
        let shelf = try Shelf(.file)
        let store = try shelf.open()
        let (rider, token) = try await store.create(language: nil)
        let (code, _) = try await store.pairingCode(rider)
        try store.file.close()
        for name in try shelf.places.folder.names() {
            let bytes = try Data(contentsOf: shelf.places.folder.url.appendingPathComponent(name))
            #expect(bytes.range(of: Data(token.text.utf8)) == nil)
            #expect(bytes.range(of: Data(code.text.utf8)) == nil)
        }
    }

    @Test(arguments: StoreKind.here) func `what was saved is there after a restart`(kind: StoreKind)
        async throws
    {
        let shelf = try Shelf(kind)
        let rider: RiderID
        let token: BearerToken
        let saved: SavedConnection
        let trip: PlannedTrip
        do {
            let first = try shelf.open()
            (rider, token) = try await first.create(language: nil)
            saved = try await first.add(connection, of: rider)
            trip = try await first.add(
                PlannedTrip(id: "", from: stop, to: stop, arriveBy: 540, weekdays: [1]), of: rider)
        }
        let second = try shelf.open()
        #expect(try await second.rider(token) == rider)
        #expect(try await second.connections(rider) == [saved])
        #expect(try await second.trips(rider) == [trip])
        #expect(saved.name == "Work")
    }

    @Test(arguments: StoreKind.here)
    func `another device is let in once by a code, for ten minutes`(kind: StoreKind) async throws {
        let shelf = try Shelf(kind)
        let store = try shelf.open()
        let (rider, token) = try await store.create(language: nil)
        let (code, pairing) = try await store.pairingCode(rider)
        #expect(pairing.until == shelf.clock.now().advanced(bySeconds: 600))
        #expect(pairing.devices == 1)
        #expect(try await store.pairing(rider) == pairing)
        let typed = try #require(
            PairingCode(
                text: code.text.lowercased().prefix(4) + " - " + code.text.suffix(4), length: 8))
        let paired = try #require(try await store.pair(typed))
        #expect(paired.rider == rider)
        #expect(paired.token != token)
        #expect(try await store.rider(paired.token) == rider)
        #expect(try await store.rider(token) == rider)
        #expect(try await store.pair(code) == nil)
        #expect(try await store.pairing(rider) == RiderPairing(devices: 2, until: nil))
        let (late, _) = try await store.pairingCode(rider)
        shelf.clock.advance(bySeconds: 600)
        #expect(try await store.pairing(rider) == RiderPairing(devices: 2, until: nil))
        #expect(try await store.pair(late) == nil)
        let (old, _) = try await store.pairingCode(rider)
        let (new, _) = try await store.pairingCode(rider)
        #expect(try await store.pair(old) == nil)
        #expect(try await store.pair(new) != nil)
    }

    @Test(arguments: StoreKind.here)
    func `a device signs out all others of its rider, and nobody else's`(
        kind: StoreKind
    ) async throws {
        let store = try Shelf(kind).open()
        let (rider, token) = try await store.create(language: nil)
        let (stranger, strange) = try await store.create(language: nil)
        let lost = try #require(try await store.pair(try await store.pairingCode(rider).code)).token
        let (code, _) = try await store.pairingCode(rider)
        try await store.signOutOthers(than: token, of: rider)
        #expect(try await store.rider(token) == rider)
        #expect(try await store.rider(lost) == nil)
        #expect(try await store.pair(code) == nil)
        #expect(try await store.rider(strange) == stranger)
        // The lost one asked at the same time: one of the two must stay.
        await #expect(throws: RiderError.unknown) {
            try await store.signOutOthers(than: lost, of: rider)
        }
        #expect(try await store.rider(token) == rider)
    }

    @Test(arguments: StoreKind.here) func `who is deleted leaves nothing behind`(kind: StoreKind)
        async throws
    {
        let shelf = try Shelf(kind)
        let store = try shelf.open()
        let (rider, token) = try await store.create(language: nil)
        _ = try await store.add(connection, of: rider)
        let (code, _) = try await store.pairingCode(rider)
        try await store.delete(rider)
        #expect(try await store.rider(token) == nil)
        #expect(try await store.pair(code) == nil)
        #expect(try await store.connections(rider).isEmpty)
        await #expect(throws: RiderError.unknown) { try await store.settings(rider) }
        await #expect(throws: RiderError.unknown) {
            try await store.add(self.connection, of: rider)
        }
    }

    @Test(arguments: StoreKind.here) func `who was not there for long is forgotten`(kind: StoreKind)
        async throws
    {
        let shelf = try Shelf(kind)
        let store = try shelf.open()
        let (_, gone) = try await store.create(language: nil)
        let (_, stays) = try await store.create(language: nil)
        shelf.clock.advance(bySeconds: 40 * 86_400)
        _ = try await store.rider(stays)
        shelf.clock.advance(bySeconds: 10 * 86_400)
        #expect(try await store.deleteUnseen(days: 49) == 1)
        #expect(try await store.deleteUnseen(days: 49) == 0)
        #expect(try await store.rider(gone) == nil)
        #expect(try await store.rider(stays) != nil)
        #expect(try await store.count() == 1)
    }

    @Test(arguments: StoreKind.here) func `connections keep the rider's order`(kind: StoreKind)
        async throws
    {
        let store = try Shelf(kind).open()
        let (rider, _) = try await store.create(language: nil)
        var ids: [String] = []
        for _ in 0..<3 { ids.append(try await store.add(connection, of: rider).id) }
        func order() async throws -> [String] { try await store.connections(rider).map(\.id) }
        #expect(try await order() == ids)
        try await store.order([ids[2], ids[0]], of: rider)
        #expect(try await order() == [ids[2], ids[0], ids[1]])
        await #expect(throws: RiderError.notFound) { try await store.order(["x"], of: rider) }
        await #expect(throws: RiderError.notFound) {
            try await store.order([ids[0], ids[0]], of: rider)
        }
        try await store.deleteConnection(ids[0], of: rider)
        #expect(try await order() == [ids[2], ids[1]])
        await #expect(throws: RiderError.notFound) {
            try await store.deleteConnection(ids[0], of: rider)
        }
    }

    @Test(arguments: StoreKind.here) func `many riders are read at once, each with their own`(
        kind: StoreKind
    ) async throws {
        let store = try Shelf(kind).open()
        var riders: [RiderID] = []
        var saved: [[String]] = []
        for number in 0..<20 {
            let (rider, _) = try await store.create(language: number < 10 ? "de" : "fr")
            var ids: [String] = []
            for _ in 0..<number % 4 { ids.append(try await store.add(connection, of: rider).id) }
            if ids.count == 3 {
                try await store.order([ids[2], ids[0], ids[1]], of: rider)
                ids = [ids[2], ids[0], ids[1]]
            }
            let trip = PlannedTrip(id: "", from: stop, to: stop, arriveBy: number, weekdays: [1])
            if number % 3 == 1 { _ = try await store.add(trip, of: rider) }
            let address = ChannelAddress.ntfy(
                try NtfyAddress(server: "https://ntfy.example", topic: "r\(number)"))
            let code = number % 5 == 1 ? store.newCode() : nil
            if number % 5 < 2 { _ = try await store.add(address, code: code, of: rider) }
            riders.append(rider)
            saved.append(ids)
        }
        try await store.delete(riders[7])
        let order = Array((0..<20).reversed())
        let snapshots = try await store.snapshots(order.map { riders[$0] })
        let left = order.filter { $0 != 7 }
        #expect(snapshots.map(\.rider) == left.map { riders[$0] })
        #expect(snapshots.map { $0.connections.map(\.id) } == left.map { saved[$0] })
        #expect(snapshots.map(\.settings.language) == left.map { $0 < 10 ? "de" : "fr" })
        #expect(snapshots.map { $0.trips.map(\.arriveBy) } == left.map { $0 % 3 == 1 ? [$0] : [] })
        #expect(snapshots.map(\.hasChannel) == left.map { $0 % 5 == 0 })
        let addresses = try await store.addresses(Set(riders))
        #expect(
            addresses.mapValues { $0.map(\.name) }.filter { !$0.value.isEmpty }
                == Dictionary(
                    uniqueKeysWithValues: [0, 5, 10, 15].map {
                        (riders[$0], ["ntfy.example/r\($0)"])
                    }))
    }

    @Test(arguments: StoreKind.here) func `a connection is edited under its id, by its rider alone`(
        kind: StoreKind
    ) async throws {
        let store = try Shelf(kind).open()
        let (rider, _) = try await store.create(language: nil)
        let (stranger, _) = try await store.create(language: nil)
        var saved = try await store.add(connection, of: rider)
        saved.name = "Office"
        try await store.replace(saved, of: rider)
        #expect(try await store.connections(rider).map(\.name) == ["Office"])
        await #expect(throws: RiderError.notFound) { try await store.replace(saved, of: stranger) }
        await #expect(throws: RiderError.notFound) {
            try await store.deleteConnection(saved.id, of: stranger)
        }
        saved.vias = Array(repeating: place, count: 6)
        await #expect(
            throws: RiderError.invalid("A connection has at most 5 places on the way.")
        ) { try await store.replace(saved, of: rider) }
    }

    @Test(arguments: StoreKind.here) func `nobody saves without end`(kind: StoreKind) async throws {
        let store = try Shelf(kind).open()
        let (rider, _) = try await store.create(language: nil)
        for _ in 0..<RiderStore.maximumTrips {
            _ = try await store.add(
                PlannedTrip(id: "", from: stop, to: stop, arriveBy: 1, weekdays: [1]), of: rider)
        }
        await #expect(throws: RiderError.tooMany("trips")) {
            try await store.add(
                PlannedTrip(
                    id: "", from: self.stop, to: self.stop, arriveBy: 1, weekdays: [1]), of: rider)
        }
        try await store.clear(rider)
        #expect(try await store.trips(rider).isEmpty)
    }

    @Test(arguments: StoreKind.here)
    func `settings are kept, with all vehicles announced by default`(kind: StoreKind) async throws {
        let store = try Shelf(kind).open()
        let (rider, _) = try await store.create(language: nil)
        var settings = try await store.settings(rider)
        #expect(settings == RiderSettings())
        #expect(settings.mapVehicles == 15)
        #expect(!settings.notifies)
        settings.mapVehicles = nil
        settings.stepFree = true
        settings.quietFrom = 1320
        settings.quietUntil = 360
        let changed = try await store.changeSettings(of: rider) { [settings] in $0 = settings }
        #expect(changed == settings)
        #expect(try await store.settings(rider) == settings)
        await #expect(
            throws: RiderError.invalid("'mapVehicles' must be 0 to 30, or null for all.")
        ) { try await store.changeSettings(of: rider) { $0.mapVehicles = 31 } }
        #expect(try await store.settings(rider) == settings)
        let partly = try JSONDecoder().decode(
            RiderSettings.self, from: Data(#"{"notifies":true}"#.utf8))
        #expect(partly.notifies && partly.mapVehicles == 15 && !partly.stepFree)
    }

    @Test(arguments: [
        (1320, 360, 1330, true), (1320, 360, 0, true), (1320, 360, 360, false),
        (600, 700, 650, true), (600, 700, 700, false), (600, 600, 600, false),
    ])
    func `quiet times may pass midnight`(from: Int, until: Int, minute: Int, isQuiet: Bool) {
        var settings = RiderSettings()
        settings.quietFrom = from
        settings.quietUntil = until
        #expect(settings.isQuiet(atMinute: minute) == isQuiet)
    }
}
