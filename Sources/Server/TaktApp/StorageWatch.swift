import HTTPServing
import Persistence
import ServiceLifecycle
import Synchronization
import WebServer

/// Looks every few seconds whether what riders save can be stored, so that the probes answer at
/// once, also while a database hangs.
final class StorageWatch: Service {
    private let folder: String
    private let store: RecordStore
    private let latest = Mutex(HealthEndpoints.StorageState.ok)

    private static let interval = Duration.seconds(5)

    /// Watches a store that was just opened: its database, or the disk of the data folder.
    init(_ store: RecordStore, folder: String) {
        self.store = store
        self.folder = folder
    }

    /// The state that was found last.
    var state: HealthEndpoints.StorageState { latest.withLock { $0 } }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in Ticks(every: Self.interval) { await self.check() }
        }
    }

    /// Looks once.
    ///
    /// The disk of a node whose data is in a database is of no interest to riders.
    func check() async {
        var found = HealthEndpoints.StorageState.ok
        if store.isShared {
            do { try await store.checkWritable() } catch { found = .unavailable }
        } else if !DiskRoom.isLeft(in: folder) {
            found = .full
        }
        latest.withLock { $0 = found }
    }
}
