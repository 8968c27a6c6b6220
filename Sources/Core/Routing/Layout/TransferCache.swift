import Raptor
import TransitModel

#if !hasFeature(Embedded)
import Synchronization
#endif

/// The footpaths and transfer times of the last layouts, for other days and newer live data.
final class TransferCache: Sendable {
    struct Key: Equatable {
        /// Nil for the whole network.
        let component: Int?
        let parts: LocationIndex.Parts
        let assumptions: TransferAssumptions
    }

    private struct Entry {
        let key: Key
        let transfers: RoutingColumns.Transfers
    }

    /// The maximum number of entries; the oldest one makes room.
    private static let maximumEntries = 4

    private let entries = Mutex<[Entry]>([])

    /// Returns the transfers of a key, or makes them.
    func transfers(
        of key: Key, _ make: () -> RoutingColumns.Transfers
    ) -> RoutingColumns.Transfers {
        let known = entries.withLock { entries in entries.first { $0.key == key }?.transfers }
        if let known { return known }
        // Two days may be laid out concurrently; either copy serves.
        let made = make()
        entries.withLock { entries in
            if entries.count >= Self.maximumEntries { entries.removeFirst() }
            entries.append(Entry(key: key, transfers: made))
        }
        return made
    }
}
