import Persistence
import TransitModel

/// Stores the reports of workers within one transaction.
struct OutboxReports {
    let database: RecordDatabase
    let rules: OutboxRules

    /// Stores what the rules say about a report.
    ///
    /// - Throws: The database's errors.
    func write(_ report: SendReport, _ pass: inout OutboxPass) throws {
        let leased = report.leased
        var holdUntil: UnixTime?
        switch rules.verdict(on: report) {
        case .ended:
            if report.outcome == .delivered {
                pass.tally.delivered += 1
            } else {
                pass.tally.givenUp += 1
            }
            try end(report)
        case .gone:
            pass.tally.gone += 1
            pass.gone.append(leased.address)
            try Self.forget(leased.address.key, database)
        case .retry(let attempts, let until, let holdsOrigin):
            if holdsOrigin {
                pass.tally.waits += 1
                holdUntil = until
            } else {
                pass.tally.failures += 1
            }
            try wait(leased, attempts: attempts, until: until)
        }
        pass.gate.ended(leased.address.origin, holdUntil: holdUntil)
    }

    /// Drops the waiting and remembered messages of an address; returns how many were waiting.
    @discardableResult
    static func forget(_ key: String, _ database: RecordDatabase) throws -> Int {
        let count = try database.number(
            "SELECT count(*) FROM message WHERE address_key = ? AND address IS NOT NULL", [key])
        try database.execute("DELETE FROM message WHERE address_key = ?", [key])
        return count ?? 0
    }

    /// Deletes the message but keeps its id for a while; or frees the newer one that arrived
    /// meanwhile.
    private func end(_ report: SendReport) throws {
        let memory = report.time.advanced(bySeconds: rules.memorySeconds)
        let until = min(report.leased.expires, memory).milliseconds
        let count = try database.execute(
            """
            UPDATE message SET address = NULL, message = NULL, lease_until = NULL, expires = ?
            WHERE row = ? AND id = ?
            """, [until, report.leased.row, report.leased.message.id])
        if count == 0 { try release(report.leased) }
    }

    private func wait(_ leased: LeasedMessage, attempts: Int, until: UnixTime) throws {
        let count = try database.execute(
            "UPDATE message SET attempts = ?, due = ?, lease_until = NULL WHERE row = ? AND id = ?",
            [attempts, until.milliseconds, leased.row, leased.message.id])
        if count == 0 { try release(leased) }
    }

    private func release(_ leased: LeasedMessage) throws {
        try database.execute(
            "UPDATE message SET lease_until = NULL WHERE row = ?", [leased.row])
    }
}
