import Foundation
import GRDB
package import Notifiers
import SQLiteStore
package import TokenIssuing
import TransitModel

extension RiderStore {
    /// How long a mailbox's code holds, in seconds.
    package static let codeSeconds = 1800.0
    /// After so many wrong codes a mailbox must be added anew.
    private static let mostTries = 5

    /// The rider's channels, the oldest first.
    package func channels(_ rider: RiderID) async throws -> [RiderChannel] {
        try await file.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT id, address, created, codeHash IS NULL AS isConfirmed FROM channels
                    WHERE rider = ? ORDER BY created, id
                    """,
                arguments: [rider.rawValue]
            ).map(Self.channel)
        }
    }

    /// Where messages to some riders go: their confirmed channels.
    package func addresses(_ riders: Set<RiderID>) async throws -> [RiderID: [ChannelAddress]] {
        try await file.read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT address FROM channels WHERE rider = ? AND codeHash IS NULL")
            var found: [RiderID: [ChannelAddress]] = [:]
            for rider in riders {
                found[rider] = try String.fetchAll(statement, arguments: [rider.rawValue])
                    .map(Self.value)
            }
            return found
        }
    }

    /// Adds a channel, or renews the keys of the one with that address; says whether it is new.
    ///
    /// With a code it waits to be confirmed, and a newer code takes the place of the one before.
    package func add(
        _ address: ChannelAddress, code: SpokenCode?, of rider: RiderID
    ) async throws -> (channel: RiderChannel, isNew: Bool) {
        let (id, body, now) = (newID(), try Self.text(address), clock.now())
        let until = code.map { _ in now.advanced(bySeconds: Self.codeSeconds).milliseconds }
        return try await change(rider) { database in
            try Self.check(rider, database)
            let known = try Row.fetchOne(
                database,
                sql: """
                    SELECT id, created, codeHash IS NULL AS isConfirmed FROM channels
                    WHERE rider = ? AND addressKey = ?
                    """,
                arguments: [rider.rawValue, address.key])
            if let known {
                let isConfirmed: Bool = known["isConfirmed"]
                try database.execute(
                    sql: """
                        UPDATE channels SET address = ?, codeHash = ?, codeUntil = ?, codeTries = 0
                        WHERE rider = ? AND id = ?
                        """,
                    arguments: [
                        body, isConfirmed ? nil : code?.hash, isConfirmed ? nil : until,
                        rider.rawValue, known["id"] as String,
                    ])
                return (
                    RiderChannel(
                        id: known["id"], address: address,
                        created: UnixTime(milliseconds: known["created"]),
                        isConfirmed: isConfirmed || code == nil), false
                )
            }
            let count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM channels WHERE rider = ?",
                arguments: [rider.rawValue])
            guard count ?? 0 < RiderChannel.maximum else { throw RiderError.tooMany("channels") }
            try database.execute(
                sql: "INSERT INTO channels VALUES (?, ?, ?, ?, ?, ?, ?, 0)",
                arguments: [
                    rider.rawValue, id, address.key, body, now.milliseconds, code?.hash, until,
                ])
            return (
                RiderChannel(id: id, address: address, created: now, isConfirmed: code == nil),
                true
            )
        }
    }

    /// A code for a mailbox, to be sent there.
    package func newCode() -> SpokenCode {
        SpokenCode(random, length: Self.codeLength)
    }

    /// A secret by which a webhook knows us: 32 random bytes in base64url.
    package func newSecret() -> String {
        BearerToken(random).text
    }

    /// Takes the code that was sent to a mailbox; false if it is wrong or too old.
    package func confirm(
        _ channel: String, code: SpokenCode, of rider: RiderID
    ) async throws -> Bool {
        let now = clock.now().milliseconds
        return try await change(rider) { database in
            let known = try Row.fetchOne(
                database,
                sql:
                    "SELECT codeHash, codeUntil, codeTries FROM channels WHERE rider = ? AND id = ?",
                arguments: [rider.rawValue, channel])
            guard let known else { throw RiderError.notFound }
            guard let hash = known["codeHash"] as Data? else { return true }
            let tries: Int = known["codeTries"]
            guard code.matches(hash), tries < Self.mostTries, now <= known["codeUntil"] ?? 0 else {
                try database.execute(
                    sql: "UPDATE channels SET codeTries = codeTries + 1 WHERE rider = ? AND id = ?",
                    arguments: [rider.rawValue, channel])
                return false
            }
            try database.execute(
                sql: """
                    UPDATE channels SET codeHash = NULL, codeUntil = NULL WHERE rider = ? AND id = ?
                    """,
                arguments: [rider.rawValue, channel])
            return true
        }
    }

    /// Forgets a channel.
    package func deleteChannel(_ id: String, of rider: RiderID) async throws {
        let gone = try await change(rider) { database in
            let gone = try Self.addresses("rider = ? AND id = ?", [rider.rawValue, id], database)
            guard !gone.isEmpty else { throw RiderError.notFound }
            try database.execute(
                sql: "DELETE FROM channels WHERE rider = ? AND id = ?",
                arguments: [rider.rawValue, id])
            return try Self.unused(gone, database)
        }
        await forgotten(gone)
    }

    /// Forgets an address that is no more, whoever has it.
    package func deleteChannels(_ address: ChannelAddress) async throws {
        let riders = try await file.write { database in
            let riders = try String.fetchAll(
                database, sql: "SELECT rider FROM channels WHERE addressKey = ?",
                arguments: [address.key])
            try database.execute(
                sql: "DELETE FROM channels WHERE addressKey = ?", arguments: [address.key])
            return riders
        }
        for rider in riders { changes.note(RiderID(rawValue: rider)) }
    }

    // MARK: - Rows

    /// The addresses of some channels.
    static func addresses(
        _ condition: String, _ arguments: StatementArguments, _ database: Database
    ) throws -> [ChannelAddress] {
        try String.fetchAll(
            database, sql: "SELECT address FROM channels WHERE " + condition, arguments: arguments
        ).map(value)
    }

    /// Those that no rider has any more.
    static func unused(
        _ addresses: [ChannelAddress], _ database: Database
    ) throws -> [ChannelAddress] {
        try addresses.filter { address in
            try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM channels WHERE addressKey = ?)",
                arguments: [address.key]) != true
        }
    }

    private static func channel(_ row: Row) throws -> RiderChannel {
        RiderChannel(
            id: row["id"], address: try value(row["address"]),
            created: UnixTime(milliseconds: row["created"]), isConfirmed: row["isConfirmed"])
    }
}
