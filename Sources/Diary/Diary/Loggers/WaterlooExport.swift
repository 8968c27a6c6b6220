private import DiarySensing
package import Foundation

/// Reads uploads of the published Waterloo Travel Diary app: a list of locations or motions.
///
/// `tripLocations_*.json` has `lat, lon, heading, speed` (m/s)`, timestamp` (Unix seconds)`,
/// accuracy`; `tripMotions_*.json` has `activity, timestamp`. -1 marks a value that the phone
/// reported as invalid.
package enum WaterlooExport {
    /// Reads either file.
    ///
    /// - Throws: ``PhoneFormatError`` if it is not a JSON list.
    package static func read(_ data: Data) throws(PhoneFormatError) -> PhoneTrace {
        let elements: [Lossy<Element>]
        do {
            elements = try JSONDecoder().decode([Lossy<Element>].self, from: data)
        } catch {
            throw .malformed(format: "upload of the Waterloo app", detail: "it is not a JSON list.")
        }
        var trace = PhoneTrace()
        for element in elements {
            guard let value = element.value else {
                trace.skip(.malformed)
                continue
            }
            value.add(to: &trace)
        }
        return trace
    }

    private struct Element: Decodable {
        let timestamp: Double?
        let lat: Double?
        let lon: Double?
        let heading: Double?
        let speed: Double?
        let accuracy: Double?
        let activity: String?

        private enum Key: CodingKey {
            case timestamp, lat, lon, heading, speed, accuracy, activity
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            timestamp = container.looseNumber(.timestamp)
            lat = container.looseNumber(.lat)
            lon = container.looseNumber(.lon)
            heading = container.looseNumber(.heading)
            speed = container.looseNumber(.speed)
            accuracy = container.looseNumber(.accuracy)
            activity = container.looseText(.activity)
        }

        func add(to trace: inout PhoneTrace) {
            guard let timestamp else { return trace.skip(.badTime) }
            let time = Date(timeIntervalSince1970: timestamp)
            if let activity {
                guard let known = MotionWords.activity(activity) else {
                    return trace.skip(.malformed)
                }
                // The app uploads no confidence, because it keeps only certain activities.
                return trace.take(MotionReport(activity: known, confidence: .high, start: time))
            }
            guard let lat, let lon else { return trace.skip(.badPlace) }
            trace.take(
                LocationFix(
                    time: time, latitude: lat, longitude: lon, horizontalAccuracyMetres: accuracy,
                    speedMetresPerSecond: speed, courseDegrees: heading.flatMap(\.ifKnown)))
        }
    }
}
