import DiarySensing
import TransitModel
#if !hasFeature(Embedded)
import Foundation
#endif

/// Reads the tracks of a GPX file, version 1.0 or 1.1.
///
/// Track points with a time become fixes; waypoints and routes are counted as another kind. Speed
/// is read from `speed`, including vendors' extensions. `hdop` is not an accuracy in metres and is
/// ignored.
package enum GPXTrack {
    /// Reads a file.
    ///
    /// - Throws: ``PhoneFormatError`` if the root element is not `gpx` or the file is damaged.
    package static func read(
        _ bytes: some Collection<UInt8>
    ) throws(PhoneFormatError) -> PhoneTrace {
        var scanner = MarkupScanner(Array(bytes))
        var reader = Reader()
        var isRoot = true
        while true {
            let token = scanner.next()
            switch token {
            case .start(let name, _, _) where isRoot && localName(name) != "gpx":
                throw .malformed(format: "GPX file", detail: "its root is not 'gpx'.")
            case .start(let name, let attributes, let isEmpty):
                isRoot = false
                reader.start(localName(name), attributes)
                if isEmpty { reader.end(localName(name)) }
            case .end(let name):
                reader.end(localName(name))
            case .text(let text):
                reader.text(text)
            case .finished where !isRoot:
                return reader.trace
            case .finished, .broken:
                throw .malformed(
                    format: "GPX file", detail: "the XML breaks off in line \(scanner.line).",
                    line: scanner.line)
            }
        }
    }

    private static func localName(_ name: String) -> Substring {
        name.split(separator: ":").last ?? ""
    }

    private struct Reader {
        var trace = PhoneTrace()
        private var point: Point?
        private var text = ""

        private struct Point {
            let latitude: Double?
            let longitude: Double?
            var seconds: Double?
            var altitude: Double?
            var speed: Double?
            var course: Double?
            var accuracy: Double?
        }

        /// The longest value of a point, in bytes.
        private static let maximumText = 100

        mutating func start(_ name: Substring, _ attributes: [String: String]) {
            text = ""
            switch name {
            case "trkpt":
                point = Point(
                    latitude: attributes["lat"].flatMap { DecimalText.number($0) },
                    longitude: attributes["lon"].flatMap { DecimalText.number($0) })
            case "wpt", "rtept":
                trace.skip(.otherKind)
            default:
                break
            }
        }

        mutating func text(_ characters: String) {
            if point != nil, characters.utf8.count <= Self.maximumText { text += characters }
        }

        mutating func end(_ name: Substring) {
            guard point != nil else { return }
            let value = CoordinateText.trimmed(text)
            func number(_ text: String) -> Double? { DecimalText.number(text) }
            switch name {
            case "time": point?.seconds = LoggerTime.seconds(iso8601: value)
            case "ele": point?.altitude = number(value)
            case "speed": point?.speed = number(value).flatMap { $0.ifKnown }
            case "course": point?.course = number(value).flatMap { $0.ifKnown }
            case "accuracy": point?.accuracy = number(value).flatMap { $0.ifKnown }
            case "trkpt": finishPoint()
            default: break
            }
            text = ""
        }

        private mutating func finishPoint() {
            guard let point else { return }
            self.point = nil
            guard let seconds = point.seconds else { return trace.skip(.badTime) }
            guard let latitude = point.latitude, let longitude = point.longitude else {
                return trace.skip(.badPlace)
            }
            trace.append(
                LocationFix(
                    time: Date(timeIntervalSince1970: seconds), latitude: latitude,
                    longitude: longitude, horizontalAccuracyMetres: point.accuracy,
                    speedMetresPerSecond: point.speed, altitudeMetres: point.altitude,
                    courseDegrees: point.course))
        }
    }
}
