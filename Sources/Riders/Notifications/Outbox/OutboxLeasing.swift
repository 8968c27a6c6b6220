import Foundation
import Persistence
import TransitModel

/// Leases messages to workers within one transaction.
struct OutboxLeasing {
    /// The number of services examined in one pass, and of messages of each.
    private static let maximumOrigins = 256
    private static let maximumOfOrigin = 64
    /// The number of expired rows deleted in one pass: short passes let others write.
    private static let maximumExpired = 1000

    let database: RecordDatabase
    let rules: OutboxRules
    let now: UnixTime

    /// Drops expired messages that are not being sent, unless the clock leapt.
    func dropExpired(_ pass: inout OutboxPass) throws {
        defer { pass.time = now }
        // After the clock was set back, no message waits longer than the longest allowed wait.
        if let before = pass.time, now < before {
            let latest = now.advanced(bySeconds: rules.maximumWaitSeconds).milliseconds
            try database.execute("UPDATE message SET due = ?1 WHERE due > ?1", [latest])
        }
        guard pass.retention.trusts(now) else { return }
        try OutboxNote.dropExpired(database, now: now, limit: Self.maximumExpired)
        let rows = try database.rows(
            """
            SELECT row, address IS NOT NULL FROM message
            WHERE expires <= ?1 AND (lease_until IS NULL OR lease_until <= ?1) LIMIT ?2
            """ + database.takingRows, [now.milliseconds, Self.maximumExpired]
        ) { (row: try $0[0] as Int64, waits: try $0[1] as Bool) }
        for (row, waits) in rows {
            try delete(row)
            if waits { pass.tally.expired += 1 }
        }
        if rows.count == Self.maximumExpired { pass.note(now) }
    }

    /// Leases due messages, service by service, as far as the gate admits them.
    func lease(_ limit: Int, _ pass: inout OutboxPass) throws {
        let start = pass.lastOrigin
        var last = start
        var hasWrapped = false
        for _ in 0..<Self.maximumOrigins {
            guard pass.leased.count < limit else { return pass.note(now) }
            guard let (origin, kind) = try origin(after: last) else {
                // After the last service the pass wraps to the first, up to where it began.
                guard !hasWrapped, !start.isEmpty else { return try noteNextDue(&pass) }
                hasWrapped = true
                last = ""
                continue
            }
            guard !hasWrapped || origin <= start else { return try noteNextDue(&pass) }
            last = origin
            pass.lastOrigin = origin
            try lease(limit, of: origin, kind, &pass)
        }
        pass.note(now)
    }

    private func lease(
        _ limit: Int, of origin: String, _ kind: ChannelKind, _ pass: inout OutboxPass
    ) throws {
        switch pass.gate.answer(origin, kind, now: now) {
        case .pass: break
        case .later(let time): return pass.note(time)
        case .full: return
        }
        let count = min(limit - pass.leased.count, Self.maximumOfOrigin)
        for (row, readable) in try due(origin, limit: count) {
            guard let leased = readable else {
                // A row that this program cannot read would be due for ever.
                pass.tally.givenUp += 1
                try delete(row)
                continue
            }
            switch pass.gate.admit(origin, kind, now: now) {
            case .pass:
                try take(leased)
                pass.leased.append(leased)
            case .later(let time):
                return pass.note(time)
            case .full:
                return
            }
        }
    }

    private func origin(after last: String) throws -> (String, ChannelKind)? {
        try database.row(
            """
            SELECT origin, kind FROM message WHERE address IS NOT NULL AND origin > ?
            ORDER BY origin LIMIT 1
            """, [last]
        ) { (try $0[0], ChannelKind(rawValue: try $0[1]) ?? .webhook) }
    }

    /// The due messages of a service with their rows; nil for unreadable ones.
    private func due(_ origin: String, limit: Int) throws -> [(Int64, LeasedMessage?)] {
        try database.rows(
            """
            SELECT row, address, message, attempts, expires FROM message
            WHERE address IS NOT NULL AND origin = ?1 AND due <= ?2
                AND expires > ?2 AND (lease_until IS NULL OR lease_until <= ?2)
            ORDER BY due, row LIMIT ?3
            """ + database.takingRows, [origin, now.milliseconds, limit]
        ) { (try $0[0], try message($0)) }
    }

    private func message(_ row: RecordRow) throws -> LeasedMessage? {
        let decoder = JSONDecoder()
        let (address, message): (String, String) = (try row[1], try row[2])
        guard
            let address = try? decoder.decode(ChannelAddress.self, from: Data(address.utf8)),
            let message = try? decoder.decode(RiderMessage.self, from: Data(message.utf8))
        else { return nil }
        return LeasedMessage(
            row: try row[0], address: address, message: message, attempts: try row[3],
            expires: UnixTime(milliseconds: try row[4]))
    }

    private func take(_ leased: LeasedMessage) throws {
        let until = now.advanced(bySeconds: rules.leaseSeconds)
        try database.execute(
            "UPDATE message SET lease_until = ? WHERE row = ?", [until.milliseconds, leased.row])
    }

    private func delete(_ row: Int64) throws {
        try database.execute("DELETE FROM message WHERE row = ?", [row])
    }

    private func noteNextDue(_ pass: inout OutboxPass) throws {
        let next = try database.number(
            "SELECT min(due) FROM message WHERE address IS NOT NULL AND due > ?",
            [now.milliseconds])
        if let next {
            pass.note(UnixTime(milliseconds: Int64(next)))
        }
    }
}
