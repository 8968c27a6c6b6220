import Diary
import JSONWriting

/// The schemas of requests whose members this module does not decode.
enum DiarySchemas {
    static let thresholds = JSONSchema("Thresholds")
    static let fixes = JSONSchema(
        "Fixes", .list("locations", .anything, "GeoJSON features, as Overland sends them"))
}

// The schemas of what is sent as it is stored.

extension Study.Consent {
    static let schema = JSONSchema(
        "Consent",
        .int("version", "Given by the researchers, from 1"),
        .text("text"))
}

extension Study {
    static let schema = JSONSchema(
        "WholeStudy", .text("id name"),
        .text("mode", "`personal` or `study`"),
        .text("recipient?", "The public key to which diaries are sealed, as in `age1…`"),
        .object("consent", Consent.schema), .int("retentionDays"),
        .object(
            "sensing?", DiarySchemas.thresholds,
            "The study's own thresholds; omitted if it uses the server's"))
}
