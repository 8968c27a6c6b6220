import ClockTesting
import Notifications
import Persistence
import PostgresTesting
import Secrets
import Synchronization
import Testing
import TransitModel

@testable import Riders

/// The storage of riders' channels.
@Suite struct ChannelTests {
    /// A store that counts random bytes upwards.
    private final class Shelf: Sendable {
        let places: StorePlaces
        let clock = ManualWallClock(UnixTime(seconds: 1_777_852_800))
        let forgotten = Mutex<[ChannelAddress]>([])

        init(_ kind: StoreKind) throws {
            places = try StorePlaces(kind)
        }

        func open() throws -> RiderStore {
            let file = try RecordStore(places.place("riders"), schema: .riders)
            return RiderStore(
                file, clock: clock,
                forgotten: { [self] addresses in forgotten.withLock { $0 += addresses } })
        }
    }

    private func topic(_ name: String, token: String? = nil) throws -> ChannelAddress {
        .ntfy(try NtfyAddress(server: "https://ntfy.example", topic: name, token: token))
    }

    @Test(arguments: StoreKind.here) func `an address is one channel however often it is added`(
        kind: StoreKind
    ) async throws {
        let shelf = try Shelf(kind)
        let store = try shelf.open()
        let (rider, _) = try await store.create(language: "de")
        let first = try await store.add(try topic("a"), code: nil, of: rider)
        #expect(first.isNew && first.channel.isConfirmed)
        let again = try await store.add(try topic("a", token: "new"), code: nil, of: rider)
        #expect(!again.isNew && again.channel.id == first.channel.id)
        // The newer token is used.
        #expect(try await store.addresses([rider]) == [rider: [try topic("a", token: "new")]])
        for number in 1..<RiderChannel.maximum {
            _ = try await store.add(try topic("t\(number)"), code: nil, of: rider)
        }
        await #expect(throws: RiderError.tooMany("channels")) {
            _ = try await store.add(try topic("more"), code: nil, of: rider)
        }
    }

    @Test(arguments: StoreKind.here)
    func `a mailbox is used once its code came back, within half an hour and five tries`(
        kind: StoreKind
    )
        async throws
    {
        let shelf = try Shelf(kind)
        let store = try shelf.open()
        let (rider, _) = try await store.create(language: "de")
        let mailbox = ChannelAddress.email(try EmailAddress("rider@example.org"))
        let wrong = try #require(PairingCode(text: "22222222", length: 8))
        let code = store.newCode()
        let channel = try await store.add(mailbox, code: code, of: rider).channel
        #expect(!channel.isConfirmed)
        #expect(try await store.addresses([rider]) == [rider: []])
        for _ in 0..<5 { #expect(try await !store.confirm(channel.id, code: wrong, of: rider)) }
        #expect(try await !store.confirm(channel.id, code: code, of: rider))
        let second = store.newCode()
        _ = try await store.add(mailbox, code: second, of: rider)
        shelf.clock.advance(bySeconds: RiderStore.codeSeconds + 1)
        #expect(try await !store.confirm(channel.id, code: second, of: rider))
        let third = store.newCode()
        _ = try await store.add(mailbox, code: third, of: rider)
        #expect(try await store.confirm(channel.id, code: third, of: rider))
        #expect(try await store.addresses([rider]) == [rider: [mailbox]])
        // Adding it again does not lock it.
        #expect(try await store.add(mailbox, code: code, of: rider).channel.isConfirmed)
    }

    @Test(arguments: StoreKind.here)
    func `what nobody has any more is forgotten, what another rider has is not`(kind: StoreKind)
        async throws
    {
        let shelf = try Shelf(kind)
        let store = try shelf.open()
        let (one, _) = try await store.create(language: "de")
        let (other, _) = try await store.create(language: "fr")
        let shared = try topic("shared")
        let first = try await store.add(shared, code: nil, of: one).channel
        _ = try await store.add(shared, code: nil, of: other)
        _ = try await store.add(try topic("own"), code: nil, of: one)
        try await store.deleteChannel(first.id, of: one)
        #expect(shelf.forgotten.withLock { $0 } == [])
        await #expect(throws: RiderError.notFound) {
            try await store.deleteChannel(first.id, of: one)
        }
        try await store.delete(one)
        #expect(shelf.forgotten.withLock { $0 } == [try topic("own")])
        try await store.clear(other)
        #expect(shelf.forgotten.withLock { $0 } == [try topic("own"), shared])
        #expect(try await store.channels(other).isEmpty)
    }

    @Test(arguments: StoreKind.here)
    func `riders who were not seen for long go with their channels`(kind: StoreKind) async throws {
        let shelf = try Shelf(kind)
        let store = try shelf.open()
        let (rider, _) = try await store.create(language: "de")
        _ = try await store.add(try topic("a"), code: nil, of: rider)
        shelf.clock.advance(bySeconds: 86_400 * 41)
        #expect(try await store.deleteUnseen(days: 40) == 1)
        #expect(shelf.forgotten.withLock { $0 } == [try topic("a")])
    }
}
