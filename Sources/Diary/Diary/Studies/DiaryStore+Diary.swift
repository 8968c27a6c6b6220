import DiarySensing
package import Foundation
import GRDB
import Persistence
package import TransitModel

/// The content of personal diaries.
extension DiaryStore {
    /// The largest number of fixes read at once.
    package static let maximumReading = 100_000

    /// A device's records in a time span, in order; at most ``maximumReading`` fixes.
    ///
    /// - Throws: ``DiaryError/sealed`` in study mode, since the server cannot read the diary.
    package func trace(
        of participant: Participant, device: String, from: UnixTime, to: UnixTime
    ) async throws -> PhoneTrace {
        guard participant.study.mode == .personal else { throw DiaryError.sealed }
        return try await file.read { database in
            let number = try Int64.fetchOne(
                database, sql: "SELECT number FROM devices WHERE participant = ? AND name = ?",
                arguments: [participant.number, device])
            guard let number else { throw DiaryError.notFound }
            var trace = PhoneTrace()
            let span: StatementArguments = [
                number, from.milliseconds, to.milliseconds, Self.maximumReading,
            ]
            let fixes = try Row.fetchCursor(
                database,
                sql: """
                    SELECT * FROM fixes WHERE device = ? AND time >= ? AND time < ?
                    ORDER BY time LIMIT ?
                    """, arguments: span)
            while let row = try fixes.next() { trace.take(LocationFix(row)) }
            let motions = try Row.fetchCursor(
                database,
                sql: """
                    SELECT * FROM motions WHERE device = ? AND time >= ? AND time < ?
                    ORDER BY time LIMIT ?
                    """, arguments: span)
            while let row = try motions.next() {
                if let motion = MotionReport(row) { trace.take(motion) }
            }
            return trace
        }
    }

    /// The same as a GeoJSON document, which `takt diary import` reads.
    ///
    /// - Throws: ``DiaryError/sealed`` in study mode, or ``DiaryError/notFound`` for an unknown
    ///   device.
    package func document(
        of participant: Participant, device: String, from: UnixTime, to: UnixTime
    ) async throws -> Data {
        let trace = try await trace(of: participant, device: device, from: from, to: to)
        return BatchDocument(trace, of: participant, device: device, received: nil).bytes()
    }

    /// The number of devices per call of ``sweep(after:)``.
    private static let sweptDevices = 200

    /// Deletes the records of some devices, after the given one, that exceed their study's
    /// retention.
    ///
    /// Returns the last of these devices, from which to continue; nil at the end.
    package func sweep(after device: Int64 = 0) async throws -> Int64? {
        let now = clock.now()
        return try await file.write { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT d.number, p.study FROM devices d
                    JOIN participants p ON p.number = d.participant
                    WHERE d.number > ? ORDER BY d.number LIMIT ?
                    """, arguments: [device, Self.sweptDevices])
            var days: [Int64: Int] = [:]
            for row in try Row.fetchAll(database, sql: "SELECT number, body FROM studies") {
                let study: Study = try Self.value(row["body"])
                days[row["number"]] = study.retentionDays
            }
            for row in rows {
                guard let kept = days[row["study"]] else { continue }
                let before = now.advanced(bySeconds: -Double(kept) * 86_400).milliseconds
                for table in ["fixes", "motions", "taken"] {
                    try database.execute(
                        sql: "DELETE FROM \(table) WHERE device = ? AND time < ?",
                        arguments: [row["number"] as Int64, before])
                }
                try database.execute(
                    sql: "DELETE FROM pieces WHERE device = ? AND start < ? AND end < ?",
                    arguments: [row["number"] as Int64, before / 1000, before / 1000])
            }
            return rows.count < Self.sweptDevices ? nil : rows.last?["number"]
        }
    }
}

extension LocationFix {
    init(_ row: Row) {
        self.init(
            time: Date(timeIntervalSince1970: Double(row["time"] as Int64) / 1000),
            latitude: row["latitude"], longitude: row["longitude"],
            horizontalAccuracyMetres: row["accuracy"], speedMetresPerSecond: row["speed"],
            speedAccuracyMetresPerSecond: row["speedAccuracy"], altitudeMetres: row["altitude"],
            courseDegrees: row["course"])
    }
}

extension MotionReport {
    init?(_ row: Row) {
        guard let activity = MotionActivity(rawValue: row["activity"]),
            let confidence = MotionConfidence(rawValue: row["confidence"])
        else { return nil }
        self.init(
            activity: activity, confidence: confidence,
            start: Date(timeIntervalSince1970: Double(row["time"] as Int64) / 1000))
    }
}
