import DiarySensing
import Foundation
import PhoneLoggers
import TransitModel

/// Fixes and motions as one document: GeoJSON in Overland's words, which `takt diary import` reads.
struct BatchDocument: Encodable {
    private let type = "FeatureCollection"
    private let participant: String
    private let study: String
    private let consentVersion: Int
    private let received: String?
    private let features: [Feature]

    private enum CodingKeys: String, CodingKey {
        case type, participant, study
        case consentVersion = "consent_version"
        case received, features
    }

    /// A document about a participant's device; `received` is when it came, nil in an export.
    init(_ trace: PhoneTrace, of participant: Participant, device: String, received: UnixTime?) {
        self.participant = participant.id.rawValue
        study = participant.study.id
        consentVersion = participant.consentVersion
        self.received = received.map { TransitTimeZone.utc.iso8601($0) }
        let activities = Dictionary(
            trace.motions.map { ($0.start, $0.activity) }, uniquingKeysWith: { first, _ in first })
        var list = trace.fixes.map { Feature($0, device: device, motion: activities[$0.time]) }
        let placed = Set(trace.fixes.map(\.time))
        list += trace.motions.filter { !placed.contains($0.start) }
            .map { Feature($0, device: device) }
        features = list
    }

    /// The document's bytes.
    func bytes() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }

    private struct Feature: Encodable {
        private let type = "Feature"
        private let geometry: Point?
        private let properties: Properties

        private enum CodingKeys: String, CodingKey { case type, geometry, properties }

        init(_ fix: LocationFix, device: String, motion: MotionActivity?) {
            geometry = Point(coordinates: [fix.longitude, fix.latitude])
            properties = Properties(
                timestamp: Self.text(fix.time), device: device,
                horizontalAccuracy: fix.horizontalAccuracyMetres, speed: fix.speedMetresPerSecond,
                speedAccuracy: fix.speedAccuracyMetresPerSecond, altitude: fix.altitudeMetres,
                course: fix.courseDegrees, motion: motion.map { [Self.word($0)] })
        }

        init(_ motion: MotionReport, device: String) {
            geometry = nil
            properties = Properties(
                timestamp: Self.text(motion.start), device: device, horizontalAccuracy: nil,
                speed: nil, speedAccuracy: nil, altitude: nil, course: nil,
                motion: [Self.word(motion.activity)])
        }

        /// ISO 8601 to the millisecond, which is how moments are told apart.
        private static func text(_ time: Date) -> String {
            time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        }

        private static func word(_ activity: MotionActivity) -> String {
            activity == .automotive ? "driving" : activity.rawValue
        }
    }

    private struct Point: Encodable {
        private let type = "Point"
        let coordinates: [Double]

        private enum CodingKeys: String, CodingKey { case type, coordinates }
    }

    private struct Properties: Encodable {
        let timestamp: String
        let device: String
        let horizontalAccuracy: Double?
        let speed: Double?
        let speedAccuracy: Double?
        let altitude: Double?
        let course: Double?
        let motion: [String]?

        private enum CodingKeys: String, CodingKey {
            case timestamp, speed, altitude, course, motion
            case device = "device_id"
            case horizontalAccuracy = "horizontal_accuracy"
            case speedAccuracy = "speed_accuracy"
        }
    }
}
