package import DiarySensing
import TransitModel
#if !hasFeature(Embedded)
package import Foundation
#endif

/// Our two CSV tables of a phone's records: locations and motions.
///
/// Locations: `ts,lat,lon,accuracy,altitude,speed,bearing`; motions: `ts,activity,confidence`.
/// Times are Unix seconds, speeds are in metres per second; -1 or an empty field means unknown.
/// Columns may come in any order, with others between them; no field needs quotes.
package enum TraceTable {
    package static let locationsHeader = "ts,lat,lon,accuracy,altitude,speed,bearing"
    package static let motionsHeader = "ts,activity,confidence"

    /// Reads a location table.
    ///
    /// - Throws: ``PhoneFormatError`` if the header lacks `ts`, `lat` or `lon`.
    package static func locations(
        _ bytes: some Collection<UInt8>
    ) throws(PhoneFormatError) -> PhoneTrace {
        let data = Array(bytes)
        var trace = PhoneTrace()
        let columns = try columns(of: data, needed: ["ts", "lat", "lon"])
        let (ts, lat, lon) = (columns["ts"], columns["lat"], columns["lon"])
        let (accuracy, altitude) = (columns["accuracy"], columns["altitude"])
        let (speed, speedAccuracy) = (columns["speed"], columns["speed_accuracy"])
        let bearing = columns["bearing"]
        forEachRow(of: data) { row in
            guard let time = row.number(ts) else { return trace.skip(.badTime) }
            guard let latitude = row.number(lat), let longitude = row.number(lon) else {
                return trace.skip(.badPlace)
            }
            trace.append(
                LocationFix(
                    time: Date(timeIntervalSince1970: time), latitude: latitude,
                    longitude: longitude, horizontalAccuracyMetres: row.known(accuracy),
                    speedMetresPerSecond: row.known(speed),
                    speedAccuracyMetresPerSecond: row.known(speedAccuracy),
                    altitudeMetres: row.number(altitude), courseDegrees: row.known(bearing)))
        }
        return trace
    }

    /// Reads a motion table.
    ///
    /// - Throws: ``PhoneFormatError`` if the header lacks `ts` or `activity`.
    package static func motions(
        _ bytes: some Collection<UInt8>
    ) throws(PhoneFormatError) -> PhoneTrace {
        let data = Array(bytes)
        var trace = PhoneTrace()
        let columns = try columns(of: data, needed: ["ts", "activity"])
        let (ts, word, trust) = (columns["ts"], columns["activity"], columns["confidence"])
        forEachRow(of: data) { row in
            guard let time = row.number(ts) else { return trace.skip(.badTime) }
            guard let activity = MotionWords.activity(row.text(word) ?? ""),
                let confidence = MotionWords.confidence(row.text(trust) ?? "")
            else { return trace.skip(.malformed) }
            trace.append(
                MotionReport(
                    activity: activity, confidence: confidence,
                    start: Date(timeIntervalSince1970: time)))
        }
        return trace
    }

    /// Reads a table of manually recorded trips, `start_ts,end_ts`, as ranges of Unix seconds.
    ///
    /// Rows without two ordered times are skipped.
    ///
    /// - Throws: ``PhoneFormatError`` if a column is missing.
    package static func trips(
        _ bytes: some Collection<UInt8>
    ) throws(PhoneFormatError) -> [Range<Double>] {
        let data = Array(bytes)
        var trips: [Range<Double>] = []
        let columns = try columns(of: data, needed: ["start_ts", "end_ts"])
        let (first, last) = (columns["start_ts"], columns["end_ts"])
        forEachRow(of: data) { row in
            guard let start = row.number(first), let end = row.number(last), start < end else {
                return
            }
            trips.append(start..<end)
        }
        return trips
    }

    /// Whether the text begins like a location table (true), a motion table (false) or neither
    /// (nil).
    package static func holdsLocations(_ bytes: some Collection<UInt8>) -> Bool? {
        let names = header(Array(bytes.prefix(1000))[...])
        func has(_ wanted: [String]) -> Bool { wanted.allSatisfy { names.contains($0) } }
        return has(["ts", "lat", "lon"]) ? true : has(["ts", "activity"]) ? false : nil
    }

    /// Writes a location table.
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

    /// Writes a motion table.
    package static func csv(_ motions: [MotionReport]) -> String {
        var text = motionsHeader + "\n"
        for motion in motions {
            text += "\(seconds(motion.start)),\(motion.activity),\(motion.confidence)\n"
        }
        return text
    }

    /// Unix seconds rounded to the millisecond, without a zero fraction.
    package static func seconds(_ time: Date) -> String {
        short((time.timeIntervalSince1970 * 1000).rounded() / 1000)
    }

    private static func short(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }

    /// The fields of a row as bytes; only requested ones are converted to strings.
    private struct Row {
        let fields: [ArraySlice<UInt8>]

        /// The value of a column; nil if the table or the row lacks it, or it is empty.
        private func value(_ column: Int?) -> ArraySlice<UInt8>? {
            guard let column, column < fields.count else { return nil }
            let bytes = TraceTable.trimmed(fields[column])
            return bytes.isEmpty ? nil : bytes
        }

        func text(_ column: Int?) -> String? {
            value(column).map { String(decoding: $0, as: UTF8.self) }
        }

        func number(_ column: Int?) -> Double? {
            value(column).flatMap { DecimalText.number(utf8: $0) }
        }

        /// A number; nil if it is -1, which means unknown.
        func known(_ column: Int?) -> Double? {
            number(column).flatMap { $0 == -1 ? nil : $0 }
        }
    }

    private static func header(_ data: ArraySlice<UInt8>) -> [String] {
        let line = data.prefix { $0 != UInt8(ascii: "\n") }
        let bytes = line.starts(with: byteOrderMark) ? line.dropFirst(3) : line
        return bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            .map { String(decoding: trimmed($0), as: UTF8.self) }
    }

    private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

    /// The index of each column in the header; the first one if names repeat.
    private static func columns(
        of data: [UInt8], needed: [String]
    ) throws(PhoneFormatError) -> [String: Int] {
        let names = header(data.prefix(10_000))
        let missing = needed.filter { !names.contains($0) }
        guard missing.isEmpty else { throw .missingColumns(missing) }
        var columns: [String: Int] = [:]
        for (column, name) in names.enumerated() where columns[name] == nil {
            columns[name] = column
        }
        return columns
    }

    private static func forEachRow(of data: [UInt8], _ body: (Row) -> Void) {
        var isHeader = true
        ByteLines(data).forEach { line in
            defer { isHeader = false }
            let fields = line.split(
                separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            if isHeader || fields.count == 1 && trimmed(line).isEmpty { return }
            body(Row(fields: fields))
        }
    }

    /// Trims spaces, tabs, carriage returns and quotes.
    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        func isAround(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\""): true
            default: false
            }
        }
        let end = bytes.lastIndex { !isAround($0) }.map { $0 + 1 } ?? bytes.startIndex
        return bytes[..<end].drop(while: isAround)
    }
}
