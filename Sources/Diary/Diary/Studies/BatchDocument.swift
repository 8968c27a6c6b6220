import DiarySensing
import Foundation
import PhoneRecords
import TransitModel

/// Writes fixes and motions as GeoJSON in Overland's format, which `takt diary import` reads.
///
/// Each fix of a sealed diary is written twice, so this avoids Codable, which took longer than
/// sealing. Keys are in alphabetical order.
struct BatchDocument {
    private let trace: PhoneTrace
    private let participant: Participant
    private let device: String
    private let received: UnixTime?

    /// ISO 8601 to the millisecond, the resolution by which times are distinguished.
    private static let instant = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// A document of a participant's device; `received` is the time of receipt, nil in an export.
    init(_ trace: PhoneTrace, of participant: Participant, device: String, received: UnixTime?) {
        self.trace = trace
        self.participant = participant
        self.device = Self.quoted(device)
        self.received = received
    }

    func bytes() -> Data {
        let activities = Dictionary(
            trace.motions.map { ($0.start, $0.activity) }, uniquingKeysWith: { first, _ in first })
        let placed = Set(trace.fixes.map(\.time))
        var text = #"{"consent_version":\#(participant.consentVersion),"features":["#
        text.reserveCapacity(300 + 300 * (trace.fixes.count + trace.motions.count))
        var isFirst = true
        func next() {
            if !isFirst { text += "," }
            isFirst = false
        }
        for fix in trace.fixes {
            next()
            add(fix, activities[fix.time], to: &text)
        }
        for motion in trace.motions where !placed.contains(motion.start) {
            next()
            text += #"{"properties":{"device_id":\#(device),"#
            text += #""motion":["\#(Self.word(motion.activity))"],"#
            text += #""timestamp":"\#(motion.start.formatted(Self.instant))"},"type":"Feature"}"#
        }
        // Ids consist of letters, digits and hyphens, so they need no escaping.
        text += #"],"participant":"\#(participant.id.rawValue)""#
        if let received { text += #","received":"\#(TransitTimeZone.utc.iso8601(received))""# }
        text += #","study":"\#(participant.study.id)","type":"FeatureCollection"}"#
        return Data(text.utf8)
    }

    private func add(_ fix: LocationFix, _ motion: MotionActivity?, to text: inout String) {
        text += #"{"geometry":{"coordinates":[\#(Self.number(fix.longitude)),"#
        text += #"\#(Self.number(fix.latitude))],"type":"Point"},"properties":{"#
        func add(_ key: StaticString, _ value: Double?) {
            // JSON cannot express non-finite numbers, which carry no information anyway.
            guard let value, value.isFinite else { return }
            text += #""\#(key)":\#(Self.number(value)),"#
        }
        add("altitude", fix.altitudeMetres)
        add("course", fix.courseDegrees)
        text += #""device_id":\#(device),"#
        add("horizontal_accuracy", fix.horizontalAccuracyMetres)
        if let motion { text += #""motion":["\#(Self.word(motion))"],"# }
        add("speed", fix.speedMetresPerSecond)
        add("speed_accuracy", fix.speedAccuracyMetresPerSecond)
        text += #""timestamp":"\#(fix.time.formatted(Self.instant))"},"type":"Feature"}"#
    }

    private static func word(_ activity: MotionActivity) -> String {
        activity == .automotive ? "driving" : activity.rawValue
    }

    /// The shortest representation of a finite number, without a zero fraction.
    private static func number(_ value: Double) -> String {
        let text = value.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Quotes a phone's arbitrary text as JSON.
    private static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            (0x20..<0x7f).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        if isPlain { return "\"\(text)\"" }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        // A plain string always encodes.
        return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}
