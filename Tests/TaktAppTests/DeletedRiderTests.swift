import ClockTesting
import FolderTesting
import Logging
import Notifications
import Persistence
import Riders
import Synchronization
import Testing
import TransitModel

@testable import TaktApp

/// Messages of riders who were deleted just before the server was killed.
@Suite struct DeletedRiderTests {
    @Test func `a message to an address that no rider has is not sent`() async throws {
        let folder = TemporaryFolder()
        let file = try RecordStore(path: folder.path("riders.sqlite"), schema: .riders)
        // The outbox hears nothing of it, as if the server were killed.
        let store = RiderStore(file, clock: ManualWallClock(UnixTime(seconds: 1_777_852_800)))
        let sent = Mutex<[String]>([])
        let send = RiderMessaging.sendingToChannels(
            of: store, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { message, _, _ in
            sent.withLock { $0.append(message.id) }
            return .delivered
        }
        let address = ChannelAddress.ntfy(
            try NtfyAddress(server: "https://ntfy.example", topic: "a", token: nil))
        let (rider, _) = try await store.create(language: "de")
        _ = try await store.add(address, code: nil, of: rider)
        func outcome(_ id: String) async throws -> SendOutcome {
            await send(
                try RiderMessage(id: id, topic: "t", title: id, timeToLiveSeconds: 600), address,
                UnixTime(seconds: 1_777_900_000))
        }
        #expect(try await outcome("first") == .delivered)
        try await store.delete(rider)
        #expect(try await outcome("second") == .refused("its rider removed the channel"))
        // While the riders cannot be read, messages go on.
        try await file.write { try $0.executeAll("ALTER TABLE channels RENAME TO lost") }
        #expect(try await outcome("third") == .delivered)
        #expect(sent.withLock { $0 } == ["first", "third"])
    }
}
