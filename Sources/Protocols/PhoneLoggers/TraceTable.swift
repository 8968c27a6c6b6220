package import DiarySensing
package import Foundation

/// Our own two tables of a phone's record, as CSV: locations and motions.
///
/// Locations: `ts,lat,lon,accuracy,altitude,speed,bearing`; motions: `ts,activity,confidence`. Times are Unix
/// seconds, speeds metres a second; -1 or an empty field is unknown. Columns may come in any order and others
/// among them; no field needs quotes.
package enum TraceTable {
    /// The header of a table of locations.
    package static let locationsHeader = "ts,lat,lon,accuracy,altitude,speed,bearing"
    /// The header of a table of motions.
    package static let motionsHeader = "ts,activity,confidence"

    /// Reads a table of locations; throws if the header lacks `ts`, `lat` or `lon`.
    package static func locations(_ data: Data) throws(PhoneFormatError) -> PhoneTrace {
        var trace = PhoneTrace()
        try rows(of: data, needed: ["ts", "lat", "lon"]) { row in
            guard let time = row.number("ts") else { return trace.skip(.badTime) }
            guard let latitude = row.number("lat"), let longitude = row.number("lon") else {
                return trace.skip(.badPlace)
            }
            trace.take(
                LocationFix(
                    time: Date(timeIntervalSince1970: time), latitude: latitude,
                    longitude: longitude,
                    horizontalAccuracyMetres: row.known("accuracy"),
                    speedMetresPerSecond: row.known("speed"),
                    speedAccuracyMetresPerSecond: row.known("speed_accuracy"),
                    altitudeMetres: row.number("altitude"), courseDegrees: row.known("bearing")))
        }
        return trace
    }

    /// Reads a table of motions; throws if the header lacks `ts` or `activity`.
    package static func motions(_ data: Data) throws(PhoneFormatError) -> PhoneTrace {
        var trace = PhoneTrace()
        try rows(of: data, needed: ["ts", "activity"]) { row in
            guard let time = row.number("ts") else { return trace.skip(.badTime) }
            guard let activity = MotionWords.activity(row.text("activity") ?? ""),
                let confidence = MotionWords.confidence(row.text("confidence") ?? "")
            else { return trace.skip(.malformed) }
            trace.take(
                MotionReport(
                    activity: activity, confidence: confidence,
                    start: Date(timeIntervalSince1970: time)))
        }
        return trace
    }

    /// Reads a table of trips that somebody noted, `start_ts,end_ts`: spans of Unix seconds.
    ///
    /// Rows without two times in order are left out.
    package static func trips(_ data: Data) throws(PhoneFormatError) -> [Range<Double>] {
        var trips: [Range<Double>] = []
        try rows(of: data, needed: ["start_ts", "end_ts"]) { row in
            guard let start = row.number("start_ts"), let end = row.number("end_ts"), start < end
            else { return }
            trips.append(start..<end)
        }
        return trips
    }

    /// Whether the text begins like a table of locations (true), of motions (false) or neither (nil).
    package static func holdsLocations(_ data: Data) -> Bool? {
        let names = header(data.prefix(1000))
        if Set(["ts", "lat", "lon"]).isSubset(of: names) { return true }
        return Set(["ts", "activity"]).isSubset(of: names) ? false : nil
    }

    /// Writes a table of locations.
    package static func csv(_ fixes: [LocationFix]) -> String {
        var text = locationsHeader + "\n"
        for fix in fixes {
            text += "\(seconds(fix.time)),\(fix.latitude),\(fix.longitude)"
            for value in [
                fix.horizontalAccuracyMetres, fix.altitudeMetres, fix.speedMetresPerSecond,
                fix.courseDegrees,
            ] {
                text += ","
                if let value { text += short(value) }
            }
            text += "\n"
        }
        return text
    }

    /// Writes a table of motions.
    package static func csv(_ motions: [MotionReport]) -> String {
        var text = motionsHeader + "\n"
        for motion in motions {
            text += "\(seconds(motion.start)),\(motion.activity),\(motion.confidence)\n"
        }
        return text
    }

    /// A moment as Unix seconds, rounded to the millisecond, without a fraction that is zero.
    package static func seconds(_ time: Date) -> String {
        short((time.timeIntervalSince1970 * 1000).rounded() / 1000)
    }

    private static func short(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }

    private struct Row {
        let columns: [String: Int]
        let fields: [Substring]

        func text(_ column: String) -> String? {
            guard let index = columns[column], index < fields.count else { return nil }
            let text = fields[index].trimmed
            return text.isEmpty ? nil : text
        }

        func number(_ column: String) -> Double? {
            text(column).flatMap(Double.init)
        }

        /// A number for which -1 means that it is unknown.
        func known(_ column: String) -> Double? {
            number(column).flatMap { $0 == -1 ? nil : $0 }
        }
    }

    private static func header(_ data: Data) -> [String] {
        let line = data.prefix { $0 != 0x0a }
        return String(decoding: line, as: UTF8.self).split(
            separator: ",", omittingEmptySubsequences: false
        ).map { $0.drop { $0 == "\u{feff}" }.trimmed }
    }

    private static func rows(
        of data: Data, needed: [String], _ body: (Row) -> Void
    ) throws(PhoneFormatError) {
        let names = header(data.prefix(10_000))
        let missing = needed.filter { !names.contains($0) }
        guard missing.isEmpty else { throw .missingColumns(missing) }
        let columns = Dictionary(
            names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        for line in data.split(separator: 0x0a).dropFirst() {
            let text = String(decoding: line, as: UTF8.self)
            let fields = text.split(separator: ",", omittingEmptySubsequences: false)
            if fields.count == 1, fields[0].trimmed.isEmpty { continue }
            body(Row(columns: columns, fields: fields))
        }
    }
}

extension Substring {
    /// Without spaces, carriage returns and quotes around it.
    fileprivate var trimmed: String {
        trimmingCharacters(in: CharacterSet(charactersIn: " \t\r\""))
    }
}
