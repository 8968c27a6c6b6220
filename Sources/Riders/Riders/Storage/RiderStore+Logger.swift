package import Foundation
import Persistence
package import Secrets
package import TransitModel

/// A phone's logger that reports a rider's position.
package struct RiderLogger: Sendable, Hashable {
    /// Whether it also records a travel diary; its token is then a participant's.
    package let isDiary: Bool
    /// When it was added.
    package let created: UnixTime
}

extension RiderStore {
    /// The rider's logger; nil if none.
    package func logger(_ rider: RiderID) async throws -> RiderLogger? {
        try await file.read { database in
            try database.row(
                "SELECT isDiary, created FROM loggers WHERE rider = ?", [rider.rawValue]
            ) {
                RiderLogger(
                    isDiary: try $0[0], created: UnixTime(milliseconds: try $0[1]))
            }
        }
    }

    /// Adds a logger with a new token, which replaces the rider's previous one.
    ///
    /// - Throws: ``RiderError/unknown``.
    package func addLogger(of rider: RiderID) async throws -> BearerToken {
        let token = BearerToken(random)
        try await link(token, isDiary: false, rider)
        return token
    }

    /// Lets a diary's logger report the rider's position, by its participant's token.
    ///
    /// It replaces the rider's previous logger. A token belongs to the rider who linked it last.
    ///
    /// - Throws: ``RiderError/unknown``.
    package func linkDiary(_ token: BearerToken, of rider: RiderID) async throws {
        try await link(token, isDiary: true, rider)
    }

    private func link(_ token: BearerToken, isDiary: Bool, _ rider: RiderID) async throws {
        let now = clock.now().milliseconds
        try await file.write { database in
            try Self.check(rider, database)
            try database.execute(
                "DELETE FROM loggers WHERE rider = ? OR hash = ?", [rider.rawValue, token.hash])
            try database.execute(
                "INSERT INTO loggers (rider, hash, isDiary, created) VALUES (?, ?, ?, ?)",
                [rider.rawValue, token.hash, isDiary, now])
        }
    }

    /// Deletes the rider's logger.
    package func deleteLogger(of rider: RiderID) async throws {
        try await file.write {
            _ = try $0.execute("DELETE FROM loggers WHERE rider = ?", [rider.rawValue])
        }
    }

    /// Deletes the loggers of diaries that no longer exist, by the hashes of their tokens.
    package func unlinkDiaries(_ hashes: [Data]) async throws {
        try await file.write { database in
            for hash in hashes {
                try database.execute(
                    "DELETE FROM loggers WHERE hash = ? AND isDiary <> 0", [hash])
            }
        }
    }

    /// The rider to whom a logger belongs.
    package struct LoggerOwner: Sendable {
        package let rider: RiderID
        /// Whether the token is that of a diary's participant.
        package let isDiary: Bool
    }

    /// The owner of a logger's token; nil if unknown.
    package func owner(logger token: BearerToken) async throws -> LoggerOwner? {
        try await file.read { database in
            try database.row(
                "SELECT rider, isDiary FROM loggers WHERE hash = ?", [token.hash]
            ) { LoggerOwner(rider: RiderID(rawValue: try $0[0]), isDiary: try $0[1]) }
        }
    }
}
