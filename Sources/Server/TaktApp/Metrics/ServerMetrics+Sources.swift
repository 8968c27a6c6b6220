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
        func reasons(
            _ name: String, _ help: String, _ counts: (SourceJournal.Entries) -> [String: Int]
        ) {
            text.family(name, help, .counter)
            for report in reports {
                for (reason, count) in counts(report.entries).sorted(by: { $0.key < $1.key }) {
                    text.sample(
                        name, Double(count), ["source": report.id, "reason": reason])
                }
            }
        }
        // This page is public: the reasons of failed polls are shown to operators only.
        counter("takt_source_failures_total", "Requests that failed.") {
            $0.failed.values.reduce(0, +)
        }
        reasons(
            "takt_source_quarantined_total", "Unreadable entities, by reason."
        ) { $0.quarantined }
        return text
    }

    static func matchingFigures(_ statistics: [String: LiveStatistics]) -> MetricsText {
        var text = MetricsText()
        let sources = statistics.sorted { $0.key < $1.key }
        func ways(
            _ name: String, _ help: String, _ counts: (LiveStatistics) -> [MatchWay: Int]
        ) {
            text.family(name, help, .counter)
            for (source, statistics) in sources {
                let ways = counts(statistics).sorted { $0.key.rawValue < $1.key.rawValue }
                for (way, count) in ways {
                    text.sample(name, Double(count), ["source": source, "way": way.rawValue])
                }
            }
        }
        text.family("takt_fixes_total", "Fixes by result.", .counter)
        for (source, counts) in sources {
            let results = [
                ("matched", counts.matched), ("unmatched", counts.unmatched),
                ("repeated", counts.outdated),
            ]
            for (result, count) in results {
                text.sample(
                    "takt_fixes_total", Double(count), ["source": source, "result": result])
            }
        }
        ways("takt_fixes_matched_total", "Fixes placed on a run, by how it was found.") {
            $0.matchedBy
        }
        ways("takt_updates_matched_total", "Updates of runs, by how the run was found.") {
            $0.updatesMatchedBy
        }
        let unmatched = "takt_fixes_unmatched_total"
        text.family(unmatched, "Fixes of vehicles on no known run, by reason.", .counter)
        for (source, counts) in sources {
            let reasons = counts.unmatchedReasons.sorted { $0.key.rawValue < $1.key.rawValue }
            for (reason, count) in reasons {
                text.sample(
                    unmatched, Double(count), ["source": source, "reason": reason.rawValue])
            }
        }
        text.family("takt_updates_total", "Updates of runs by result.", .counter)
        for (source, counts) in sources {
            let results = [
                ("matched", counts.matchedUpdates), ("unmatched", counts.unmatchedUpdates),
            ]
            for (result, count) in results {
                text.sample(
                    "takt_updates_total", Double(count), ["source": source, "result": result])
            }
        }
        let name = "takt_refused_total"
        text.family(name, "Rejected fixes and updates, by reason.", .counter)
        for (source, counts) in sources {
            for (reason, count) in counts.quarantined.sorted(by: { $0.key < $1.key }) {
                text.sample(name, Double(count), ["source": source, "reason": reason])
            }
        }
        return text
    }
}
