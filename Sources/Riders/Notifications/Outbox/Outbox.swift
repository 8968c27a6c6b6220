package import Persistence
import Synchronization
package import TransitModel

/// Messages that wait to be sent, on the disk.
///
/// A message that was accepted is sent at least once unless a newer one of its topic takes its
/// place, it expires, or its address is no more. Each message is leased to one worker at a time. A
/// file has one writer, so no two programs send from it; in PostgreSQL several do.
///
/// When the program dies in the midst of an attempt nobody knows whether the service took the
/// message: it is sent again, with the same id and topic, so that it replaces the first on the
/// rider's screen.
package final class Outbox: Sendable {
    /// How much it holds and how patient it is.
    package let rules: OutboxRules
    let clock: any WallClock
    let store: RecordStore
    private let tallies = Mutex(OutboxCounts())
    /// Wakes the worker.
    let bell = AsyncSignal()

    /// Opens the outbox in a place or makes a new one; a file's folder must exist.
    ///
    /// The clock is real time. Throws a sentence when the place cannot be used, see `RecordStore`.
    package init(
        _ place: RecordPlace, rules: OutboxRules = OutboxRules(),
        clock: any WallClock = SystemWallClock()
    ) throws {
        self.rules = rules
        self.clock = clock
        store = try RecordStore(place, schema: OutboxSchema.schema)
        let latest = clock.now().advanced(bySeconds: rules.maximumWaitSeconds)
        try store.writeNow { database in
            if !database.isShared {
                // Whoever held these leases is dead: the file is ours.
                try database.execute(
                    "UPDATE message SET lease_until = NULL WHERE lease_until IS NOT NULL")
            }
            // After a clock was set back nothing waits longer than it ever may.
            try database.execute(
                "UPDATE message SET due = ?1 WHERE due > ?1", [latest.milliseconds])
        }
    }

    /// Opens the outbox in the file at `path`; see the other initialiser.
    package convenience init(
        path: String, rules: OutboxRules = OutboxRules(),
        clock: any WallClock = SystemWallClock()
    ) throws {
        try self.init(.file(path: path), rules: rules, clock: clock)
    }

    /// Puts messages in; they are on the disk when this returns, each with what was done with it.
    ///
    /// A message of the same address and topic as one that waits takes its place; one that is just
    /// being sent is sent to its end first. Messages of one call are kept together: all or, when
    /// this throws, none. So are the notes with them: whoever notes what was told knows it exactly
    /// if it will be told. `claim` is asked first within the same transaction; what it throws is
    /// thrown. Throws when the disk is full or broken.
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
        if answers.contains(.queued) { bell.ring() }
        return answers
    }

    /// Puts one message in; see the other `add`.
    package func add(_ message: RiderMessage, to address: ChannelAddress) async throws -> Acceptance
    {
        let answers = try await add([AddressedMessage(message, to: address)])
        guard let answer = answers.first else {
            preconditionFailure("There is an answer for each message.")
        }
        return answer
    }

    /// Drops what waits for an address that its rider removed; returns how many messages.
    @discardableResult
    package func forget(_ address: ChannelAddress) async throws -> Int {
        let key = address.key
        return try await store.write { try OutboxReports.forget(key, $0) }
    }

    /// How many messages wait, and what became of others since the program started.
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

    /// Closes the file.
    package func close() throws {
        try store.close()
    }
}

// MARK: - For workers

extension Outbox {
    /// Writes reports down, then leases up to `limit` messages that the gate lets pass.
    ///
    /// One transaction for both: a disk takes few of them a second.
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
