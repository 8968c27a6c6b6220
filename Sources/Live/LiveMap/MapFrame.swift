package import Prediction
package import Realtime
package import TransitModel

/// The vehicles that the map shows after a snapshot, and recent changes.
///
/// Immutable.
package final class MapFrame: Sendable {
    /// The snapshot behind the frame.
    package let snapshot: NetworkSnapshot
    /// The predictor used for the frame.
    package let predictor: ProgressPredictor
    /// One entry for each vehicle of the snapshot, sorted by vehicle id.
    package let vehicles: [MapVehicle]
    /// The vehicles that look different to viewers than in the frame before.
    package let changes: [MapVehicle]
    /// Removed vehicles, oldest first, as far back as changes are remembered.
    package let removals: [Removal]
    /// Changes after this sequence number are known; a viewer with an older one must start over.
    package let oldestSequence: UInt64
    /// The last instant at which each vehicle can be kept without a new prediction if there is no
    /// newer fix.
    ///
    /// Each frame asks this of all vehicles, so it is not read in each vehicle's memory.
    private let ends: [UnixTime]

    /// A vehicle that was removed.
    package struct Removal: Sendable {
        package let id: String
        /// The first snapshot without it.
        package let sequence: UInt64
    }

    /// How many snapshots back a viewer can resume: ten minutes at four a second.
    package static let rememberedSnapshots: UInt64 = 2400

    init(
        snapshot: NetworkSnapshot, predictor: ProgressPredictor, vehicles: [MapVehicle],
        changes: [MapVehicle], removals: [Removal], oldestSequence: UInt64, ends: [UnixTime]
    ) {
        self.snapshot = snapshot
        self.predictor = predictor
        self.vehicles = vehicles
        self.changes = changes
        self.removals = removals
        self.oldestSequence = oldestSequence
        self.ends = ends
    }

    /// Creates the empty frame before the first update.
    package convenience init(first snapshot: NetworkSnapshot) {
        self.init(
            snapshot: snapshot, predictor: ProgressPredictor(), vehicles: [], changes: [],
            removals: [], oldestSequence: snapshot.sequence, ends: [])
    }

    /// Increases with every frame.
    package var sequence: UInt64 { snapshot.sequence }

    /// Returns the vehicles whose trajectory may intersect the box; all vehicles without a box.
    package func vehicles(in box: BoundingBox?) -> [MapVehicle] {
        guard let box else { return vehicles }
        return vehicles.filter { $0.bounds.intersects(box) }
    }

    /// Returns the same frame with another overlay.
    package func with(_ overlay: RealtimeOverlay) -> MapFrame {
        MapFrame(
            snapshot: snapshot.with(overlay), predictor: predictor, vehicles: vehicles,
            changes: changes, removals: removals, oldestSequence: oldestSequence, ends: ends)
    }

    /// Returns the frame for the next snapshot.
    ///
    /// Vehicles keep the trajectory they were shown with until it would be misleading.
    ///
    /// If `isRenewed` is false, the predictor must be the one of this frame, and vehicles without
    /// changes are not computed again.
    package func next(
        _ snapshot: NetworkSnapshot, by predictor: ProgressPredictor = ProgressPredictor(),
        isRenewed: Bool = true
    ) -> MapFrame {
        next(snapshot, by: predictor) { !isRenewed && snapshot.asOf <= $0 }
    }

    /// Returns the frame for the next snapshot, which has a part of a report: only vehicles with a
    /// newer fix are computed.
    package func next(part snapshot: NetworkSnapshot) -> MapFrame {
        next(snapshot, by: predictor) { _ in true }
    }

    /// `isKept` decides about vehicles without changes, by their entry of ``ends``.
    private func next(
        _ snapshot: NetworkSnapshot, by predictor: ProgressPredictor, isKept: (UnixTime) -> Bool
    ) -> MapFrame {
        var changes: [MapVehicle] = []
        var (removals, oldest) = rememberedRemovals(at: snapshot)
        // This frame's vehicles were last compared with those of its snapshot, but for the first
        // frame, which has none.
        let compared = vehicles.isEmpty ? [] : self.snapshot.vehicles
        let newest = snapshot.vehicles
        if newest.span.isIdentical(to: compared.span) {
            return next(same: snapshot, by: predictor, isKept: isKept)
        }
        var (fresh, ends): ([MapVehicle], [UnixTime]) = ([], [])
        fresh.reserveCapacity(newest.count)
        ends.reserveCapacity(newest.count)
        var next = 0
        // To look at a vehicle in a span does not count a reference, which would read its memory.
        let (earlier, later) = (compared.span, newest.span)
        for row in later.indices {
            if next < earlier.count, earlier[next] === later[row], isKept(self.ends[next]) {
                fresh.append(vehicles[next])
                ends.append(self.ends[next])
                next += 1
                continue
            }
            let vehicle = newest[row]
            var known: Int?
            while known == nil, next < vehicles.count {
                if compared[next] === vehicle || compared[next].id == vehicle.id {
                    known = next
                } else {
                    let id = compared[next].id
                    guard id < vehicle.id else { break }
                    removals.append(Removal(id: id, sequence: snapshot.sequence))
                }
                next += 1
            }
            if let known, compared[known] === vehicle, isKept(self.ends[known]) {
                fresh.append(vehicles[known])
                ends.append(self.ends[known])
                continue
            }
            let shown = Self.shown(
                vehicle, after: known.map { vehicles[$0] }, in: snapshot, by: predictor)
            if shown.changedAt == snapshot.sequence { changes.append(shown) }
            fresh.append(shown)
            ends.append(shown.holdsUntil)
        }
        for gone in vehicles[next...] {
            removals.append(Removal(id: gone.vehicle.id, sequence: snapshot.sequence))
        }
        return MapFrame(
            snapshot: snapshot, predictor: predictor, vehicles: fresh, changes: changes,
            removals: removals, oldestSequence: oldest, ends: ends)
    }

    /// Returns the frame for the next snapshot, in which nothing arrived: only vehicles whose
    /// instant has passed are looked at.
    private func next(
        same snapshot: NetworkSnapshot, by predictor: ProgressPredictor, isKept: (UnixTime) -> Bool
    ) -> MapFrame {
        var (fresh, ends, changes) = (vehicles, self.ends, [MapVehicle]())
        for row in ends.indices where !isKept(self.ends[row]) {
            let shown = Self.shown(
                snapshot.vehicles[row], after: vehicles[row], in: snapshot, by: predictor)
            if shown.changedAt == snapshot.sequence { changes.append(shown) }
            fresh[row] = shown
            ends[row] = shown.holdsUntil
        }
        let (removals, oldest) = rememberedRemovals(at: snapshot)
        return MapFrame(
            snapshot: snapshot, predictor: predictor, vehicles: fresh, changes: changes,
            removals: removals, oldestSequence: oldest, ends: ends)
    }

    /// Returns the removals that are still remembered, and since when they are.
    private func rememberedRemovals(
        at snapshot: NetworkSnapshot
    ) -> (removals: [Removal], oldestSequence: UInt64) {
        let oldest = max(
            oldestSequence,
            snapshot.sequence > Self.rememberedSnapshots
                ? snapshot.sequence - Self.rememberedSnapshots : 0)
        return (removals.filter { $0.sequence > oldest }, oldest)
    }

    /// Returns how a vehicle is shown: as before, or changed in that snapshot.
    private static func shown(
        _ vehicle: LiveVehicle, after known: MapVehicle?, in snapshot: NetworkSnapshot,
        by predictor: ProgressPredictor
    ) -> MapVehicle {
        let prediction = VehiclePrediction(
            vehicle, snapshot.timetable, by: predictor, now: snapshot.asOf)
        if let known, !prediction.differs(from: known) {
            return MapVehicle(known, confirmedBy: prediction)
        }
        return MapVehicle(prediction, sequence: snapshot.sequence)
    }
}
