import Persistence
import TransitModel

/// Numbers for recurring texts, stored in a table.
///
/// The numbers of texts in use are cached in memory. New numbers are assigned immediately and
/// written together with the fixes that need them.
struct NumberTable<Key: Hashable & Sendable>: Sendable {
    private let table: String
    private let columns: [String]
    private let values: @Sendable (Key) -> [RecordValue]
    private let key: @Sendable (RecordRow) throws -> Key
    private var known: [Key: UInt32] = [:]
    private var next: UInt32 = 1
    /// Numbers that are assigned but not written yet.
    private(set) var added: [(number: UInt32, key: Key)] = []

    /// The maximum number of cached texts; beyond it, the cache is emptied and texts are looked up
    /// again.
    private static var maximumKnown: Int { 250_000 }

    init(
        _ table: String, columns: [String],
        values: @escaping @Sendable (Key) -> [RecordValue],
        key: @escaping @Sendable (RecordRow) throws -> Key
    ) {
        self.table = table
        self.columns = columns
        self.values = values
        self.key = key
    }

    /// Continues with the numbers after those in the store.
    ///
    /// In a shared database, the most recently used numbers are read in advance, because each
    /// lookup is a round trip over the network.
    ///
    /// - Throws: An error of the store if the table cannot be read.
    mutating func open(_ database: RecordDatabase) throws {
        let last = try database.number("SELECT max(number) FROM \(table)") ?? 0
        next = UInt32(clamping: last) + 1
        guard database.isShared else { return }
        let names = columns.joined(separator: ", ")
        let rows = try database.rows(
            "SELECT \(names), number FROM \(table) ORDER BY used DESC LIMIT ?",
            [Self.maximumKnown]
        ) { row in (try key(row), try row[columns.count] as UInt32) }
        known = Dictionary(rows) { first, _ in first }
    }

    subscript(key: Key) -> UInt32? { known[key] }

    /// Returns the numbers of those keys that are in the store.
    ///
    /// - Throws: An error of the store if the table cannot be read.
    func lookUp(_ keys: [Key], in database: RecordDatabase) throws -> [Key: UInt32] {
        let condition = columns.map { "\($0) = ?" }.joined(separator: " AND ")
        let sql = "SELECT number FROM \(table) WHERE \(condition)"
        var found: [Key: UInt32] = [:]
        for key in keys {
            found[key] = try database.row(sql, RecordValues(values(key))) { try $0[0] }
        }
        return found
    }

    /// Caches the numbers found in the store and assigns new ones to the other keys.
    mutating func learn(_ keys: [Key], found: [Key: UInt32]) {
        for key in keys where known[key] == nil {
            if let number = found[key] {
                known[key] = number
            } else {
                known[key] = next
                added.append((next, key))
                next += 1
            }
        }
    }

    /// Writes the new numbers.
    ///
    /// Rows written by an earlier, unconfirmed attempt are left unchanged.
    ///
    /// - Throws: An error of the store if the table cannot be written.
    func write(to database: RecordDatabase, day: Int32) throws {
        let marks = Array(repeating: "?", count: columns.count + 2).joined(separator: ", ")
        let sql = """
            INSERT INTO \(table)(number, \(columns.joined(separator: ", ")), used)
            VALUES (\(marks)) ON CONFLICT (number) DO NOTHING
            """
        for (number, key) in added {
            let row = [number.recordValue] + values(key) + [day.recordValue]
            try database.execute(sql, RecordValues(row))
        }
    }

    /// Marks the first `count` new numbers as written.
    mutating func markWritten(_ count: Int) {
        added.removeFirst(count)
    }

    /// Records that numbers were needed on a day.
    ///
    /// - Throws: An error of the store if the table cannot be written.
    func touch(
        _ numbers: some Sequence<UInt32>, day: Int32, in database: RecordDatabase
    ) throws {
        let sql = "UPDATE \(table) SET used = ?1 WHERE number = ?2 AND used < ?1"
        for number in numbers { try database.execute(sql, [day, number]) }
    }

    /// Removes up to `limit` numbers last needed before `day`.
    ///
    /// Returns how many were removed.
    ///
    /// - Throws: An error of the store if the table cannot be written.
    static func prune(
        _ table: String, before day: Int32, limit: Int, in database: RecordDatabase
    ) throws -> Int {
        try database.execute(
            """
            DELETE FROM \(table) WHERE number IN (
                SELECT number FROM \(table) WHERE used < ? LIMIT ?)
            """, [day, limit])
    }

    /// Limits the cache; call it between batches.
    mutating func trim() {
        if known.count > Self.maximumKnown { forget() }
    }

    /// Empties the cache, so that pruned numbers are not used again.
    mutating func forget() {
        known.removeAll()
        for (number, key) in added { known[key] = number }
    }
}

/// The three number tables.
struct FixNames: Sendable {
    var vehicles = NumberTable<String>("vehicle", columns: ["id"]) {
        [.text($0)]
    } key: {
        try $0[0]
    }
    var labels = NumberTable<String>("label", columns: ["text"]) {
        [.text($0)]
    } key: {
        try $0[0]
    }
    var assignments = NumberTable<Assignment>(
        "assignment", columns: ["trip_id", "trip_route_id", "start_seconds", "route_id"]
    ) { key in
        [
            .text(key.tripID), .text(key.tripRouteID),
            (key.startSeconds ?? Assignment.noStart).recordValue, .text(key.foundRouteID),
        ]
    } key: {
        try Assignment($0)
    }

    /// - Throws: An error of the store if a table cannot be read.
    mutating func open(_ database: RecordDatabase) throws {
        try vehicles.open(database)
        try labels.open(database)
        try assignments.open(database)
    }

    /// The keys of a batch that are not cached, in order of occurrence.
    struct Unknown: Sendable {
        var vehicles: [String] = []
        var labels: [String] = []
        var assignments: [Assignment] = []

        var isEmpty: Bool { vehicles.isEmpty && labels.isEmpty && assignments.isEmpty }
    }

    mutating func unknown(in fixes: [ArchivedFix]) -> Unknown {
        vehicles.trim()
        labels.trim()
        assignments.trim()
        var unknown = Unknown()
        for archived in fixes {
            let fix = archived.fix
            if vehicles[fix.vehicleID] == nil { unknown.vehicles.append(fix.vehicleID) }
            if let label = fix.label, !label.isEmpty, labels[label] == nil {
                unknown.labels.append(label)
            }
            if let assignment = Assignment(archived), assignments[assignment] == nil {
                unknown.assignments.append(assignment)
            }
        }
        return unknown
    }

    /// The numbers found in the store for unknown keys.
    struct Found: Sendable {
        var vehicles: [String: UInt32] = [:]
        var labels: [String: UInt32] = [:]
        var assignments: [Assignment: UInt32] = [:]
    }

    /// - Throws: An error of the store if a table cannot be read.
    func lookUp(_ unknown: Unknown, in database: RecordDatabase) throws -> Found {
        Found(
            vehicles: try vehicles.lookUp(unknown.vehicles, in: database),
            labels: try labels.lookUp(unknown.labels, in: database),
            assignments: try assignments.lookUp(unknown.assignments, in: database))
    }

    mutating func learn(_ unknown: Unknown, _ found: Found) {
        vehicles.learn(unknown.vehicles, found: found.vehicles)
        labels.learn(unknown.labels, found: found.labels)
        assignments.learn(unknown.assignments, found: found.assignments)
    }

    /// - Throws: An error of the store if a table cannot be written.
    func write(to database: RecordDatabase, day: Int32) throws {
        try vehicles.write(to: database, day: day)
        try labels.write(to: database, day: day)
        try assignments.write(to: database, day: day)
    }

    /// Marks what `other`, an earlier state of this value, had to write as written.
    mutating func markWritten(_ other: FixNames) {
        vehicles.markWritten(other.vehicles.added.count)
        labels.markWritten(other.labels.added.count)
        assignments.markWritten(other.assignments.added.count)
    }

    mutating func forget() {
        vehicles.forget()
        labels.forget()
        assignments.forget()
    }
}

extension Assignment {
    /// The stored value for a missing start time.
    static let noStart = Int32.min

    /// Reads a row of trip, its route, start and matched route.
    ///
    /// - Throws: An error of the store if a column has another type.
    init(_ row: RecordRow) throws {
        let start: Int32 = try row[2]
        self.init(
            tripID: try row[0], tripRouteID: try row[1],
            startSeconds: start == Self.noStart ? nil : start, foundRouteID: try row[3])
    }
}
