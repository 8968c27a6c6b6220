package import DiarySensing
#if !hasFeature(Embedded)
import Foundation
#endif

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
    package init(_ body: some Collection<UInt8>) {
        guard body.contains(where: { $0 > 0x20 }) else {
            self = .empty
            return
        }
        guard body.count <= Self.maximumBodyBytes, let message = Self.value(Array(body)),
            let type = message["_type"]?.text, !type.isEmpty
        else {
            self = .unreadable(.malformed)
            return
        }
        switch type {
        case "location":
            self = Self.location(message)
        case "encrypted":
            self = message["data"]?.text.map { .encrypted($0) } ?? .unreadable(.malformed)
        default:
            self = .other(type)
        }
    }

    private static func value(_ body: [UInt8]) -> JSONValue? {
        var scanner = JSONScanner(body)
        do throws(JSONScanner.Damage) {
            return try scanner.wholeValue()
        } catch {
            return nil
        }
    }

    private static func location(_ message: JSONValue) -> OwnTracksMessage {
        guard let seconds = message["tst"]?.number else { return .unreadable(.badTime) }
        guard let latitude = message["lat"]?.number, let longitude = message["lon"]?.number else {
            return .unreadable(.badPlace)
        }
        let time = Date(timeIntervalSince1970: seconds)
        // The app omits zeros of these five members, so a missing one may mean zero; a zero
        // accuracy, however, means that the phone does not know it.
        let fix = LocationFix(
            time: time, latitude: latitude, longitude: longitude,
            horizontalAccuracyMetres: message["acc"]?.number.flatMap { $0 == 0 ? nil : $0 },
            speedMetresPerSecond: message["vel"]?.number.flatMap { $0.ifKnown }.map { $0 / 3.6 },
            altitudeMetres: message["alt"]?.number,
            courseDegrees: message["cog"]?.number.flatMap { $0.ifKnown })
        let motion = message["motionactivities"]?.texts.map {
            MotionReport(
                activity: MotionWords.activity(ofAll: $0), confidence: .high, start: time)
        }
        return .location(fix, motion: motion)
    }
}

extension PhoneTrace {
    /// Adds a message, or counts why it was skipped.
    package mutating func append(_ message: OwnTracksMessage) {
        switch message {
        case .location(let fix, let motion): append(fix, with: motion)
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
    package static func read(_ bytes: some Collection<UInt8>) -> PhoneTrace {
        var trace = PhoneTrace()
        ByteLines(Array(bytes)).forEach { line in
            let parts = line.split(separator: 0x09, maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else {
                if line.contains(where: { $0 > 0x20 }) { trace.skip(.malformed) }
                return
            }
            trace.append(OwnTracksMessage(parts[2]))
        }
        return trace
    }

    /// Whether a file looks like a recording: its first line has a time and two tabs.
    package static func isOne(_ bytes: some Collection<UInt8>) -> Bool {
        let line = Array(bytes.prefix(2000).prefix { $0 != 0x0a })
        let parts = line.split(separator: 0x09, maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 && LoggerTime.seconds(utf8: parts[0]) != nil
    }
}
