import GTFSRealtime
import LiveSources
import Realtime
import Timetables
import TransitModel

/// Holds what GTFS-Realtime sources answer once against the network and each other, as the server would.
struct SourceCheck {
    private let state: LiveState
    private let now: UnixTime

    /// Prepares to check the sources of a configuration; nil without a network to check against.
    init?(_ configuration: Configuration, now: UnixTime) {
        guard let path = configuration.networkPath else { return nil }
        let declared = configuration.sources.filter {
            $0.kind == .gtfsRealtime && !$0.feeds.isEmpty
        }
        do throws(NetworkFileError) {
            state = LiveState(
                try Timetable(path: path), sourceKind: SourceSettings.Kind.gtfsRealtime.rawValue,
                firstSequence: 0,
                declaredFeeds: Dictionary(
                    declared.map { ($0.id, $0.feeds) }, uniquingKeysWith: { first, _ in first }))
        } catch {
            // The network has a finding of its own.
            return nil
        }
        self.now = now
    }

    /// Takes in an answer of a source; one of another kind, or that is no feed, is left to the server, which
    /// says so.
    func take(_ body: [UInt8], of source: SourceSettings) async {
        guard source.kind == .gtfsRealtime else { return }
        let feed: RealtimeFeed
        do { feed = try RealtimeFeed.decode(body, limits: FeedLimits()) } catch { return }
        var batch = LiveBatch(source: source.id, asOf: now)
        // Vehicles of two sources are told apart as the server does.
        batch.fixes = feed.vehicleFixes().map { $0.renamed("\(source.id):\($0.vehicleID)") }
        batch.tripUpdates = feed.tripUpdates()
        batch.alerts = feed.alerts()
        await state.apply(batch, now: now)
    }

    /// By the source's id, what is wrong with it and what to do about it.
    func advice() async -> [String: [String]] {
        // What sources say is held against each other when it is put together.
        _ = await state.snapshot(now: now)
        return await state.matching().mapValues(\.advice)
    }
}
