import Synchronization
import TransitModel

/// Saved connections as they were read lately: an app that is open asks for its home every half
/// minute.
///
/// Each is kept beside the text that it was read from, and given for that text only: what another
/// node changed is read anew.
final class ConnectionCache: Sendable {
    /// A connection as it is stored.
    struct Row {
        let id: String
        let text: String
    }

    private struct Entry {
        let text: String
        let connection: SavedConnection
    }

    private let memory: Mutex<RecencyCache<Entry>>

    /// Remembers at most so many bytes of text; what was read from them takes some times as much.
    init(limitBytes: Int = 8 << 20) {
        memory = Mutex(RecencyCache(limitBytes: limitBytes))
    }

    /// The connections of some rows, in their order; `read` reads those that are not remembered.
    func connections(
        _ rows: [Row], read: (String) throws -> SavedConnection = RiderStore.value
    ) throws -> [SavedConnection] {
        let known = memory.withLock { memory in rows.map { memory.value(of: $0.id) } }
        return try zip(rows, known).map { row, known in
            if let known, known.text == row.text { return known.connection }
            let connection = try read(row.text)
            let entry = Entry(text: row.text, connection: connection)
            memory.withLock { $0.keep(entry, of: row.id, bytes: row.text.utf8.count) }
            return connection
        }
    }
}
