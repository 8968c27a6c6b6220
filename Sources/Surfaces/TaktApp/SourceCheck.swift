import GTFSRealtime
import Realtime
import Timetables
import TransitModel

/// Holds what a GTFS-Realtime source answers once against the network, as the server would.
struct SourceCheck {
    private let id: String
    private let state: LiveState
    private let now: UnixTime

    /// Prepares to check a source; nil for sources of other kinds, and without a network to check against.
    init?(_ source: SourceSettings, _ configuration: Configuration, now: UnixTime) {
        guard source.kind == .gtfsRealtime, let path = configuration.networkPath else { return nil }
        do throws(NetworkFileError) {
            state = LiveState(
                try Timetable(path: path), sourceKind: source.kind.rawValue, firstSequence: 0,
                declaredFeeds: source.feeds.isEmpty ? [:] : [source.id: source.feeds])
        } catch {
            // The network has a finding of its own.
            return nil
        }
        id = source.id
        self.now = now
    }

    /// Takes in an answer; one that is no feed is left to the server, which says so.
    func take(_ body: [UInt8]) async {
        let feed: RealtimeFeed
        do { feed = try RealtimeFeed.decode(body, limits: FeedLimits()) } catch { return }
        var batch = LiveBatch(source: id, asOf: now)
        batch.fixes = feed.vehicleFixes()
        batch.tripUpdates = feed.tripUpdates()
        batch.alerts = feed.alerts()
        await state.apply(batch, now: now)
    }

    /// What is wrong with the source and what to do about it.
    func advice() async -> [String] {
        await state.matching()[id]?.advice ?? []
    }
}
