import DiaryInference
package import JSONWriting
package import TransitModel

/// A correction that a person made.
package struct CorrectionAnswer: JSONObject {
    let id: Int64
    let kind: String
    let start: String
    let end: String
    let mode: String?
    let name: String?
    let everywhere: Bool?
    let made: String
    let applies: Bool?

    package static let schema = JSONSchema(
        "Correction", .int("id"),
        .text("kind", "`mode`, `name`, `join` or `split`"),
        .text("start end mode? name?"),
        .flag("everywhere?", "True if the name applies to all stays at the place"),
        .text("made", "When the person made it"),
        .flag("applies?", "Whether it corrects anything; omitted where that is unknown"))

    /// Describes a correction; `applies` says whether it corrects anything, nil if that is unknown.
    package init(_ kept: KeptCorrection, zone: TransitTimeZone, applies: Bool? = nil) {
        id = kept.id
        kind = kept.correction.kind.rawValue
        start = zone.iso8601(UnixTime(seconds: kept.correction.start))
        end = zone.iso8601(UnixTime(seconds: kept.correction.end))
        mode = kept.correction.mode?.rawValue
        name = kept.correction.name
        everywhere = kept.correction.place == nil ? nil : true
        made = zone.iso8601(kept.made)
        self.applies = applies
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("applies", applies)
        json.member("end", end)
        json.member("everywhere", everywhere)
        json.member("id", id)
        json.member("kind", kind)
        json.member("made", made)
        json.member("mode", mode)
        json.member("name", name)
        json.member("start", start)
    }
}
