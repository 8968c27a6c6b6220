import Realtime
import Timetables
import TransitModel

/// What the sources say of runs and of the service, kept until they say otherwise or fall silent.
struct ReportedChanges {
    /// What a source said of runs does not hold for longer, in seconds.
    private static let oldestSeconds = 300.0
    /// What two sources knew within so many seconds is equally new.
    private static let sameAgeSeconds = 30.0
    /// More updates than this are not read at once.
    private static let maximumUpdates = 200_000
    /// More alerts than this are not kept of one source.
    private static let maximumAlerts = 20_000

    private struct Told {
        var asOf: UnixTime
        var changes: [DatedRun: RunChange] = [:]
        var added: [AddedRun] = []
        var knownAt: [DatedRun: UnixTime] = [:]
        var alerts: [ServiceAlert] = []
        var watch: TripUpdateValidator
    }

    private let timetable: Timetable
    private let alertReader: AlertReader
    private var sources: [String: Told] = [:]
    private var isStale = false
    private var overlay = RealtimeOverlay.none
    /// How many runs of a source another source tells otherwise, by sources' ids.
    private(set) var contradictions: [String: Int] = [:]

    init(_ timetable: Timetable) {
        self.timetable = timetable
        alertReader = AlertReader(timetable)
    }

    /// Takes in what a batch says; counts go into the statistics, and what unknown trip ids were found to
    /// stand for into `aliases`.
    mutating func take(
        _ batch: LiveBatch, now: UnixTime, aliases: inout RunAliases,
        _ statistics: inout LiveStatistics
    ) {
        guard batch.tripUpdates != nil || batch.alerts != nil else { return }
        var told =
            sources[batch.source] ?? Told(asOf: batch.asOf, watch: TripUpdateValidator(timetable))
        if let updates = batch.tripUpdates {
            var reader = TripUpdateReader(timetable, aliases: aliases)
            reader.read(updates.prefix(Self.maximumUpdates), now: now)
            statistics.add(reader.statistics)
            if accept(reader, batch, into: &told, now, &statistics) {
                for (tripID, found) in reader.foundAliases {
                    aliases.keep(found, as: tripID, at: now)
                }
            }
        }
        if let alerts = batch.alerts {
            told.alerts = alerts.prefix(Self.maximumAlerts).compactMap {
                alertReader.alert($0, now: now)
            }
            statistics.alerts = told.alerts.count
            statistics.unknownAlerts = alerts.count - told.alerts.count
        }
        sources[batch.source] = told
        isStale = true
    }

    /// Whether what was read can be believed; if so it holds from now on.
    private func accept(
        _ reader: TripUpdateReader, _ batch: LiveBatch, into told: inout Told, _ now: UnixTime,
        _ statistics: inout LiveStatistics
    ) -> Bool {
        if let objection = told.watch.objection(
            to: reader.changes, after: told.changes, now: now)
        {
            statistics.refused[objection.rawValue, default: 0] += 1
            return false
        }
        told.asOf = batch.asOf
        told.changes = reader.changes
        told.added = reader.added
        told.knownAt = reader.knownAt
        for run in reader.changes.keys where told.knownAt[run] == nil {
            told.knownAt[run] = batch.asOf
        }
        return true
    }

    /// All that holds now.
    ///
    /// Of two sources that speak of one run the newer one counts; of two as new as each other the surer one.
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
        var tellers: [DatedRun: String] = [:]
        contradictions = [:]
        for (id, told) in sources.sorted(by: { ($0.value.asOf, $0.key) < ($1.value.asOf, $1.key) })
        {
            for (run, change) in told.changes {
                if let other = changes[run], let teller = tellers[run] {
                    if change.contradicts(other) {
                        contradictions[id, default: 0] += 1
                        contradictions[teller, default: 0] += 1
                    }
                    let lead = told.knownAt[run].flatMap { own in
                        knownAt[run].map { own.seconds(since: $0) }
                    }
                    if other.isSurer(than: change), lead ?? 0 <= Self.sameAgeSeconds { continue }
                }
                changes[run] = change
                knownAt[run] = told.knownAt[run]
                tellers[run] = id
            }
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
