import Foundation
import GRDB
package import Notifiers
package import SQLiteStore
package import TokenIssuing
package import TransitModel

/// Riders and what they saved, in one file; nobody needs an account.
///
/// A rider is a random id that devices with a token stand for. What a call returned from is on the disk.
package struct RiderStore: Sendable {
    let file: SQLiteStore
    let clock: any WallClock
    let random: SecretBytes
    /// Who changed something of theirs.
    package let changes = RiderChanges()
    /// Is told addresses that nobody has any more, so that nothing more is sent there.
    let forgotten: @Sendable ([ChannelAddress]) async -> Void

    /// The most riders on one server.
    package static let maximumRiders = 5_000_000
    /// The most devices of a rider.
    package static let maximumDevices = 10
    /// How long a pairing code holds, in seconds.
    package static let pairingSeconds = 600.0
    /// How many signs pair a device or confirm a mailbox.
    package static let codeLength = 8

    /// Riders in a file of the schema `SQLiteSchema.riders`.
    ///
    /// `forgotten` is told addresses of channels that no rider has any more.
    package init(
        _ file: SQLiteStore, clock: any WallClock,
        random: SecretBytes = .system,
        forgotten: @escaping @Sendable ([ChannelAddress]) async -> Void = { _ in }
    ) {
        self.file = file
        self.clock = clock
        self.random = random
        self.forgotten = forgotten
    }

    /// A short id for something of a rider's: 16 lower-case hexadecimal digits.
    package func newID() -> String {
        random.hex(8)
    }

    var today: ServiceDay { TransitTimeZone.utc.day(at: clock.now()) }

    // MARK: - Riders

    /// A new rider with one device.
    package func create(language: String?) async throws -> (rider: RiderID, token: BearerToken) {
        var settings = RiderSettings()
        if let language, RiderSettings.languages.contains(language) { settings.language = language }
        let rider = RiderID(rawValue: newID())
        let token = BearerToken(random)
        let (body, now, day) = (try Self.text(settings), clock.now(), today)
        try await file.write { database in
            let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM riders") ?? 0
            guard count < Self.maximumRiders else { throw RiderError.full }
            try database.execute(
                sql: "INSERT INTO riders VALUES (?, ?, ?, ?)",
                arguments: [rider.rawValue, body, now.milliseconds, day.daysSince1970])
            try database.execute(
                sql: "INSERT INTO devices VALUES (?, ?, ?)",
                arguments: [token.hash, rider.rawValue, now.milliseconds])
        }
        return (rider, token)
    }

    /// The rider whom a token lets in; nil if it lets nobody in.
    ///
    /// Notes, once a day, that they were there.
    package func rider(_ token: BearerToken) async throws -> RiderID? {
        let found = try await file.read { database in
            try Row.fetchOne(
                database,
                sql: """
                    SELECT riders.id, seenDay FROM devices JOIN riders ON riders.id = rider
                    WHERE hash = ?
                    """,
                arguments: [token.hash]
            ).map { (id: $0["id"] as String, seenDay: $0["seenDay"] as Int32) }
        }
        guard let found else { return nil }
        let day = today.daysSince1970
        if found.seenDay != day {
            try await file.write {
                try $0.execute(
                    sql: "UPDATE riders SET seenDay = ? WHERE id = ?", arguments: [day, found.id])
            }
        }
        return RiderID(rawValue: found.id)
    }

    /// Forgets a rider and everything of theirs.
    package func delete(_ rider: RiderID) async throws {
        let gone = try await file.write { database in
            let gone = try Self.addresses("rider = ?", [rider.rawValue], database)
            try database.execute(
                sql: "DELETE FROM riders WHERE id = ?", arguments: [rider.rawValue])
            return try Self.unused(gone, database)
        }
        changes.note(rider)
        await forgotten(gone)
    }

    /// Forgets those who were not there for so many days; some hundred at a time.
    ///
    /// Tells how many were forgotten: call it again until it is none.
    package func deleteUnseen(days: Int) async throws -> Int {
        let before = today.advanced(by: -days).daysSince1970
        let (count, gone) = try await file.write { database in
            let unseen = "(SELECT id FROM riders WHERE seenDay < ? ORDER BY seenDay, id LIMIT 500)"
            let gone = try Self.addresses("rider IN " + unseen, [before], database)
            try database.execute(
                sql: "DELETE FROM riders WHERE id IN " + unseen, arguments: [before])
            return (database.changesCount, try Self.unused(gone, database))
        }
        await forgotten(gone)
        return count
    }

    /// How many riders there are.
    package func count() async throws -> Int {
        try await file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM riders") ?? 0 }
    }

    // MARK: - Devices

    /// A code with which another device becomes this rider's, for ten minutes; the one before is void.
    package func pairingCode(_ rider: RiderID) async throws -> (code: SpokenCode, until: UnixTime) {
        let code = SpokenCode(random, length: Self.codeLength)
        let until = clock.now().advanced(bySeconds: Self.pairingSeconds)
        try await file.write {
            try $0.execute(
                sql: "INSERT OR REPLACE INTO pairings VALUES (?, ?, ?)",
                arguments: [code.hash, rider.rawValue, until.milliseconds])
        }
        return (code, until)
    }

    /// Makes another device the rider's.
    ///
    /// A code works once; nil if it is unknown or too old.
    package func pair(
        _ code: SpokenCode
    ) async throws -> (rider: RiderID, token: BearerToken)? {
        let token = BearerToken(random)
        let now = clock.now().milliseconds
        let rider: String? = try await file.write { database in
            let rider = try String.fetchOne(
                database, sql: "SELECT rider FROM pairings WHERE hash = ? AND until > ?",
                arguments: [code.hash, now])
            try database.execute(
                sql: "DELETE FROM pairings WHERE hash = ? OR until <= ?",
                arguments: [code.hash, now])
            guard let rider else { return nil }
            let devices = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM devices WHERE rider = ?", arguments: [rider])
            guard devices ?? 0 < Self.maximumDevices else { throw RiderError.tooMany("devices") }
            try database.execute(
                sql: "INSERT INTO devices VALUES (?, ?, ?)",
                arguments: [token.hash, rider, now])
            return rider
        }
        return rider.map { (RiderID(rawValue: $0), token) }
    }

    // MARK: - Settings

    /// What the rider decided.
    package func settings(_ rider: RiderID) async throws -> RiderSettings {
        let text = try await file.read {
            try String.fetchOne(
                $0, sql: "SELECT settings FROM riders WHERE id = ?", arguments: [rider.rawValue])
        }
        guard let text else { throw RiderError.unknown }
        return try Self.value(text)
    }

    /// Takes over what the rider decided; it must be free of problems.
    package func set(_ settings: RiderSettings, of rider: RiderID) async throws {
        if let problem = settings.problem { throw RiderError.invalid(problem) }
        let text = try Self.text(settings)
        try await change(rider) { database in
            try database.execute(
                sql: "UPDATE riders SET settings = ? WHERE id = ?",
                arguments: [text, rider.rawValue])
            guard database.changesCount == 1 else { throw RiderError.unknown }
        }
    }

    // MARK: - Texts

    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func value<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}

/// A rider: a random number that says nothing about anybody.
package struct RiderID: Hashable, Sendable {
    /// 16 lower-case hexadecimal digits.
    package let rawValue: String

    /// The rider of that id.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// Why something of a rider's cannot be stored.
package enum RiderError: Error, Hashable, Sendable {
    /// The rider was deleted.
    case unknown
    /// There is no such thing of the rider's.
    case notFound
    /// It is not what it must be, in a sentence.
    case invalid(String)
    /// The rider has as many of these as there may be.
    case tooMany(String)
    /// The server has as many riders as it can take.
    case full
}
