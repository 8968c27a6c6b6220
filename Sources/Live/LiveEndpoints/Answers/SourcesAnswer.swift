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

    struct Source: Encodable, Sendable {
        let id: String
        let kind: String
        let state: String
        let since: Int64
        let dataTime: Int64?
        let ageSeconds: Int?
        let heardAt: Int64?
        /// One sentence; nil without a problem, and for everybody except operators.
        let trouble: String?
        let counts: Counts
        let taken: Taken?
        let quarantined: [String: Int]
    }

    struct Counts: Encodable, Sendable {
        let asked: Int
        let fetched: Int
        let unchanged: Int
        /// nil for everybody except operators.
        let failed: [String: Int]?
        let failuresInARow: Int
        let bytes: Int
        let entities: Int
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

extension LiveSchemas {
    /// The schemas of the answers above.
    static let sources: [String: String] = [
        "Sources": "now:int! sources:[LiveSource]!",
        "LiveSource": """
        id:text! kind:text! state:text! since:int! dataTime:int ageSeconds:int heardAt:int \
        trouble:text counts:SourceCounts! taken:Taken quarantined:{int}!
        """,
        "SourceCounts": """
        asked:int! fetched:int! unchanged:int! failed:{int} failuresInARow:int! bytes:int! entities:int!
        """,
        "Taken": """
        vehiclesMatched:int! vehiclesAssigned:int! vehiclesUnmatched:int! unmatchedReasons:{int}! \
        vehiclesRepeated:int! updatesMatched:int! updatesUnmatched:int! alerts:int! alertsUnknown:int!
        """,
    ]
}
