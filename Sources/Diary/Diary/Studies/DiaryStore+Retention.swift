import Persistence
import TransitModel

// How long diaries are kept.

extension DiaryStore {
    /// The number of devices per call of ``deleteExpired(after:)``.
    private static let devicesPerCall = 200

    /// Deletes what exceeds its study's retention, for some devices after the given one.
    ///
    /// These are records, inferred pieces and corrections that end before the retention's first
    /// instant. A correction that applies everywhere, as the name of a home, and the state of a
    /// device's sensor are deleted once no record is left. Deleted spans are kept without end:
    /// they contain no place, and records of them that arrive again must stay deleted.
    ///
    /// Returns the last of these devices, from which to continue; nil at the end.
    package func deleteExpired(after device: Int64 = 0) async throws -> Int64? {
        let now = clock.now()
        return try await file.write { database in
            let rows = try database.rows(
                """
                SELECT d.number, p.number, p.study FROM devices d
                JOIN participants p ON p.number = d.participant
                WHERE d.number > ? ORDER BY d.number LIMIT ?
                """, [device, Self.devicesPerCall]
            ) { row in
                (
                    device: try row[0] as Int64, participant: try row[1] as Int64,
                    study: try row[2] as Int64
                )
            }
            let days = try Self.studies(database).mapValues(\.retentionDays)
            for row in rows {
                guard let kept = days[row.study] else { continue }
                let first = now.advanced(bySeconds: -Double(kept) * 86_400)
                try Self.deleteRecords(of: row.device, before: first, database)
                try Self.deleteCorrections(of: row.participant, before: first, database)
            }
            return rows.count < Self.devicesPerCall ? nil : rows.last?.device
        }
    }

    private static func deleteRecords(
        of device: Int64, before first: UnixTime, _ database: RecordDatabase
    ) throws {
        for table in ["fixes", "motions", "taken", "restarts"] {
            try database.execute(
                "DELETE FROM \(table) WHERE device = ? AND time < ?", [device, first.milliseconds])
        }
        try database.execute(
            """
            DELETE FROM pieces WHERE device = ? AND start < ? AND "end" < ?
            """, [device, first.seconds, first.seconds])
        // The state contains the device's last places.
        try database.execute(
            """
            UPDATE devices SET sensor = NULL
            WHERE number = ? AND sensor IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM fixes WHERE device = ?)
                AND NOT EXISTS (SELECT 1 FROM taken WHERE device = ?)
            """, [device, device, device])
    }

    private static func deleteCorrections(
        of participant: Int64, before first: UnixTime, _ database: RecordDatabase
    ) throws {
        try database.execute(
            """
            DELETE FROM corrections WHERE participant = ? AND start < ? AND "end" < ?
                AND (everywhere = 0 OR NOT EXISTS (
                    SELECT 1 FROM devices d JOIN fixes f ON f.device = d.number
                    WHERE d.participant = ?))
            """, [participant, first.seconds, first.seconds, participant])
    }
}
