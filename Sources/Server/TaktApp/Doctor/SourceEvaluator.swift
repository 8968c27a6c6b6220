import Matching
import Sources
import Timetables
import TransitModel

/// Compares live sources' data with the network and with each other, as the server does.
final actor SourceEvaluator {
    /// The verdict on one source.
    struct Verdict: Sendable {
        let level: Doctor.Finding.Level
        /// The finding and advice, in a sentence or two.
        let sentence: String
    }

    /// The data received from a source.
    private struct Report {
        var vehicles = 0
        var updates = 0
        var alerts = 0
        /// The ids of trips that should be in the timetable.
        var tripIDs: Set<String> = []

        var isNothing: Bool { vehicles == 0 && updates == 0 && alerts == 0 }
    }

    private let network: (timetable: Timetable, feeds: NetworkFeeds, state: LiveState)?
    private let now: UnixTime
    private var reported: [String: Report] = [:]

    /// The number of trips below which nothing can be concluded.
    private static let minimumTrips = 5

    /// Prepares to judge sources; without a timetable they are not compared with a network.
    init(_ timetable: Timetable?, sources: [SourceSettings], now: UnixTime) {
        let declared = sources.filter { !$0.feeds.isEmpty }.map { ($0.id, $0.feeds) }
        network = timetable.map { timetable in
            let state = LiveState(
                timetable, sourceKind: SourceSettings.Kind.gtfsRealtime.rawValue,
                firstSequence: 0,
                declaredFeeds: Dictionary(declared, uniquingKeysWith: { first, _ in first }))
            return (timetable, NetworkFeeds(timetable), state)
        }
        self.now = now
    }

    /// Collects the data of all sources.
    func collect(_ batches: [LiveBatch]) async {
        for batch in batches {
            var all = reported[batch.source] ?? Report()
            all.vehicles += batch.fixes.count
            all.updates += batch.tripUpdates?.count ?? 0
            all.alerts += batch.alerts?.count ?? 0
            all.tripIDs.formUnion(batch.fixes.compactMap { $0.trip?.tripID })
            let planned = (batch.tripUpdates ?? []).filter { $0.relationship != .new }
            all.tripIDs.formUnion(planned.compactMap(\.trip.tripID))
            reported[batch.source] = all
            await network?.state.apply(batch, now: now)
        }
        // Making a snapshot compares the sources with each other.
        _ = await network?.state.snapshot(now: now)
    }

    /// Returns the verdicts on a source that answered, or on one of its addresses; never empty.
    func verdicts(on source: SourceSettings, _ journal: SourceJournal) async -> [Verdict] {
        let reported = reported[journal.id] ?? Report()
        let counts = await network?.state.statistics[journal.id] ?? LiveStatistics()
        let matching = await network?.state.matching()
        var advice = (matching?[journal.id] ?? matching?[source.id])?.advice ?? []
        if advice.isEmpty, let sentence = unknownTrips(reported, source) { advice = [sentence] }
        guard advice.isEmpty else {
            let level: Doctor.Finding.Level = isMatchless(reported, counts) ? .bad : .warning
            return advice.map { Verdict(level: level, sentence: $0) }
        }
        if reported.isNothing { return [silence(journal)] }
        let heard = "It reports \(Self.list(reported))"
        if network == nil {
            return [
                Verdict(
                    level: .good,
                    sentence: heard + "; what it names is compared once there is a network.")
            ]
        }
        if isMatchless(reported, counts) {
            let detail = ", of which nothing is found in the network: look again when more runs."
            return [Verdict(level: .warning, sentence: heard + detail)]
        }
        return [Verdict(level: .good, sentence: heard + known(reported, source) + ".")]
    }

    /// Returns whether nothing that a source sent matches the network.
    private func isMatchless(_ reported: Report, _ counts: LiveStatistics) -> Bool {
        let undecided = counts.unmatchedReasons[.undecided] ?? 0
        return !reported.isNothing
            && counts.matched + counts.matchedUpdates + counts.alerts + undecided == 0
    }

    private func silence(_ journal: SourceJournal) -> Verdict {
        let unusable = journal.report(at: now).entries.quarantined.values.reduce(0, +)
        return unusable > 0
            ? Verdict(
                level: .bad,
                sentence:
                    "It answers, but nothing of what it reports (\(unusable) entries) has a time, "
                    + "a place and a form that can be used. Ask its publisher.")
            : Verdict(
                level: .warning,
                sentence:
                    "It answers, but reports no vehicle, no trip update and no alert. If something "
                    + "runs now, check its address, or ask its publisher.")
    }

    // MARK: - Trip ids

    /// Returns how many trip ids the network has, as in `; 20 of 21 trip ids are known to the feed
    /// 'a'`.
    private func known(_ reported: Report, _ source: SourceSettings) -> String {
        guard !reported.tripIDs.isEmpty else { return "" }
        let feeds = feeds(of: source).map { "'\($0)'" }.joined(separator: ", ")
        return
            "; \(knownTrips(reported, source)) of \(reported.tripIDs.count) trip ids are known to "
            + (feeds.isEmpty ? "the network" : "the feed \(feeds)")
    }

    /// Returns the network's feeds that a source names.
    private func feeds(of source: SourceSettings) -> [String] {
        source.feeds.filter { network?.feeds.find($0) != nil }
    }

    private func unknownTrips(_ reported: Report, _ source: SourceSettings) -> String? {
        guard network != nil, reported.tripIDs.count >= Self.minimumTrips,
            knownTrips(reported, source) * 2 < reported.tripIDs.count
        else { return nil }
        return
            "It reports \(Self.list(reported))\(known(reported, source)); the others are found by line, time "
            + "and place, which is less certain. Import the timetable that the publisher issues for "
            + "this source."
    }

    private func knownTrips(_ reported: Report, _ source: SourceSettings) -> Int {
        guard let network else { return 0 }
        let named = feeds(of: source)
        let prefixes =
            network.feeds.arePrefixed
            ? (named.isEmpty ? network.feeds.ids : named).compactMap(network.feeds.find)
                .map(network.feeds.prefix) : [""]
        return reported.tripIDs.count { id in
            prefixes.contains { network.timetable.trips.find(id: $0 + id) != nil }
        }
    }

    private static func list(_ reported: Report) -> String {
        let parts = [
            (reported.vehicles, "vehicle"), (reported.updates, "trip update"),
            (reported.alerts, "alert"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
        return parts.dropLast().joined(separator: ", ")
            + (parts.count > 1 ? " and " : "") + (parts.last ?? "")
    }
}
