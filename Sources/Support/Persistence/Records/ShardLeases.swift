import Synchronization

/// Divides one kind of work among the nodes that share a PostgreSQL database.
///
/// The work has a fixed number of parts. Each part is leased to one node at a time; the lease is
/// renewed every two seconds and ends after six unless said otherwise, by the database's clock, so
/// that others take over what a dead node had. All nodes that are there get equally many, give or
/// take one. Whoever works on a part asks within the transaction that writes the outcome whether it
/// is still theirs, see ``check(_:_:)``: then no part's work is done by two, however long a node
/// was asleep.
package final class ShardLeases: Sendable {
    /// The database's clock, in milliseconds since 1970.
    private static let clock = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"

    /// Parts that are not this node's any more: what was found for them is somebody else's to tell.
    package struct Lost: Error, CustomStringConvertible {
        /// One sentence for people.
        package var description: String { "Another node has taken over this part of the work." }
    }

    private let store: RecordStore
    private let work: String
    private let count: Int
    private let leaseMilliseconds: Int
    /// This node's name among the others.
    package let node: String
    private let held = Mutex<Set<Int>>([])

    /// Divides `count` parts of the work called so; `node` tells this start of this program from
    /// all others.
    package init(
        _ address: PostgresAddress, work: String, count: Int, node: String,
        leaseSeconds: Int = 6
    ) throws {
        let few = try PostgresAddress(url: address.url, password: address.password, connections: 2)
        store = try RecordStore(.server(few), schema: .nodes)
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

    /// The parts that were this node's when it last asked.
    package var parts: Set<Int> { held.withLock(\.self) }

    /// Renews what this node has, takes its share of what is free, and gives back what is more than
    /// that.
    ///
    /// To be called every two seconds.
    package func renew() async throws {
        let (work, count, node, lease) = (work, count, node, leaseMilliseconds)
        let parts = try await store.write { database in
            let until = "\(Self.clock) + \(lease)"
            try database.execute(
                """
                INSERT INTO node VALUES (?, ?, \(until))
                ON CONFLICT (work, node) DO UPDATE SET until = excluded.until
                """, [work, node])
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
            return Set(mine + free)
        }
        held.withLock { $0 = parts }
    }

    /// How many nodes share a database now, whatever they do.
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

    /// Gives all back: for the end of the program.
    package func leave() async throws {
        held.withLock { $0 = [] }
        let (work, node) = (work, node)
        try await store.write { database in
            try database.execute(
                "UPDATE part SET node = '', until = 0 WHERE work = ? AND node = ?", [work, node])
            try database.execute("DELETE FROM node WHERE work = ? AND node = ?", [work, node])
        }
    }

    /// Within a transaction in the same database: throws ``Lost`` unless these parts are this
    /// node's until it ends.
    package func check(_ parts: Set<Int>, _ database: RecordDatabase) throws {
        guard !parts.isEmpty else { return }
        let list = parts.sorted().map(String.init).joined(separator: ", ")
        // Whoever takes parts over leaves out what is locked so.
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
    /// Which node does what.
    ///
    /// A file has one program, so there is nothing to divide.
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
