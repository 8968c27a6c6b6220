import History
import HTTPServing
import LiveMap
import Matching
import Prediction
import Realtime
import Sources
import TransitModel
import WebServer

/// Collects the figures of a running server, without any rider, position or token.
struct ServerMetrics: Sendable {
    let journals: [SourceJournal]
    let state: LiveState
    let loop: LiveLoop
    let frames: Broadcast<MapFrame>
    let history: FixArchive?
    let streams: StreamLimiter
    let sockets: StreamLimiter
    let requests: RequestMetrics
    let clock: any WallClock

    /// Returns all current figures.
    func text() async -> MetricsText {
        var text = MetricsText()
        let now = clock.now()
        text.family("takt_build_info", "The version that runs.", .gauge)
        text.sample("takt_build_info", 1, ["version": TaktVersion.current])
        ProcessFigures.write(to: &text)
        let statistics = await state.statistics
        text.append(sourceFigures(at: now))
        text.append(Self.matchingFigures(statistics))
        text.append(vehicleFigures(at: now))
        if let history { text.append(await Self.historyFigures(history)) }
        text.append(Self.predictionFigures(await loop.scores))
        text.figure(
            "takt_streams_open", "Live streams that are open.", .gauge, Double(streams.count))
        text.figure(
            "takt_sockets_open", "Sockets that are open.", .gauge, Double(sockets.count))
        requests.write(to: &text)
        return text
    }

    private func vehicleFigures(at now: UnixTime) -> MetricsText {
        var text = MetricsText()
        let snapshot = frames.current.snapshot
        let name = "takt_vehicles"
        text.family(name, "Vehicles by the age of their last fix.", .gauge)
        for freshness in [LiveVehicle.Freshness.live, .old, .stale] {
            let count = snapshot.vehicles.count { $0.freshness(at: now) == freshness }
            text.sample(name, Double(count), ["state": freshness.rawValue])
        }
        text.figure(
            "takt_vehicles_on_runs", "Vehicles that were placed on a run.", .gauge,
            Double(snapshot.vehicles.count { $0.progress != nil }))
        text.figure(
            "takt_runs_changed", "Runs that are expected to differ from the timetable.", .gauge,
            Double(snapshot.overlay.changes.count))
        text.figure(
            "takt_runs_added", "Runs that no timetable knows.", .gauge,
            Double(snapshot.overlay.added.count))
        text.figure(
            "takt_alerts", "Alerts reported by sources.", .gauge,
            Double(snapshot.overlay.alerts.count))
        text.figure(
            "takt_snapshot_age_seconds", "Seconds since the live state was last frozen.", .gauge,
            now.seconds(since: snapshot.asOf))
        return text
    }

    private static func historyFigures(_ history: FixArchive) async -> MetricsText {
        var text = MetricsText()
        let statistics = await history.statistics
        let counts = [
            ("stored", statistics.stored), ("doubled", statistics.doubled),
            ("refused", statistics.refused),
            ("dropped", statistics.dropped),
        ]
        let name = "takt_history_fixes_total"
        text.family(name, "Fixes offered to the history, by result.", .counter)
        for (result, count) in counts { text.sample(name, Double(count), ["result": result]) }
        text.figure(
            "takt_history_open_blocks", "Blocks of fixes in memory.", .gauge,
            Double(statistics.openBlocks))
        text.figure(
            "takt_history_sealed_blocks_total", "Blocks of fixes sealed into the file.", .counter,
            Double(statistics.sealedBlocks))
        text.figure(
            "takt_history_pruned_blocks_total", "Blocks of fixes removed for their age.", .counter,
            Double(statistics.prunedBlocks))
        text.figure(
            "takt_history_waiting_fixes", "Fixes that wait to be written.", .gauge,
            Double(history.waiting))
        text.figure(
            "takt_history_trouble", "1 while fixes cannot be stored.", .gauge,
            statistics.trouble == nil ? 0 : 1)
        if let bytes = history.fileBytes {
            text.figure(
                "takt_history_file_bytes", "Size of the history's file.", .gauge, Double(bytes))
        }
        return text
    }

    private static func predictionFigures(_ scores: PredictionScores) -> MetricsText {
        var text = MetricsText()
        guard let day = scores.day else { return text }
        let total = scores.total(of: day)
        let ways = [("published", total.published), ("timetable_and_delay", total.plain)]
        func family(
            _ name: String, _ help: String, _ value: (ArrivalTally) -> Double?
        ) {
            text.family(name, help, .gauge)
            for (way, tally) in ways {
                text.sample(name, value(tally) ?? .nan, ["way": way])
            }
        }
        family("takt_prediction_judged", "Arrivals of today that were judged.") {
            Double($0.count)
        }
        family(
            "takt_prediction_mean_error_seconds",
            "Mean error without sign of today's arrivals within 15 minutes."
        ) { $0.meanErrorSeconds }
        family(
            "takt_prediction_transit_share", "The Transit benchmark's score of today, 0 to 1."
        ) { $0.transitShare }
        family("takt_prediction_mbta_share", "The MBTA's score of today, 0 to 1.") {
            $0.mbtaShare
        }
        text.figure(
            "takt_prediction_fallback_routes",
            "Routes that fall back to timetable and delay after three worse days.", .gauge,
            Double(scores.fallbacks.count))
        return text
    }
}
