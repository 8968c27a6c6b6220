import Synchronization

/// Divides one kind of work among the nodes that share a PostgreSQL database.
///
/// The work has a fixed number of shards. Each shard is leased to one node at a time. The lease is
/// renewed every two seconds and, by default, expires after six by the database's clock, so that
/// others take over the shards of a dead node. All live nodes get the same number of shards, give
/// or take one. A node that works on a shard checks within the transaction that writes the result
/// whether it still holds the lease, see ``check(_:_:)``. No shard's work is therefore done twice,
/// however long a node was suspended.
package final class ShardLeases: Sendable {
    /// The database's clock, in milliseconds since 1970.
    private static let clock = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"

    /// Thrown when shards are no longer leased to this node; their results must not be written.
    package struct Lost: Error, CustomStringConvertible {
        package var description: String { "Another node has taken over this part of the work." }
    }

    private let store: RecordStore
    private let work: String
    private let count: Int
    private let leaseMilliseconds: Int
    /// This node's name, unique among the nodes.
    package let node: String
    private let held = Mutex<Set<Int>>([])

    /// Divides `count` shards of the named work; `node` distinguishes this start of the program
    /// from all others.
    ///
    /// - Throws: ``PostgresError`` if the database fails.
    package init(
        _ address: PostgresAddress, work: String, count: Int, node: String,
        leaseSeconds: Int = 6
    ) throws {
        store = try RecordStore(.server(address.with(connections: 2)), schema: .nodes)
        self.work = work
        self.count = max(1, count)
        leaseMilliseconds = leaseSeconds * 1000
        self.node = node
        try store.writeNow { database in
            for part in 0..<self.count {
                try database.execute(
                    "INSERT INTO part VALUES (?, ?, '', 0) ON CONFLICT (work, part) DO NOTHING",
                    [work, part])
            }
        }
    }

    /// The shards that this node held at the last renewal.
    package var parts: Set<Int> { held.withLock(\.self) }

    /// Renews this node's leases, takes its share of the free shards, and releases those beyond its
    /// share.
    ///
    /// Announces this node's values of what all nodes must have in common, by subject, and returns
    /// the subjects of which another node has another value. Call it every two seconds.
    /// - Throws: ``PostgresError`` if the database fails.
    @discardableResult
    package func renew(announcing values: [String: String] = [:]) async throws -> [String] {
        let (work, count, node, lease) = (work, count, node, leaseMilliseconds)
        let (parts, differences) = try await store.write { database in
            let until = "\(Self.clock) + \(lease)"
            for row in [work] + values.map({ Self.row($0.key, $0.value) }) {
                try database.execute(
                    """
                    INSERT INTO node VALUES (?, ?, \(until))
                    ON CONFLICT (work, node) DO UPDATE SET until = excluded.until
                    """, [row, node])
            }
            try database.execute("DELETE FROM node WHERE until < \(Self.clock) - 60000")
            let nodes = try database.number(
                "SELECT count(*) FROM node WHERE work = ? AND until > \(Self.clock)", [work])
            var mine = try database.rows(
                "UPDATE part SET until = \(until) WHERE work = ? AND node = ? RETURNING part",
                [work, node]
            ) { try $0[0] as Int }
            let share = (count + max(1, nodes ?? 1) - 1) / max(1, nodes ?? 1)
            while mine.count > share, let part = mine.popLast() {
                try database.execute(
                    "UPDATE part SET node = '', until = 0 WHERE work = ? AND part = ?",
                    [work, part])
            }
            let free = try database.rows(
                """
                SELECT part FROM part WHERE work = ? AND until < \(Self.clock)
                ORDER BY part LIMIT ?
                """ + database.takingRows, [work, share - mine.count]
            ) { try $0[0] as Int }
            for part in free {
                try database.execute(
                    "UPDATE part SET node = ?, until = \(until) WHERE work = ? AND part = ?",
                    [node, work, part])
            }
            return (Set(mine + free), try Self.differences(from: values, database))
        }
        held.withLock { $0 = parts }
        return differences
    }

    /// Returns the subjects of which a node that uses a database now announces another value.
    /// - Throws: ``PostgresError`` if the database fails.
    package static func differences(
        from values: [String: String], _ address: PostgresAddress
    ) throws -> [String] {
        // Opening the store would make its tables in a database without nodes.
        let connection = try PostgresConnection(address, searchPath: "public")
        let tables = try connection.run(
            "SELECT 1 FROM pg_tables WHERE schemaname = 'takt_nodes' AND tablename = 'node'")
        guard tables.count > 0 else { return [] }
        let store = try RecordStore(.server(address), schema: .nodes)
        defer { try? store.close() }
        return try store.readNow { try differences(from: values, $0) }
    }

    private static func differences(
        from values: [String: String], _ database: RecordDatabase
    ) throws -> [String] {
        try values.sorted { $0.key < $1.key }.filter { subject, value in
            try database.finds(
                """
                SELECT 1 FROM node WHERE starts_with(work, ?) AND work <> ? AND until > \(clock)
                """, [row(subject, ""), row(subject, value)])
        }.map(\.key)
    }

    /// Returns the `work` of a node's row that announces a value.
    private static func row(_ subject: String, _ value: String) -> String {
        "\(subject): \(value)"
    }

    /// Returns the number of nodes that share a database now, whatever their work.
    /// - Throws: ``PostgresError`` if the database fails.
    package static func count(_ address: PostgresAddress) throws -> Int {
        let store = try RecordStore(.server(address), schema: .nodes)
        defer { try? store.close() }
        return try store.readNow { database in
            try database.number(
                """
                SELECT count(*) FROM node WHERE until > \(clock)
                GROUP BY work ORDER BY 1 DESC LIMIT 1
                """) ?? 0
        }
    }

    /// Returns whether any node uses a database now, within a transaction in it.
    /// - Throws: ``PostgresError`` if the database fails.
    static func areHeld(_ database: RecordDatabase) throws -> Bool {
        guard
            try database.finds(
                "SELECT 1 FROM pg_tables WHERE schemaname = 'takt_nodes' AND tablename = 'node'",
                [])
        else { return false }
        return try database.finds("SELECT 1 FROM takt_nodes.node WHERE until > \(clock)", [])
    }

    /// Releases all leases, for shutdown.
    /// - Throws: ``PostgresError`` if the database fails.
    package func leave() async throws {
        held.withLock { $0 = [] }
        let (work, node) = (work, node)
        try await store.write { database in
            try database.execute(
                "UPDATE part SET node = '', until = 0 WHERE work = ? AND node = ?", [work, node])
            try database.execute("DELETE FROM node WHERE node = ?", [node])
        }
    }

    /// Checks, within a transaction in the same database, that this node holds these shards until
    /// the transaction ends.
    /// - Throws: ``Lost`` if another node has taken one over.
    package func check(_ parts: Set<Int>, _ database: RecordDatabase) throws {
        guard !parts.isEmpty else { return }
        let list = parts.sorted().map(String.init).joined(separator: ", ")
        // Nodes that take shards over skip rows locked like this.
        let held = try database.rows(
            """
            SELECT part FROM takt_nodes.part
            WHERE work = ? AND node = ? AND until > \(Self.clock) AND part IN (\(list)) FOR SHARE
            """, [work, node]
        ) { try $0[0] as Int }
        guard Set(held) == parts else { throw Lost() }
    }
}

extension RecordSchema {
    /// The shards and the nodes that hold their leases.
    ///
    /// An SQLite file is used by one program, so there is nothing to divide.
    static let nodes = RecordSchema(
        name: "nodes", applicationID: 0x54_6b_4e_31,
        steps: [
            Step(
                "parts", sqlite: "",
                postgres: """
                    CREATE TABLE node (
                        work TEXT NOT NULL,
                        node TEXT NOT NULL,
                        until BIGINT NOT NULL,
                        PRIMARY KEY (work, node)
                    );
                    CREATE TABLE part (
                        work TEXT NOT NULL,
                        part BIGINT NOT NULL,
                        node TEXT NOT NULL,
                        until BIGINT NOT NULL,
                        PRIMARY KEY (work, part)
                    );
                    """)
        ],
        tables: [])
}
