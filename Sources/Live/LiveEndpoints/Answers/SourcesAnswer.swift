import JSONWriting
package import Matching
package import Sources
package import TransitModel

/// The status of each live source, without addresses and keys.
///
/// The reasons of failures are for operators only: they would reveal which addresses of the
/// operators' network answer.
package struct SourcesAnswer: Encodable, Sendable {
    let now: Int64
    let sources: [Source]

    static let schema = JSONSchema(
        "Sources",
        .int("now", "Unix time in milliseconds"),
        .list("sources", of: Source.schema))

    struct Source: Encodable, Sendable {
        let id: String
        let kind: String
        let state: String
        let since: Int64
        let dataTime: Int64?
        let ageSeconds: Int?
        let heardAt: Int64?
        let trouble: String?
        let counts: Counts
        let taken: Taken?
        let quarantined: [String: Int]

        static let schema = JSONSchema(
            "LiveSource", .text("id"),
            .text("kind", "As in `gtfs-rt`"),
            .text("state", "`live` (data of at most 90 s), `old` (at most 300 s) or `down`"),
            .int("since", "When the state began, in Unix milliseconds"),
            .int("dataTime?", "The time that the newest data states, in Unix milliseconds"),
            .int("ageSeconds?", "The age of the newest data"),
            .int("heardAt?", "When it answered last, in Unix milliseconds"),
            .text("trouble?", "A sentence on why it fails; for operators only"),
            .object("counts", Counts.schema),
            .object(
                "taken?", Taken.schema, "What its data was matched to; omitted before the first"),
            .map("quarantined", .int, "Data that was refused, by reason"))
    }

    struct Counts: Encodable, Sendable {
        let asked: Int
        let fetched: Int
        let unchanged: Int
        let failed: [String: Int]?
        let failuresInARow: Int
        let bytes: Int
        let entities: Int

        static let schema = JSONSchema(
            "SourceCounts",
            .int(
                "asked fetched unchanged",
                "Requests, answers with something new, and answers without"),
            .map("failed?", .int, "Requests by the reason of their failure; for operators only"),
            .int("failuresInARow", "Failed rounds since the last success"),
            .int("bytes"),
            .int("entities", "Vehicles, updates and alerts that were received"))
    }

    /// The matching results of the received data.
    struct Taken: Encodable, Sendable {
        let vehiclesMatched: Int
        let vehiclesAssigned: Int
        let vehiclesUnmatched: Int
        let unmatchedReasons: [String: Int]
        let vehiclesRepeated: Int
        let updatesMatched: Int
        let updatesUnmatched: Int
        let alerts: Int
        let alertsUnknown: Int

        static let schema = JSONSchema(
            "Taken",
            .int("vehiclesMatched", "Fixes whose run was found"),
            .int("vehiclesAssigned", "Vehicles whose run was found by place and time"),
            .int("vehiclesUnmatched"),
            .map("unmatchedReasons", .int, "Unmatched vehicles by reason"),
            .int("vehiclesRepeated", "Fixes that are no newer than known ones"),
            .int("updatesMatched updatesUnmatched alerts"),
            .int("alertsUnknown", "Alerts about what is not in the network"))
    }

    /// Describes sources by their journals and by the matching of their data.
    package init(
        now: UnixTime, sources: [SourceReport], taken: [String: LiveStatistics],
        forOperators: Bool
    ) {
        self.now = now.milliseconds
        self.sources = sources.map { report in
            Source(report, taken[report.id], now: now, forOperators: forOperators)
        }
    }
}

extension SourcesAnswer.Source {
    fileprivate init(
        _ report: SourceReport, _ statistics: LiveStatistics?, now: UnixTime, forOperators: Bool
    ) {
        let entries = report.entries
        id = report.id
        kind = report.kind
        state = report.health.rawValue
        since = report.since.milliseconds
        dataTime = entries.dataTime?.milliseconds
        ageSeconds = entries.dataTime.map { Int(now.seconds(since: $0)) }
        heardAt = entries.heardAt?.milliseconds
        trouble = forOperators ? report.trouble : nil
        counts = SourcesAnswer.Counts(
            asked: entries.asked, fetched: entries.fetched, unchanged: entries.unchanged,
            failed: forOperators ? entries.failed : nil, failuresInARow: entries.failuresInARow,
            bytes: entries.bytes,
            entities: entries.entities)
        taken = statistics.map {
            SourcesAnswer.Taken(
                vehiclesMatched: $0.matched, vehiclesAssigned: $0.assigned,
                vehiclesUnmatched: $0.unmatched,
                unmatchedReasons: Dictionary(
                    uniqueKeysWithValues: $0.unmatchedReasons.map { ($0.key.rawValue, $0.value) }),
                vehiclesRepeated: $0.outdated,
                updatesMatched: $0.matchedUpdates, updatesUnmatched: $0.unmatchedUpdates,
                alerts: $0.alerts, alertsUnknown: $0.unknownAlerts)
        }
        var quarantined = entries.quarantined
        if let statistics {
            for (reason, count) in statistics.quarantined {
                quarantined[reason, default: 0] += count
            }
        }
        self.quarantined = quarantined
    }
}
