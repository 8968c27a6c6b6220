import Timetables
import TransitModel

/// What the sources say of runs and of the service, kept until they say otherwise or fall silent.
struct ToldChanges {
    /// What a source said of runs does not hold for longer, in seconds.
    private static let oldestSeconds = 300.0
    /// More updates than this are not read at once.
    private static let mostUpdates = 200_000
    /// More alerts than this are not kept of one source.
    private static let mostAlerts = 20_000

    private struct Told {
        var asOf: UnixTime
        var changes: [DatedRun: RunChange] = [:]
        var added: [AddedRun] = []
        var knownAt: [DatedRun: UnixTime] = [:]
        var alerts: [ServiceAlert] = []
        var watch: UpdateGuard
    }

    private let timetable: Timetable
    private let alertReader: AlertReader
    private var sources: [String: Told] = [:]
    private var isStale = false
    private var overlay = RealtimeOverlay.none

    init(_ timetable: Timetable) {
        self.timetable = timetable
        alertReader = AlertReader(timetable)
    }

    /// Takes in what a batch says; counts go into the statistics.
    mutating func take(_ batch: LiveBatch, now: UnixTime, _ statistics: inout LiveStatistics) {
        guard batch.tripUpdates != nil || batch.alerts != nil else { return }
        var told =
            sources[batch.source] ?? Told(asOf: batch.asOf, watch: UpdateGuard(timetable))
        if let updates = batch.tripUpdates { read(updates, batch, into: &told, now, &statistics) }
        if let alerts = batch.alerts {
            told.alerts = alerts.prefix(Self.mostAlerts).compactMap {
                alertReader.alert($0, now: now)
            }
            statistics.alerts = told.alerts.count
            statistics.unknownAlerts = alerts.count - told.alerts.count
        }
        sources[batch.source] = told
        isStale = true
    }

    private func read(
        _ updates: [TripUpdate], _ batch: LiveBatch, into told: inout Told, _ now: UnixTime,
        _ statistics: inout LiveStatistics
    ) {
        var reader = TripUpdateReader(timetable)
        for update in updates.prefix(Self.mostUpdates) { reader.read(update, now: now) }
        statistics.matchedUpdates += reader.statistics.matched
        statistics.unmatchedUpdates += reader.statistics.unmatched
        statistics.implausibleUpdates += reader.statistics.implausible
        if let objection = told.watch.objection(
            to: reader.changes, after: told.changes, now: now)
        {
            statistics.refused[objection.rawValue, default: 0] += 1
            return
        }
        told.asOf = batch.asOf
        told.changes = reader.changes
        told.added = reader.added
        told.knownAt = reader.knownAt
        for run in reader.changes.keys where told.knownAt[run] == nil {
            told.knownAt[run] = batch.asOf
        }
    }

    /// All that holds now.
    ///
    /// Of two sources that speak of one run the newer one counts.
    mutating func overlay(at now: UnixTime) -> RealtimeOverlay {
        for (id, told) in sources
        where now.seconds(since: told.asOf) > Self.oldestSeconds
            && !(told.changes.isEmpty && told.added.isEmpty)
        {
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
        for (_, told) in sources.sorted(by: { ($0.value.asOf, $0.key) < ($1.value.asOf, $1.key) }) {
            changes.merge(told.changes) { _, newer in newer }
            knownAt.merge(told.knownAt) { _, newer in newer }
            let ids = Set(told.added.map(\.tripID))
            added.removeAll { ids.contains($0.tripID) }
            added += told.added
            alerts += told.alerts
        }
        let isSame =
            changes == overlay.changes && added == overlay.added && alerts == overlay.alerts
        overlay = RealtimeOverlay(
            version: isSame ? overlay.version : overlay.version + 1, changes: changes,
            added: added, alerts: alerts, knownAt: knownAt)
        return overlay
    }
}
