package import Timetables
package import TransitModel

/// Everything that is known at one moment: the timetable, what differs from it, and the vehicles.
///
/// It never changes; a reader takes it once and works on it.
package final class NetworkSnapshot: Sendable {
    /// The network.
    package let timetable: Timetable
    /// Rises by one with every snapshot.
    package let sequence: UInt64
    /// The moment that it shows.
    package let asOf: UnixTime
    /// All vehicles seen lately, in order of id.
    package let vehicles: [LiveVehicle]
    /// Those of them of which something is known that the snapshot before did not say.
    package let news: [LiveVehicle]
    /// How the live source is doing.
    package let source: LiveSourceState

    /// What is expected to differ from the timetable.
    package let overlay: RealtimeOverlay
    /// The network's blocks, made once for all who follow them; nil where nobody made them.
    package let chains: BlockChains?

    /// Freezes what is known; all of it is news unless `news` says otherwise.
    package init(
        timetable: Timetable, sequence: UInt64, asOf: UnixTime, vehicles: [LiveVehicle],
        news: [LiveVehicle]? = nil, source: LiveSourceState, overlay: RealtimeOverlay = .none,
        chains: BlockChains? = nil
    ) {
        self.timetable = timetable
        self.sequence = sequence
        self.asOf = asOf
        self.vehicles = vehicles
        self.news = news ?? vehicles
        self.source = source
        self.overlay = overlay
        self.chains = chains
    }

    /// The same moment, with what is expected to differ from the timetable.
    package func with(_ overlay: RealtimeOverlay) -> NetworkSnapshot {
        NetworkSnapshot(
            timetable: timetable, sequence: sequence, asOf: asOf, vehicles: vehicles, news: news,
            source: source, overlay: overlay, chains: chains)
    }
}

/// Where live data comes from and whether it does.
package struct LiveSourceState: Sendable, Equatable {
    /// What kind of source: `none`, `simulated`, ...
    package let kind: String
    /// When something last came; nil if nothing ever did.
    package let updatedAt: UnixTime?

    /// Describes a source.
    package init(kind: String, updatedAt: UnixTime?) {
        self.kind = kind
        self.updatedAt = updatedAt
    }

    /// `live`, `old` or `down`, by the age of the last data; `none` without a source.
    package func health(at now: UnixTime) -> String {
        if kind == "none" { return "none" }
        guard let updatedAt else { return "down" }
        let age = now.seconds(since: updatedAt)
        if age <= 90 { return "live" }
        return age <= 300 ? "old" : "down"
    }
}
