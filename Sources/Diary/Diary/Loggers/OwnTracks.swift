package import DiarySensing
package import Foundation

/// A message of the app OwnTracks, as it comes in the body of an HTTP request or in a `.rec` file.
///
/// Contract: <https://owntracks.org/booklet/tech/json/>. What is of no use to a diary (status, way
/// points, cards) is told apart from what cannot be read, so that a server can accept the one and
/// count the other.
package enum OwnTracksMessage: Sendable, Hashable {
    /// Where the phone was, with the activities that an iPhone adds; nil where it tells none.
    case location(LocationFix, motion: MotionReport?)
    /// A payload that only the study's secret opens: base64 of nonce and box.
    case encrypted(String)
    /// A message of another kind, by its `_type`; accepted and of no use here.
    case other(String)
    /// An empty body, which phones send as well.
    case empty
    /// Not a message, or a location without place or time.
    case unreadable(SkipReason)

    /// The longest body that is read, in bytes; a message has some 500.
    package static let maximumBodyBytes = 65_536

    /// Reads one message.
    package init(_ body: Data) {
        guard body.contains(where: { $0 > 0x20 }) else {
            self = .empty
            return
        }
        guard body.count <= Self.maximumBodyBytes,
            let wire = try? JSONDecoder().decode(Wire.self, from: body)
        else {
            self = .unreadable(.malformed)
            return
        }
        switch wire.type {
        case "location":
            self = Self.location(wire)
        case "encrypted":
            self = wire.data.map(OwnTracksMessage.encrypted) ?? .unreadable(.malformed)
        case "":
            self = .unreadable(.malformed)
        default:
            self = .other(wire.type)
        }
    }

    private static func location(_ wire: Wire) -> OwnTracksMessage {
        guard let seconds = wire.time else { return .unreadable(.badTime) }
        guard let latitude = wire.latitude, let longitude = wire.longitude else {
            return .unreadable(.badPlace)
        }
        let time = Date(timeIntervalSince1970: seconds)
        // The app leaves out zeros of these five, so that missing may mean zero; an accuracy of
        // zero, however, is one that the phone does not know.
        let fix = LocationFix(
            time: time, latitude: latitude, longitude: longitude,
            horizontalAccuracyMetres: wire.accuracy.flatMap { $0 == 0 ? nil : $0 },
            speedMetresPerSecond: wire.speedKmh.flatMap { $0.ifKnown.map { $0 / 3.6 } },
            altitudeMetres: wire.altitude, courseDegrees: wire.course.flatMap(\.ifKnown))
        let motion = wire.activities.map {
            MotionReport(
                activity: MotionWords.activity(ofAll: $0), confidence: .high, start: time)
        }
        return .location(fix, motion: motion)
    }

    private struct Wire: Decodable {
        let type: String
        let time: Double?
        let latitude: Double?
        let longitude: Double?
        let accuracy: Double?
        let altitude: Double?
        let speedKmh: Double?
        let course: Double?
        let activities: [String]?
        let data: String?

        private enum Key: String, CodingKey {
            case type = "_type"
            case tst, lat, lon, acc, alt, vel, cog, motionactivities, data
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            type = container.looseText(.type) ?? ""
            time = container.looseNumber(.tst)
            latitude = container.looseNumber(.lat)
            longitude = container.looseNumber(.lon)
            accuracy = container.looseNumber(.acc)
            altitude = container.looseNumber(.alt)
            speedKmh = container.looseNumber(.vel)
            course = container.looseNumber(.cog)
            activities = container.looseTexts(.motionactivities)
            data = container.looseText(.data)
        }
    }
}

extension PhoneTrace {
    /// Takes a message of OwnTracks, or counts why not.
    package mutating func take(_ message: OwnTracksMessage) {
        switch message {
        case .location(let fix, let motion):
            take(fix)
            if let motion { take(motion) }
        case .encrypted: skip(.encrypted)
        case .other: skip(.otherKind)
        case .empty: break
        case .unreadable(let reason): skip(reason)
        }
    }
}

/// Reads the `.rec` files of OwnTracks' recorder: a time, a kind and a message, divided by tabs.
package enum OwnTracksRecording {
    /// Reads a file; lines that hold no location are counted.
    package static func read(_ data: Data) -> PhoneTrace {
        var trace = PhoneTrace()
        for line in data.split(separator: 0x0a) {
            let parts = line.split(separator: 0x09, maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else {
                if line.contains(where: { $0 > 0x20 }) { trace.skip(.malformed) }
                continue
            }
            trace.take(OwnTracksMessage(Data(parts[2])))
        }
        return trace
    }

    /// Whether a file begins like one: a time and two tabs in its first line.
    package static func isOne(_ data: Data) -> Bool {
        let line = data.prefix(2000).prefix { $0 != 0x0a }
        let parts = line.split(separator: 0x09, maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3
            && LoggerTime.seconds(iso8601: String(decoding: parts[0], as: UTF8.self)) != nil
    }
}
