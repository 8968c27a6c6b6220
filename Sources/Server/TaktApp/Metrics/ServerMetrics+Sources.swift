import Matching
import Sources
import TransitModel
import WebServer

/// The figures on live sources.
extension ServerMetrics {
    func sourceFigures(at now: UnixTime) -> MetricsText {
        var text = MetricsText()
        let reports = journals.map { $0.report(at: now) }
        text.family("takt_source_state", "1 for the state that a source is in.", .gauge)
        for report in reports {
            for health in [SourceHealth.live, .old, .down] {
                text.sample(
                    "takt_source_state", report.health == health ? 1 : 0,
                    ["source": report.id, "kind": report.kind, "state": health.rawValue])
            }
        }
        text.family("takt_source_data_age_seconds", "Age of a source's newest data.", .gauge)
        for report in reports {
            let age = report.entries.dataTime.map { now.seconds(since: $0) }
            text.sample("takt_source_data_age_seconds", age ?? .nan, ["source": report.id])
        }
        func counter(
            _ name: String, _ help: String, _ count: (SourceJournal.Entries) -> Int
        ) {
            text.family(name, help, .counter)
            for report in reports {
                text.sample(name, Double(count(report.entries)), ["source": report.id])
            }
        }
        counter("takt_source_requests_total", "Requests to a source, including failures.") {
            $0.asked
        }
        counter("takt_source_answers_total", "Answers with something new.") { $0.fetched }
        counter("takt_source_unchanged_total", "Answers with nothing new.") { $0.unchanged }
        counter("takt_source_bytes_total", "Received bytes, uncompressed.") { $0.bytes }
        counter("takt_source_entities_total", "Reported vehicles, runs and alerts.") {
            $0.entities
        }
        // This page is public: the reasons of failed polls are shown to operators only.
        counter("takt_source_failures_total", "Requests that failed.") {
            $0.failed.values.reduce(0, +)
        }
        let quarantined = "takt_source_quarantined_total"
        text.family(quarantined, "Unreadable entities, by reason.", .counter)
        for report in reports {
            for (reason, count) in Self.sorted(report.entries.quarantined) {
                text.sample(
                    quarantined, Double(count), ["source": report.id, "reason": reason])
            }
        }
        return text
    }

    static func matchingFigures(_ statistics: [String: LiveStatistics]) -> MetricsText {
        var text = MetricsText()
        let sources = statistics.sorted { $0.key < $1.key }
        func counter(
            _ name: String, _ help: String, by label: String,
            _ counts: (LiveStatistics) -> [(word: String, count: Int)]
        ) {
            text.family(name, help, .counter)
            for (source, statistics) in sources {
                for (word, count) in counts(statistics) {
                    text.sample(name, Double(count), ["source": source, label: word])
                }
            }
        }
        counter("takt_fixes_total", "Fixes by result.", by: "result") {
            [("matched", $0.matched), ("unmatched", $0.unmatched), ("repeated", $0.outdated)]
        }
        counter(
            "takt_fixes_matched_total", "Fixes placed on a run, by how it was found.", by: "way"
        ) { Self.sorted($0.matchedBy) }
        counter(
            "takt_updates_matched_total", "Updates of runs, by how the run was found.", by: "way"
        ) { Self.sorted($0.updatesMatchedBy) }
        counter(
            "takt_fixes_unmatched_total", "Fixes of vehicles on no known run, by reason.",
            by: "reason"
        ) { Self.sorted($0.unmatchedReasons) }
        counter("takt_updates_total", "Updates of runs by result.", by: "result") {
            [("matched", $0.matchedUpdates), ("unmatched", $0.unmatchedUpdates)]
        }
        counter("takt_refused_total", "Rejected fixes and updates, by reason.", by: "reason") {
            Self.sorted($0.quarantined)
        }
        return text
    }

    private static func sorted(_ counts: [String: Int]) -> [(word: String, count: Int)] {
        counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private static func sorted<Word: RawRepresentable<String>>(
        _ counts: [Word: Int]
    ) -> [(word: String, count: Int)] {
        counts.map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 }
    }
}
