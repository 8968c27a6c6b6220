private import DiarySensing
package import Foundation

/// Reads the tracks of a GPX file, version 1.0 or 1.1.
///
/// Track points with a time become fixes; waypoints and routes are counted as another kind. Speed
/// is read from `speed`, including vendors' extensions. `hdop` is not an accuracy in metres and is
/// ignored.
package enum GPXTrack {
    /// Reads a file.
    ///
    /// - Throws: ``PhoneFormatError`` if the root element is not `gpx` or the file is damaged.
    package static func read(_ data: Data) throws(PhoneFormatError) -> PhoneTrace {
        var scanner = MarkupScanner(
            Array(data.starts(with: [0xef, 0xbb, 0xbf]) ? data.dropFirst(3) : data))
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
                    format: "GPX file", detail: "the XML breaks off in line \(scanner.line).")
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
                    latitude: attributes["lat"].flatMap(Double.init),
                    longitude: attributes["lon"].flatMap(Double.init))
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
            let value = text.trimmingCharacters(in: .whitespacesAndNewlines)
            switch name {
            case "time": point?.seconds = LoggerTime.seconds(iso8601: value)
            case "ele": point?.altitude = Double(value)
            case "speed": point?.speed = Double(value).flatMap(\.ifKnown)
            case "course": point?.course = Double(value).flatMap(\.ifKnown)
            case "accuracy": point?.accuracy = Double(value).flatMap(\.ifKnown)
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
            trace.take(
                LocationFix(
                    time: Date(timeIntervalSince1970: seconds), latitude: latitude,
                    longitude: longitude, horizontalAccuracyMetres: point.accuracy,
                    speedMetresPerSecond: point.speed, altitudeMetres: point.altitude,
                    courseDegrees: point.course))
        }
    }
}
