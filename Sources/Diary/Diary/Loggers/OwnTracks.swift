package import DiarySensing
package import Foundation

/// A message of the app OwnTracks, from the body of an HTTP request or a `.rec` file.
///
/// Contract: <https://owntracks.org/booklet/tech/json/>. Messages irrelevant to a diary (status,
/// waypoints, cards) are distinguished from unreadable ones, so that a server can accept the former
/// and count the latter.
package enum OwnTracksMessage: Sendable, Hashable {
    /// A fix, with the activities that an iPhone adds; nil if there are none.
    case location(LocationFix, motion: MotionReport?)
    /// An encrypted payload for the participant's secret: base64 of nonce and box.
    case encrypted(String)
    /// A message of another kind, by its `_type`; accepted and ignored.
    case other(String)
    /// An empty body, which phones also send.
    case empty
    /// Not a message, or a location without position or time.
    case unreadable(SkipReason)

    /// The largest accepted body, in bytes; a message has some 500.
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
        // The app omits zeros of these five members, so a missing one may mean zero; a zero
        // accuracy, however, means that the phone does not know it.
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
    /// Adds a message, or counts why it was skipped.
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

/// Reads the `.rec` files of OwnTracks' recorder: time, kind and message, separated by tabs.
package enum OwnTracksRecording {
    /// Reads a file; lines without a location are counted as skipped.
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

    /// Whether a file looks like a recording: its first line has a time and two tabs.
    package static func isOne(_ data: Data) -> Bool {
        let line = data.prefix(2000).prefix { $0 != 0x0a }
        let parts = line.split(separator: 0x09, maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3
            && LoggerTime.seconds(iso8601: String(decoding: parts[0], as: UTF8.self)) != nil
    }
}
