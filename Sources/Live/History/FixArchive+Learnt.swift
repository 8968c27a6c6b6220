package import struct Foundation.Data
import Persistence
package import TransitModel

/// What was learnt from a history, stored with it for the other nodes that share it.
extension FixArchive {
    /// Whether other nodes may store and read this history.
    package nonisolated var isShared: Bool { store.isShared }

    /// Returns the stored state; nil if there is none.
    ///
    /// This blocks the caller, for startup.
    ///
    /// - Throws: An error of the store.
    package nonisolated func learntNow() throws -> Data? {
        try store.readNow { database in
            try database.row("SELECT state FROM learnt WHERE id = 1") { try $0[0] }
        }
    }

    /// Returns the stored state if its model was rebuilt after an instant, any state for nil; nil
    /// otherwise.
    ///
    /// - Throws: An error of the store.
    package nonisolated func learnt(rebuiltAfter time: UnixTime?) async throws -> Data? {
        try await store.read { database in
            try database.row(
                "SELECT state FROM learnt WHERE id = 1 AND rebuilt > ?", [time?.milliseconds ?? -1]
            ) { try $0[0] }
        }
    }

    /// Replaces the stored state, if this node is the one that stores fixes.
    ///
    /// `rebuiltAt` is when its model was last rebuilt from the history; nil if it never was.
    ///
    /// - Throws: An error of the store.
    package func saveLearnt(_ state: Data, rebuiltAt: UnixTime?) async throws {
        guard isStoring else { return }
        let rebuilt = rebuiltAt?.milliseconds ?? 0
        do {
            _ = try await writeUnderLease { database in
                try database.execute(
                    """
                    INSERT INTO learnt VALUES (1, ?, ?)
                    ON CONFLICT (id)
                    DO UPDATE SET rebuilt = excluded.rebuilt, state = excluded.state
                    """, [rebuilt, state])
            }
        } catch is ShardLeases.Lost {
            // Another node has just taken over and saves its own.
        }
    }
}
