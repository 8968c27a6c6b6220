import Foundation
package import Notifications
import Persistence
package import Secrets
import TransitModel

extension RiderStore {
    /// How long a mailbox's code is valid, in seconds.
    package static let codeSeconds = 1800.0
    /// The number of wrong codes after which a mailbox must be added again.
    private static let maximumTries = 5

    /// The rider's channels, the oldest first.
    package func channels(_ rider: RiderID) async throws -> [RiderChannel] {
        try await file.read { database in
            try database.rows(
                """
                SELECT id, address, created, codeHash IS NULL FROM channels
                WHERE rider = ? ORDER BY created, id
                """, [rider.rawValue], Self.channel)
        }
    }

    /// The addresses of some riders' confirmed channels.
    package func addresses(_ riders: Set<RiderID>) async throws -> [RiderID: [ChannelAddress]] {
        let ids = riders.map(\.rawValue)
        return try await file.read { database in
            var found = [RiderID: [ChannelAddress]](
                uniqueKeysWithValues: riders.map { ($0, []) })
            try database.forEachRow(
                of: ids,
                { "SELECT rider, address FROM channels WHERE codeHash IS NULL AND rider IN \($0)" }
            ) { row in
                found[RiderID(rawValue: try row.text(0)), default: []].append(
                    try Self.value(try row.text(1)))
            }
            return found
        }
    }

    /// Adds a channel, or renews the keys of the one with that address; returns whether it is new.
    ///
    /// With a code it waits to be confirmed; a newer code replaces the one before.
    ///
    /// - Throws: ``RiderError/unknown``, or ``RiderError/tooMany(_:)``.
    package func add(
        _ address: ChannelAddress, code: PairingCode?, of rider: RiderID
    ) async throws -> (channel: RiderChannel, isNew: Bool) {
        let (id, body, now) = (newID(), try Self.text(address), clock.now())
        let until = code.map { _ in now.advanced(bySeconds: Self.codeSeconds).milliseconds }
        return try await change(rider) { database in
            try Self.check(rider, database)
            let known = try database.row(
                """
                SELECT id, created, codeHash IS NULL FROM channels
                WHERE rider = ? AND addressKey = ?
                """, [rider.rawValue, address.key]
            ) { (id: try $0[0] as String, created: try $0[1] as Int64, try $0[2] as Bool) }
            if let (known, created, isConfirmed) = known {
                try database.execute(
                    """
                    UPDATE channels SET address = ?, codeHash = ?, codeUntil = ?, codeTries = 0
                    WHERE rider = ? AND id = ?
                    """,
                    [
                        body, isConfirmed ? nil : code?.hash, isConfirmed ? nil : until,
                        rider.rawValue, known,
                    ])
                return (
                    RiderChannel(
                        id: known, address: address, created: UnixTime(milliseconds: created),
                        isConfirmed: isConfirmed || code == nil), false
                )
            }
            let count = try database.number(
                "SELECT count(*) FROM channels WHERE rider = ?",
                [rider.rawValue])
            guard count ?? 0 < RiderChannel.maximum else { throw RiderError.tooMany("channels") }
            try database.execute(
                "INSERT INTO channels VALUES (?, ?, ?, ?, ?, ?, ?, 0)",
                [
                    rider.rawValue, id, address.key, body, now.milliseconds, code?.hash, until,
                ])
            return (
                RiderChannel(id: id, address: address, created: now, isConfirmed: code == nil),
                true
            )
        }
    }

    /// A new code to send to a mailbox.
    package func newCode() -> PairingCode {
        PairingCode(random, length: Self.codeLength)
    }

    /// A new secret to sign webhook requests: 32 random bytes in base64url.
    package func newSecret() -> String {
        BearerToken(random).text
    }

    /// Confirms a mailbox with its code; returns false if the code is wrong or expired.
    ///
    /// - Throws: ``RiderError/notFound`` if the rider has no such channel.
    package func confirm(
        _ channel: String, code: PairingCode, of rider: RiderID
    ) async throws -> Bool {
        let now = clock.now().milliseconds
        return try await change(rider) { database in
            let known = try database.row(
                "SELECT codeHash, codeUntil, codeTries FROM channels WHERE rider = ? AND id = ?",
                [rider.rawValue, channel]
            ) { (hash: try $0[0] as Data?, until: try $0[1] as Int64?, tries: try $0[2] as Int) }
            guard let known else { throw RiderError.notFound }
            guard let hash = known.hash else { return true }
            guard code.matches(hash), known.tries < Self.maximumTries, now <= known.until ?? 0
            else {
                try database.execute(
                    "UPDATE channels SET codeTries = codeTries + 1 WHERE rider = ? AND id = ?",
                    [rider.rawValue, channel])
                return false
            }
            try database.execute(
                """
                UPDATE channels SET codeHash = NULL, codeUntil = NULL WHERE rider = ? AND id = ?
                """,
                [rider.rawValue, channel])
            return true
        }
    }

    /// Deletes a channel.
    ///
    /// - Throws: ``RiderError/notFound`` if the rider has no such channel.
    package func deleteChannel(_ id: String, of rider: RiderID) async throws {
        let gone = try await change(rider) { database in
            let gone = try Self.addresses("rider = ? AND id = ?", [rider.rawValue, id], database)
            guard !gone.isEmpty else { throw RiderError.notFound }
            try database.execute(
                "DELETE FROM channels WHERE rider = ? AND id = ?",
                [rider.rawValue, id])
            return try Self.unused(gone, database)
        }
        await forgotten(gone)
    }

    package func hasChannel(at address: ChannelAddress) async throws -> Bool {
        try await file.read { try Self.unused([address], $0).isEmpty }
    }

    /// Deletes the channels of all riders at an address that no longer exists.
    package func deleteChannels(_ address: ChannelAddress) async throws {
        let riders = try await file.write { database in
            let riders = try database.texts(
                "SELECT rider FROM channels WHERE addressKey = ?",
                [address.key])
            try database.execute("DELETE FROM channels WHERE addressKey = ?", [address.key])
            for rider in riders { try Self.changed(RiderID(rawValue: rider), database) }
            return riders
        }
        for rider in riders { changes.note(RiderID(rawValue: rider)) }
    }

    // MARK: - Rows

    /// The addresses of some channels.
    static func addresses(
        _ condition: String, _ values: RecordValues, _ database: RecordDatabase
    ) throws -> [ChannelAddress] {
        try database.texts("SELECT address FROM channels WHERE " + condition, values).map(value)
    }

    /// The addresses that no rider has any more.
    static func unused(
        _ addresses: [ChannelAddress], _ database: RecordDatabase
    ) throws -> [ChannelAddress] {
        try addresses.filter { address in
            try !database.finds(
                "SELECT 1 FROM channels WHERE addressKey = ? LIMIT 1", [address.key])
        }
    }

    private static func channel(_ row: RecordRow) throws -> RiderChannel {
        RiderChannel(
            id: try row[0], address: try value(try row[1]),
            created: UnixTime(milliseconds: try row[2]), isConfirmed: try row[3])
    }
}
