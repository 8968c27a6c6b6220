import DiarySensing
package import Foundation
import Persistence
package import PhoneRecords
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
            let number = try database.row(
                "SELECT number FROM devices WHERE participant = ? AND name = ?",
                [participant.number, device]
            ) { try $0[0] as Int64 }
            guard let number else { throw DiaryError.notFound }
            var trace = PhoneTrace()
            let span: RecordValues = [
                number, from.milliseconds, to.milliseconds, Self.maximumReading,
            ]
            let fixes = try database.rows(
                """
                SELECT \(LocationFix.columns) FROM fixes
                WHERE device = ? AND time >= ? AND time < ? ORDER BY time LIMIT ?
                """, span, LocationFix.init(row:))
            for fix in fixes { trace.append(fix) }
            let motions = try database.rows(
                """
                SELECT \(MotionReport.columns) FROM motions
                WHERE device = ? AND time >= ? AND time < ? ORDER BY time LIMIT ?
                """, span, MotionReport.init(row:))
            for motion in motions.compactMap(\.self) { trace.append(motion) }
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

    /// All studies by their row ids.
    static func studies(_ database: RecordDatabase) throws -> [Int64: Study] {
        let all = try database.rows("SELECT number, body FROM studies") { row in
            (number: try row[0] as Int64, study: try value(try row[1]) as Study)
        }
        return Dictionary(all.map { ($0.number, $0.study) }) { first, _ in first }
    }
}

extension LocationFix {
    /// The columns that ``init(row:)`` reads.
    static let columns =
        "time, latitude, longitude, accuracy, speed, speedAccuracy, altitude, course"

    init(row: RecordRow) throws {
        self.init(
            time: Date(timeIntervalSince1970: Double(try row[0] as Int64) / 1000),
            latitude: try row[1], longitude: try row[2], horizontalAccuracyMetres: try row[3],
            speedMetresPerSecond: try row[4], speedAccuracyMetresPerSecond: try row[5],
            altitudeMetres: try row[6], courseDegrees: try row[7])
    }
}

extension MotionReport {
    /// The columns that ``init(row:)`` reads.
    static let columns = "time, activity, confidence"

    init?(row: RecordRow) throws {
        guard let activity = MotionActivity(rawValue: try row[1]),
            let confidence = MotionConfidence(rawValue: try row[2])
        else { return nil }
        self.init(
            activity: activity, confidence: confidence,
            start: Date(timeIntervalSince1970: Double(try row[0] as Int64) / 1000))
    }
}
