import Synchronization

/// Saved connections as they were read lately: an app that is open asks for its home every half minute.
///
/// Each is kept beside the text that it was read from, and given for that text only: what another node changed is read
/// anew. They lie in two halves: the newer is filled until it is full and then becomes the older, which is forgotten but
/// for those that somebody asks for meanwhile.
final class ConnectionMemory: Sendable {
    /// A connection as it is stored.
    struct Row {
        let id: String
        let text: String
    }

    private struct Entry {
        let text: String
        let connection: SavedConnection
    }

    private struct Halves {
        var newer: [String: Entry] = [:]
        var older: [String: Entry] = [:]
        /// The size of the newer half, in bytes of text.
        var size = 0

        mutating func find(_ row: Row, _ halfBytes: Int) -> SavedConnection? {
            if let entry = newer[row.id] { return entry.text == row.text ? entry.connection : nil }
            guard let entry = older[row.id], entry.text == row.text else { return nil }
            put(entry, row.id, halfBytes)
            return entry.connection
        }

        mutating func put(_ entry: Entry, _ id: String, _ halfBytes: Int) {
            let bytes = entry.text.utf8.count
            guard bytes <= halfBytes else { return }
            if size + bytes > halfBytes {
                (older, newer) = (newer, [:])
                size = 0
            }
            let before = newer.updateValue(entry, forKey: id)
            size += bytes - (before?.text.utf8.count ?? 0)
        }
    }

    private let halves = Mutex(Halves())
    private let halfBytes: Int

    /// Remembers at most so many bytes of text; what was read from them takes some times as much.
    init(limitBytes: Int = 8 << 20) {
        halfBytes = limitBytes / 2
    }

    /// The connections of some rows, in their order; `read` reads those that are not remembered.
    func connections(
        _ rows: [Row], read: (String) throws -> SavedConnection = RiderStore.value
    ) throws -> [SavedConnection] {
        let known = halves.withLock { halves in rows.map { halves.find($0, halfBytes) } }
        return try zip(rows, known).map { row, known in
            if let known { return known }
            let connection = try read(row.text)
            halves.withLock {
                $0.put(Entry(text: row.text, connection: connection), row.id, halfBytes)
            }
            return connection
        }
    }
}
