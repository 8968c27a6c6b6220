package import Timetables
package import TransitModel

/// The state of a network at one instant: the timetable, deviations from it, and the vehicles.
///
/// Immutable; a reader takes it once and works on it.
package final class NetworkSnapshot: Sendable {
    package let timetable: Timetable
    /// Increases by one with every snapshot.
    package let sequence: UInt64
    /// The instant of the snapshot.
    package let asOf: UnixTime
    /// All recently seen vehicles, sorted by id.
    package let vehicles: [LiveVehicle]
    /// Vehicles that changed since the previous snapshot.
    package let changedVehicles: [LiveVehicle]
    /// The state of the live source.
    package let source: LiveSourceState

    /// The expected deviations from the timetable.
    package let overlay: RealtimeOverlay
    /// The network's block chains, shared by all consumers; nil where they were not built.
    package let chains: BlockChains?

    /// Creates a snapshot.
    ///
    /// If `changedVehicles` is nil, all vehicles count as changed.
    package init(
        timetable: Timetable, sequence: UInt64, asOf: UnixTime, vehicles: [LiveVehicle],
        changedVehicles: [LiveVehicle]? = nil, source: LiveSourceState,
        overlay: RealtimeOverlay = .none,
        chains: BlockChains? = nil
    ) {
        self.timetable = timetable
        self.sequence = sequence
        self.asOf = asOf
        self.vehicles = vehicles
        self.changedVehicles = changedVehicles ?? vehicles
        self.source = source
        self.overlay = overlay
        self.chains = chains
    }

    /// Returns the same snapshot with another overlay.
    package func with(_ overlay: RealtimeOverlay) -> NetworkSnapshot {
        NetworkSnapshot(
            timetable: timetable, sequence: sequence, asOf: asOf, vehicles: vehicles,
            changedVehicles: changedVehicles, source: source, overlay: overlay, chains: chains)
    }
}

/// The kind of a live source and the age of its data.
package struct LiveSourceState: Sendable, Equatable {
    /// The kind of the source, such as `none` or `simulated`.
    package let kind: String
    /// When data last arrived; nil if it never did.
    package let updatedAt: UnixTime?

    package init(kind: String, updatedAt: UnixTime?) {
        self.kind = kind
        self.updatedAt = updatedAt
    }

    /// The age in seconds from which live data says nothing any more.
    package static let downSeconds = 300.0

    /// Returns `live`, `old` or `down`, by the age of the last data; `none` without a source.
    package func health(at now: UnixTime) -> String {
        if kind == "none" { return "none" }
        guard let updatedAt else { return "down" }
        let age = now.seconds(since: updatedAt)
        if age <= 90 { return "live" }
        return age <= Self.downSeconds ? "old" : "down"
    }
}
