import Synchronization
import TransitModel

/// Caches decoded saved connections: an open app requests its home every half minute.
///
/// Each is cached with the text from which it was decoded, and returned for that text only, so that
/// changes by another node are seen.
final class ConnectionCache: Sendable {
    /// A stored connection.
    struct Row {
        let id: String
        let text: String
    }

    private struct Entry {
        let text: String
        let connection: SavedConnection
    }

    private let memory: Mutex<LRUCache<String, Entry>>

    /// Caches at most so many bytes of text; the decoded values take several times as much.
    init(limitBytes: Int = 8 << 20) {
        memory = Mutex(LRUCache(limitBytes: limitBytes))
    }

    /// Returns the connections of some rows, in their order; `read` decodes those not cached.
    func connections(
        _ rows: [Row], read: (String) throws -> SavedConnection = StoredConnection.connection
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
