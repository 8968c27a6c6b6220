import Foundation
import JSONWriting
package import Notifications
package import Persistence
package import Secrets
package import TransitModel

/// Stores riders and what they saved; riders need no account.
///
/// A rider is a random id that devices access with a token. Changes are on disk when a call
/// returns. Calls also throw the store's errors.
package struct RiderStore: Sendable {
    let file: RecordStore
    let clock: any WallClock
    let random: SecretBytes
    /// Riders whose data changed.
    package let changes = RiderChanges()
    let memory = ConnectionCache()
    /// Receives addresses that no rider has any more, so that nothing more is sent there.
    let forgotten: @Sendable ([ChannelAddress]) async -> Void

    /// The largest number of riders on one server.
    package static let maximumRiders = 5_000_000
    /// The largest number of devices of a rider.
    package static let maximumDevices = 10
    /// How long a pairing code is valid, in seconds.
    package static let pairingSeconds = 600.0
    /// The length of codes that pair a device or confirm a mailbox, in characters.
    package static let codeLength = 8

    /// Uses a store of the schema `RecordSchema.riders`.
    ///
    /// `forgotten` receives addresses of channels that no rider has any more.
    package init(
        _ file: RecordStore, clock: any WallClock,
        random: SecretBytes = .system,
        forgotten: @escaping @Sendable ([ChannelAddress]) async -> Void = { _ in }
    ) {
        self.file = file
        self.clock = clock
        self.random = random
        self.forgotten = forgotten
    }

    /// A short id for a rider's objects: 16 lower-case hexadecimal digits.
    package func newID() -> String {
        random.hex(8)
    }

    var today: ServiceDay { TransitTimeZone.utc.day(at: clock.now()) }

    // MARK: - Riders

    /// Creates a rider with one device.
    ///
    /// - Throws: ``RiderError/full``.
    package func create(language: String?) async throws -> (rider: RiderID, token: BearerToken) {
        var settings = RiderSettings()
        // Devices name regions too, as in de-CH.
        let word = language?.prefix { $0 != "-" }.lowercased() ?? ""
        if RiderSettings.languages.contains(word) { settings.language = word }
        let rider = RiderID(rawValue: newID())
        let token = BearerToken(random)
        let (body, now, day) = (try Self.text(settings), clock.now(), today)
        try await file.write { database in
            guard try Self.count(database) < Self.maximumRiders else { throw RiderError.full }
            try database.execute(
                "INSERT INTO riders VALUES (?, ?, ?, ?)",
                [rider.rawValue, body, now.milliseconds, day.daysSince1970])
            try database.execute(
                "INSERT INTO devices VALUES (?, ?, ?)",
                [token.hash, rider.rawValue, now.milliseconds])
        }
        return (rider, token)
    }

    /// The rider of a token; nil if it is invalid.
    ///
    /// Records once a day that they were active.
    package func rider(_ token: BearerToken) async throws -> RiderID? {
        let found = try await file.read { database in
            try database.row(
                """
                SELECT riders.id, seenDay FROM devices JOIN riders ON riders.id = rider
                WHERE hash = ?
                """,
                [token.hash]
            ) { (id: try $0[0] as String, seenDay: try $0[1] as Int32) }
        }
        guard let found else { return nil }
        let day = today.daysSince1970
        if found.seenDay != day {
            try await file.write {
                _ = try $0.execute("UPDATE riders SET seenDay = ? WHERE id = ?", [day, found.id])
            }
        }
        return RiderID(rawValue: found.id)
    }

    /// Deletes a rider and all of their data.
    package func delete(_ rider: RiderID) async throws {
        let gone = try await file.write { database in
            let gone = try Self.addresses("rider = ?", [rider.rawValue], database)
            try Self.delete("= ?", [rider.rawValue], database)
            try Self.changed(rider, database)
            return try Self.unused(gone, database)
        }
        changes.note(rider)
        await forgotten(gone)
    }

    /// Deletes riders who were inactive for this many days, some hundred at a time.
    ///
    /// Returns the number of deleted riders; call it again until it is zero.
    package func deleteUnseen(days: Int) async throws -> Int {
        let before = today.advanced(by: -days).daysSince1970
        let (count, gone) = try await file.write { database in
            let unseen = "(SELECT id FROM riders WHERE seenDay < ? ORDER BY seenDay, id LIMIT 500)"
            let gone = try Self.addresses("rider IN " + unseen, [before], database)
            let count = try Self.delete("IN " + unseen, [before], database)
            return (count, try Self.unused(gone, database))
        }
        await forgotten(gone)
        return count
    }

    /// Removes the bytes of what was deleted from the journal of the file.
    package func emptyLog() async throws {
        try await file.emptyLog()
    }

    /// Deletes riders with the rows that do not cascade; returns their number.
    @discardableResult
    private static func delete(
        _ condition: String, _ values: RecordValues, _ database: RecordDatabase
    ) throws -> Int {
        for table in ["devices", "pairings", "loggers"] {
            try database.execute("DELETE FROM \(table) WHERE rider " + condition, values)
        }
        return try database.execute("DELETE FROM riders WHERE id " + condition, values)
    }

    /// The approximate number of riders: counting millions shared by many nodes takes too long.
    private static func count(_ database: RecordDatabase) throws -> Int {
        try database.number(
            database.isShared
                ? "SELECT CAST(reltuples AS BIGINT) FROM pg_class WHERE oid = CAST('riders' AS regclass)"
                : "SELECT count(*) FROM riders") ?? 0
    }

    package func count() async throws -> Int {
        try await file.read { try $0.number("SELECT count(*) FROM riders") ?? 0 }
    }

    // MARK: - Devices

    /// Creates a code that pairs another device with this rider, valid for ten minutes; it replaces
    /// the previous code.
    package func pairingCode(
        _ rider: RiderID
    ) async throws -> (code: PairingCode, pairing: RiderPairing) {
        let code = PairingCode(random, length: Self.codeLength)
        let until = clock.now().advanced(bySeconds: Self.pairingSeconds)
        return try await file.write {
            _ = try Self.lock(rider, $0)
            try $0.execute(
                "DELETE FROM pairings WHERE rider = ? OR hash = ?", [rider.rawValue, code.hash])
            try $0.execute(
                "INSERT INTO pairings VALUES (?, ?, ?)",
                [code.hash, rider.rawValue, until.milliseconds])
            return (code, RiderPairing(devices: try Self.devices(of: rider, $0), until: until))
        }
    }

    /// The rider's devices, and the code that waits for another one.
    package func pairing(_ rider: RiderID) async throws -> RiderPairing {
        let now = clock.now().milliseconds
        return try await file.read {
            let until = try $0.number(
                "SELECT max(until) FROM pairings WHERE rider = ? AND until > ?",
                [rider.rawValue, now])
            return RiderPairing(
                devices: try Self.devices(of: rider, $0),
                until: until.map { UnixTime(milliseconds: Int64($0)) })
        }
    }

    private static func devices(of rider: RiderID, _ database: RecordDatabase) throws -> Int {
        try database.number("SELECT count(*) FROM devices WHERE rider = ?", [rider.rawValue]) ?? 0
    }

    /// Adds another device to the rider.
    ///
    /// A code works once; returns nil if it is unknown or expired.
    ///
    /// - Throws: ``RiderError/tooMany(_:)`` if the rider has too many devices.
    package func pair(
        _ code: PairingCode
    ) async throws -> (rider: RiderID, token: BearerToken)? {
        let token = BearerToken(random)
        let now = clock.now().milliseconds
        let rider: String? = try await file.write { database in
            let rider = try database.texts(
                "SELECT rider FROM pairings WHERE hash = ? AND until > ?" + database.lockingRows,
                [code.hash, now]
            ).first
            try database.execute(
                "DELETE FROM pairings WHERE hash = ? OR until <= ?",
                [code.hash, now])
            guard let rider else { return nil }
            let devices = try Self.devices(of: RiderID(rawValue: rider), database)
            guard devices < Self.maximumDevices else { throw RiderError.tooMany("devices") }
            try database.execute(
                "INSERT INTO devices VALUES (?, ?, ?)",
                [token.hash, rider, now])
            return rider
        }
        return rider.map { (RiderID(rawValue: $0), token) }
    }

    /// Ends the tokens of the rider's other devices, and the pairing code.
    ///
    /// - Throws: ``RiderError/unknown`` if another device ended this token meanwhile; otherwise two
    ///   that sign each other out at once would leave a rider without a device.
    package func signOutOthers(than token: BearerToken, of rider: RiderID) async throws {
        try await file.write { database in
            _ = try Self.lock(rider, database)
            let isDevice = try database.finds(
                "SELECT 1 FROM devices WHERE hash = ? AND rider = ?", [token.hash, rider.rawValue])
            guard isDevice else { throw RiderError.unknown }
            // First the code: a device that is just being paired is then among the devices.
            try database.execute("DELETE FROM pairings WHERE rider = ?", [rider.rawValue])
            try database.execute(
                "DELETE FROM devices WHERE rider = ? AND hash <> ?", [rider.rawValue, token.hash])
        }
    }

    // MARK: - Settings

    /// The rider's settings.
    ///
    /// - Throws: ``RiderError/unknown``.
    package func settings(_ rider: RiderID) async throws -> RiderSettings {
        try await file.read { try Self.settings(rider, $0) }
    }

    /// Changes settings, and returns all of them.
    ///
    /// - Throws: ``RiderError/invalid(_:)`` if they would be invalid.
    @discardableResult
    package func changeSettings(
        of rider: RiderID, _ edit: @escaping @Sendable (inout RiderSettings) -> Void
    ) async throws -> RiderSettings {
        try await change(rider) { database in
            var settings = try Self.settings(rider, database)
            edit(&settings)
            if let problem = settings.problem { throw RiderError.invalid(problem) }
            try database.execute(
                "UPDATE riders SET settings = ? WHERE id = ?",
                [try Self.text(settings), rider.rawValue])
            return settings
        }
    }

    private static func settings(
        _ rider: RiderID, _ database: RecordDatabase
    ) throws -> RiderSettings {
        let text = try database.texts(
            "SELECT settings FROM riders WHERE id = ?", [rider.rawValue]
        ).first
        guard let text else { throw RiderError.unknown }
        return try value(text)
    }

    // MARK: - Texts

    static func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONTextEncoder().encode(value), as: UTF8.self)
    }

    static func value<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}

/// A rider's id: a random number that says nothing about the person.
package struct RiderID: Hashable, Sendable {
    /// 16 lower-case hexadecimal digits.
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The number of partitions by which nodes divide riders.
    package static let parts = 64

    /// The rider's partition, from 0; ids are random, so partitions are equally large.
    var part: Int { (Int(rawValue.prefix(2), radix: 16) ?? 0) % Self.parts }
}

/// Why a rider's data cannot be stored.
package enum RiderError: Error, Hashable, Sendable {
    /// The rider was deleted.
    case unknown
    /// The rider has no object with this id.
    case notFound
    /// The data is invalid, for the reason in the sentence.
    case invalid(String)
    /// The rider has the largest number of these already.
    case tooMany(String)
    /// The server has the largest number of riders already.
    case full
}
