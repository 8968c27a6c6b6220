import Realtime
import Timetables
import TransitModel

/// What sources report about runs and service, kept until they report otherwise or fall silent.
struct ReportedChanges {
    /// How long a source's report about runs remains valid, in seconds.
    private static let maximumAgeSeconds = 300.0
    /// Reports of two sources within this time count as equally recent, in seconds.
    private static let sameAgeSeconds = 30.0
    /// The maximum number of updates read from one delivery.
    private static let maximumUpdates = 200_000
    /// The maximum number of alerts kept for one source.
    private static let maximumAlerts = 20_000

    private struct Report {
        var asOf: UnixTime
        var changes: [DatedRun: RunChange] = [:]
        var added: [AddedRun] = []
        var knownAt: [DatedRun: UnixTime] = [:]
        var alerts: [ServiceAlert] = []
        /// The runs of the last report, since it has expired.
        var unheard: Set<DatedRun> = []
        var watch: TripUpdateValidator
    }

    private let timetable: Timetable
    private let alertReader: AlertReader
    private var sources: [String: Report] = [:]
    private var isStale = false
    private var overlay = RealtimeOverlay.none
    /// The number of a source's runs that another source contradicts, by source id.
    private(set) var contradictions: [String: Int] = [:]

    init(_ timetable: Timetable) {
        self.timetable = timetable
        alertReader = AlertReader(timetable)
    }

    /// Applies the updates and alerts of a batch.
    ///
    /// Adds counts to `statistics`, and the runs found for unknown trip ids to `aliases`.
    mutating func apply(
        _ batch: LiveBatch, now: UnixTime, aliases: inout RunAliases,
        _ statistics: inout LiveStatistics
    ) {
        guard batch.tripUpdates != nil || batch.alerts != nil else { return }
        var report =
            sources[batch.source] ?? Report(asOf: batch.asOf, watch: TripUpdateValidator(timetable))
        if let updates = batch.tripUpdates {
            var reader = TripUpdateReader(timetable, aliases: aliases)
            reader.read(updates.prefix(Self.maximumUpdates), now: now)
            statistics.add(reader.statistics)
            if accept(reader, batch, into: &report, now, &statistics) {
                for (tripID, found) in reader.foundAliases {
                    aliases.keep(found, as: tripID, at: now)
                }
            }
        }
        if let alerts = batch.alerts {
            report.alerts = alerts.prefix(Self.maximumAlerts).compactMap {
                alertReader.alert($0, now: now)
            }
            statistics.alerts = report.alerts.count
            statistics.unknownAlerts = alerts.count - report.alerts.count
        }
        sources[batch.source] = report
        isStale = true
    }

    /// Returns whether the updates are accepted; if so, they replace the earlier ones.
    private func accept(
        _ reader: TripUpdateReader, _ batch: LiveBatch, into report: inout Report, _ now: UnixTime,
        _ statistics: inout LiveStatistics
    ) -> Bool {
        if let objection = report.watch.objection(
            to: reader.changes, after: report.changes, now: now)
        {
            statistics.refused[objection.rawValue, default: 0] += 1
            return false
        }
        report.asOf = batch.asOf
        report.unheard = []
        report.changes = reader.changes
        report.added = reader.added
        report.knownAt = reader.knownAt
        for run in reader.changes.keys where report.knownAt[run] == nil {
            report.knownAt[run] = batch.asOf
        }
        return true
    }

    /// Returns everything that is valid at an instant.
    ///
    /// If two sources report on one run, the more recent report counts; if equally recent, the one
    /// with the smaller uncertainty.
    mutating func overlay(at now: UnixTime) -> RealtimeOverlay {
        for (id, report) in sources
        where now.seconds(since: report.asOf) > Self.maximumAgeSeconds
            && !(report.changes.isEmpty && report.added.isEmpty)
        {
            sources[id]?.unheard = Set(report.changes.keys)
            sources[id]?.changes = [:]
            sources[id]?.added = []
            sources[id]?.knownAt = [:]
            isStale = true
        }
        guard isStale else { return overlay }
        isStale = false
        var changes: [DatedRun: RunChange] = [:]
        var knownAt: [DatedRun: UnixTime] = [:]
        var added: [AddedRun] = []
        var alerts: [ServiceAlert] = []
        var reporters: [DatedRun: String] = [:]
        var unheard: Set<DatedRun> = []
        contradictions = [:]
        for (id, report) in sources.sorted(by: { ($0.value.asOf, $0.key) < ($1.value.asOf, $1.key) }
        ) {
            for (run, change) in report.changes {
                if let other = changes[run], let reporter = reporters[run] {
                    if change.contradicts(other) {
                        contradictions[id, default: 0] += 1
                        contradictions[reporter, default: 0] += 1
                    }
                    let lead = report.knownAt[run].flatMap { own in
                        knownAt[run].map { own.seconds(since: $0) }
                    }
                    if other.isSurer(than: change), lead ?? 0 <= Self.sameAgeSeconds { continue }
                }
                changes[run] = change
                knownAt[run] = report.knownAt[run]
                reporters[run] = id
            }
            unheard.formUnion(report.unheard)
            let ids = Set(report.added.map(\.tripID))
            added.removeAll { ids.contains($0.tripID) }
            added += report.added
            alerts += report.alerts
        }
        let isSame =
            changes == overlay.changes && added == overlay.added && alerts == overlay.alerts
            && unheard == overlay.unheard
        overlay = RealtimeOverlay(
            version: isSame ? overlay.version : overlay.version + 1, changes: changes,
            added: added, alerts: alerts, knownAt: knownAt, unheard: unheard)
        return overlay
    }
}
