import DiarySensing
#if !hasFeature(Embedded)
import Foundation
#endif

/// Reads uploads of the published Waterloo Travel Diary app: a list of locations or motions.
///
/// `tripLocations_*.json` has `lat, lon, heading, speed` (m/s)`, timestamp` (Unix seconds)`,
/// accuracy`; `tripMotions_*.json` has `activity, timestamp`. -1 marks a value that the phone
/// reported as invalid.
package enum WaterlooExport {
    /// Reads either file.
    ///
    /// - Throws: ``PhoneFormatError`` if it is not a JSON list.
    package static func read(
        _ bytes: some Collection<UInt8>
    ) throws(PhoneFormatError) -> PhoneTrace {
        var trace = PhoneTrace()
        var scanner = JSONScanner(Array(bytes))
        do throws(JSONScanner.Damage) {
            try scanner.elements { add($0, to: &trace) }
        } catch {
            throw .damaged("upload of the Waterloo app", error)
        }
        return trace
    }

    private static func add(_ element: JSONValue, to trace: inout PhoneTrace) {
        guard element.isObject else { return trace.skip(.malformed) }
        guard let timestamp = element["timestamp"]?.number else { return trace.skip(.badTime) }
        let time = Date(timeIntervalSince1970: timestamp)
        if let activity = element["activity"]?.text {
            guard let known = MotionWords.activity(activity) else {
                return trace.skip(.malformed)
            }
            // The app uploads no confidence, because it keeps only certain activities.
            return trace.append(MotionReport(activity: known, confidence: .high, start: time))
        }
        guard let lat = element["lat"]?.number, let lon = element["lon"]?.number else {
            return trace.skip(.badPlace)
        }
        trace.append(
            LocationFix(
                time: time, latitude: lat, longitude: lon,
                horizontalAccuracyMetres: element["accuracy"]?.number,
                speedMetresPerSecond: element["speed"]?.number,
                courseDegrees: element["heading"]?.number.flatMap { $0.ifKnown }))
    }
}
