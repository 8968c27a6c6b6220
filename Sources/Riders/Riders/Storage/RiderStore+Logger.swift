import Foundation
import Persistence
package import Secrets
package import TransitModel

/// A phone's logger that tells where a rider is.
package struct RiderLogger: Sendable, Hashable {
    /// It writes a travel diary too: what it shows is the token of a participant.
    package let isDiary: Bool
    /// Since when it may tell.
    package let created: UnixTime
}

extension RiderStore {
    /// The rider's logger; nil if they have none.
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

    /// Lets a logger with a new token tell where the rider is; the one before may not any more.
    package func addLogger(of rider: RiderID) async throws -> BearerToken {
        let token = BearerToken(random)
        try await link(token, isDiary: false, rider)
        return token
    }

    /// Lets the logger of a diary tell where the rider is, by its participant's token.
    ///
    /// The one before may not any more, and no other rider hears of this one: whoever showed the
    /// token last has it.
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

    /// No logger tells where the rider is any more.
    package func deleteLogger(of rider: RiderID) async throws {
        try await file.write {
            _ = try $0.execute("DELETE FROM loggers WHERE rider = ?", [rider.rawValue])
        }
    }

    /// The rider whose logger shows a token; nil if it is nobody's.
    package func rider(logger token: BearerToken) async throws -> RiderID? {
        try await file.read { database in
            try database.texts("SELECT rider FROM loggers WHERE hash = ?", [token.hash])
                .first.map(RiderID.init(rawValue:))
        }
    }
}
