import Foundation
import GRDB
import TransitModel

/// Gives messages to workers, within one transaction.
struct OutboxLeasing {
    /// So many services are looked at in one turn, and so many messages of each.
    private static let mostOrigins = 256
    private static let mostOfOrigin = 64
    /// So many expired rows go in one turn: short turns let others write.
    private static let mostExpired = 1000

    let database: Database
    let rules: OutboxRules
    let now: UnixTime

    /// Drops what nobody needs any more, but not what is just being sent.
    func dropExpired(_ turn: inout OutboxTurn) throws {
        try OutboxNote.dropExpired(database, now: now, most: Self.mostExpired)
        let rows = try Row.fetchAll(
            try database.cachedStatement(
                sql: """
                    SELECT row, address IS NOT NULL FROM message
                    WHERE expires <= ?1 AND (lease_until IS NULL OR lease_until <= ?1) LIMIT ?2
                    """),
            arguments: [now.milliseconds, Self.mostExpired])
        for row in rows {
            try delete(row[0])
            if row[1] { turn.tally.expired += 1 }
        }
        if rows.count == Self.mostExpired { turn.note(now) }
    }

    /// Leases what is due, service by service, as far as the gate lets it pass.
    func lease(_ limit: Int, _ turn: inout OutboxTurn) throws {
        let start = turn.lastOrigin
        var last = start
        var hasWrapped = false
        for _ in 0..<Self.mostOrigins {
            guard turn.leased.count < limit else { return turn.note(now) }
            guard let (origin, kind) = try origin(after: last) else {
                // Behind the last service comes the first, up to where the turn began.
                guard !hasWrapped, !start.isEmpty else { return try noteNextDue(&turn) }
                hasWrapped = true
                last = ""
                continue
            }
            guard !hasWrapped || origin <= start else { return try noteNextDue(&turn) }
            last = origin
            turn.lastOrigin = origin
            try lease(limit, of: origin, kind, &turn)
        }
        turn.note(now)
    }

    private func lease(
        _ limit: Int, of origin: String, _ kind: ChannelKind, _ turn: inout OutboxTurn
    ) throws {
        switch turn.gate.look(origin, kind, now: now) {
        case .pass: break
        case .later(let time): return turn.note(time)
        case .full: return
        }
        let count = min(limit - turn.leased.count, Self.mostOfOrigin)
        for row in try due(origin, limit: count) {
            guard let leased = message(row) else {
                // What this program cannot read would be due for ever.
                turn.tally.givenUp += 1
                try delete(row["row"])
                continue
            }
            switch turn.gate.admit(origin, kind, now: now) {
            case .pass:
                try take(leased)
                turn.leased.append(leased)
            case .later(let time):
                return turn.note(time)
            case .full:
                return
            }
        }
    }

    private func origin(after last: String) throws -> (String, ChannelKind)? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT origin, kind FROM message WHERE address IS NOT NULL AND origin > ?
                ORDER BY origin LIMIT 1
                """)
        return try Row.fetchOne(statement, arguments: [last]).map { row in
            (row[0], ChannelKind(rawValue: row[1]) ?? .webhook)
        }
    }

    private func due(_ origin: String, limit: Int) throws -> [Row] {
        try Row.fetchAll(
            try database.cachedStatement(
                sql: """
                    SELECT row, address, message, attempts, expires FROM message
                    WHERE address IS NOT NULL AND origin = ?1 AND due <= ?2
                        AND (lease_until IS NULL OR lease_until <= ?2)
                    ORDER BY due, row LIMIT ?3
                    """),
            arguments: [origin, now.milliseconds, limit])
    }

    private func message(_ row: Row) -> LeasedMessage? {
        let decoder = JSONDecoder()
        let (address, message): (String, String) = (row["address"], row["message"])
        guard
            let address = try? decoder.decode(ChannelAddress.self, from: Data(address.utf8)),
            let message = try? decoder.decode(RiderMessage.self, from: Data(message.utf8))
        else { return nil }
        return LeasedMessage(
            row: row["row"], address: address, message: message, attempts: row["attempts"],
            expires: UnixTime(milliseconds: row["expires"]))
    }

    private func take(_ leased: LeasedMessage) throws {
        let until = now.advanced(bySeconds: rules.leaseSeconds)
        try database.cachedStatement(sql: "UPDATE message SET lease_until = ? WHERE row = ?")
            .execute(arguments: [until.milliseconds, leased.row])
    }

    private func delete(_ row: Int64) throws {
        try database.cachedStatement(sql: "DELETE FROM message WHERE row = ?")
            .execute(arguments: [row])
    }

    private func noteNextDue(_ turn: inout OutboxTurn) throws {
        let statement = try database.cachedStatement(
            sql: "SELECT min(due) FROM message WHERE address IS NOT NULL AND due > ?")
        if let time = try Int64.fetchOne(statement, arguments: [now.milliseconds]) {
            turn.note(UnixTime(milliseconds: time))
        }
    }
}
