import Persistence

/// The messages at the addresses of new ones, read at once because most addresses have few.
struct EarlierMessages {
    /// A message of the same address and topic as a new one.
    struct Message {
        let row: Int64
        let id: String
        /// Whether it waits or is being sent.
        let waits: Bool
    }

    private struct Key: Hashable {
        let address: String
        let topic: String

        init(_ row: OutboxRow) {
            address = row.addressKey
            topic = row.topic
        }

        init(address: String, topic: String) {
            self.address = address
            self.topic = topic
        }
    }

    private var messages: [Key: Message] = [:]
    /// The number of messages that wait, by the address.
    private var waiting: [String: Int] = [:]
    /// Messages that were written since.
    private var written: Set<Key> = []

    /// Reads the messages at the addresses of some new ones.
    init(at rows: [OutboxRow], _ database: RecordDatabase) throws {
        try database.forEachRow(
            of: Array(Set(rows.map(\.addressKey))),
            {
                """
                SELECT address_key, topic, row, id, address IS NOT NULL FROM message
                WHERE address_key IN \($0)
                """
            },
            { row in
                let key = Key(address: try row.text(0), topic: try row.text(1))
                let message = Message(row: try row[2], id: try row.text(3), waits: try row[4])
                messages[key] = message
                if message.waits { waiting[key.address, default: 0] += 1 }
            })
    }

    /// The number of messages that wait at the address of a new one.
    func waiting(at row: OutboxRow) -> Int { waiting[row.addressKey] ?? 0 }

    /// Returns the message that a new one replaces, locked; nil if there is none.
    func message(before row: OutboxRow, _ database: RecordDatabase) throws -> Message? {
        let key = Key(row)
        if written.contains(key) { return try Self.find(row, database) }
        guard let message = messages[key] else { return nil }
        // Another node may have sent it meanwhile.
        return database.isShared ? try Self.find(row, database) : message
    }

    /// The stored message of the same address and topic, locked; nil if there is none.
    static func find(_ row: OutboxRow, _ database: RecordDatabase) throws -> Message? {
        try database.row(
            """
            SELECT row, id, address IS NOT NULL FROM message WHERE address_key = ? AND topic = ?
            """ + database.lockingRows, [row.addressKey, row.topic]
        ) { Message(row: try $0[0], id: try $0[1], waits: try $0[2]) }
    }

    /// Records that a message now waits where none did.
    mutating func noteWaiting(_ row: OutboxRow) {
        written.insert(Key(row))
        waiting[row.addressKey, default: 0] += 1
    }

    /// Records that a message was written over one that waited.
    mutating func noteReplaced(_ row: OutboxRow) {
        written.insert(Key(row))
    }
}
