package import Persistence
import Synchronization
package import TransitModel

/// A persistent queue of messages to send.
///
/// An accepted message is sent at least once unless a newer message of its topic replaces it, it
/// expires, or its address is gone. Each message is leased to one worker at a time. A file has one
/// writer, so no two programs send from it; in PostgreSQL several do.
///
/// If the program dies during an attempt, it is unknown whether the service accepted the message.
/// The message is sent again with the same id and topic, so that it replaces the first on the
/// rider's screen.
package final class Outbox: Sendable {
    /// Capacities, pauses and time limits.
    package let rules: OutboxRules
    let clock: any WallClock
    let store: RecordStore
    private let tallies = Mutex(OutboxCounts())
    /// Wakes the worker.
    let workAvailable = AsyncSignal()

    /// Opens or creates the outbox at a place; a file's folder must exist.
    ///
    /// The clock is real time.
    ///
    /// - Throws: A sentence if the place cannot be used; see `RecordStore`.
    package init(
        _ place: StoreLocation, rules: OutboxRules = OutboxRules(),
        clock: any WallClock = SystemWallClock()
    ) throws {
        self.rules = rules
        self.clock = clock
        store = try RecordStore(place, schema: OutboxSchema.schema)
        let latest = clock.now().advanced(bySeconds: rules.maximumWaitSeconds)
        try store.writeNow { database in
            if !database.isShared {
                // The owners of these leases are dead, since the file is locked by this program.
                try database.execute(
                    "UPDATE message SET lease_until = NULL WHERE lease_until IS NOT NULL")
            }
            // After the clock was set back, no message waits longer than the longest allowed wait.
            try database.execute(
                "UPDATE message SET due = ?1 WHERE due > ?1", [latest.milliseconds])
        }
    }

    /// Opens the outbox in the file at `path`; see the other initialiser.
    ///
    /// - Throws: A sentence if the file cannot be used.
    package convenience init(
        path: String, rules: OutboxRules = OutboxRules(),
        clock: any WallClock = SystemWallClock()
    ) throws {
        try self.init(.file(path: path), rules: rules, clock: clock)
    }

    /// Adds messages and writes them to disk; returns what was done with each.
    ///
    /// A message replaces a waiting one of the same address and topic; a message that is being sent
    /// is completed first. The messages of one call are stored together: all of them or, when this
    /// throws, none. So are the notes, so that a note exists exactly if its messages will be sent.
    /// `claim` runs first within the same transaction.
    ///
    /// - Throws: The error of `claim`, or of the store if the disk is full or broken.
    package func add(
        _ messages: [AddressedMessage], notes: [OutboxNote] = [],
        claim: (@Sendable (RecordDatabase) throws -> Void)? = nil
    ) async throws -> [Acceptance] {
        guard !messages.isEmpty || !notes.isEmpty else { return [] }
        let (now, rules) = (clock.now(), rules)
        let rows = try messages.map { try OutboxRow($0, now: now) }
        let (answers, replaced) = try await store.write { database in
            try claim?(database)
            for note in notes { try note.write(database, now: now) }
            return try OutboxIntake(database: database, rules: rules).add(rows)
        }
        tallies.withLock { $0.replaced += replaced }
        if answers.contains(.queued) { workAvailable.signal() }
        return answers
    }

    /// Adds one message; see the other `add`.
    package func add(_ message: RiderMessage, to address: ChannelAddress) async throws -> Acceptance
    {
        let answers = try await add([AddressedMessage(message, to: address)])
        guard let answer = answers.first else {
            preconditionFailure("There is an answer for each message.")
        }
        return answer
    }

    /// Drops the messages that wait for a removed address, and returns their number.
    @discardableResult
    package func forget(_ address: ChannelAddress) async throws -> Int {
        let key = address.key
        return try await store.write { try OutboxReports.forget(key, $0) }
    }

    /// The number of waiting messages, and what became of others since the program started.
    package func counts() async throws -> OutboxCounts {
        let waiting = try await store.read { database in
            try OutboxIntake.waiting(database)
        }
        return tallies.withLock { tallies in
            var counts = tallies
            counts.waiting = waiting
            return counts
        }
    }

    package func close() throws {
        try store.close()
    }

    /// Marks the messages that wait in a restored file as sent, and returns their number.
    ///
    /// The server of the backup went on and sent them, or they are out of date; what is still true
    /// is found and announced again.
    ///
    /// - Throws: A sentence if the file cannot be used.
    package static func endWaiting(inFile path: String) throws -> Int {
        let store = try RecordStore(path: path, schema: OutboxSchema.schema)
        let count = try store.writeNow { database in
            try database.execute(
                """
                UPDATE message SET address = NULL, message = NULL, lease_until = NULL
                WHERE address IS NOT NULL
                """)
        }
        try store.close()
        return count
    }
}

// MARK: - For workers

extension Outbox {
    /// Stores reports, then leases up to `limit` messages that the gate admits.
    ///
    /// Both share one transaction, because a disk commits only a few a second.
    func lease(
        _ reports: [SendReport], limit: Int, from previous: OutboxPass
    ) async throws -> OutboxPass {
        let (now, rules) = (clock.now(), rules)
        let pass = try await store.write { database in
            var pass = OutboxPass(after: previous)
            let writing = OutboxReports(database: database, rules: rules)
            for report in reports { try writing.write(report, &pass) }
            let leasing = OutboxLeasing(database: database, rules: rules, now: now)
            try leasing.dropExpired(&pass)
            if limit > 0 { try leasing.lease(limit, &pass) }
            return pass
        }
        tallies.withLock { $0.add(pass.tally) }
        return pass
    }
}

extension OutboxCounts {
    fileprivate mutating func add(_ other: OutboxCounts) {
        delivered += other.delivered
        gone += other.gone
        waits += other.waits
        failures += other.failures
        givenUp += other.givenUp
        expired += other.expired
        replaced += other.replaced
    }
}
