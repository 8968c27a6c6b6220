package import Prediction
package import Realtime
package import TransitModel

/// What the map shows after one snapshot, and what changed lately.
///
/// A frame itself never changes.
package final class MapFrame: Sendable {
    /// What the frame was worked out from.
    package let snapshot: NetworkSnapshot
    /// What vehicles were predicted with.
    package let predictor: ProgressPredictor
    /// One for each vehicle of the snapshot, in order of vehicle id.
    package let vehicles: [MapVehicle]
    /// Vehicles that vanished, oldest first, as far back as changes are remembered.
    package let removals: [Removal]
    /// Changes after this sequence can be told; who knows only older ones must start afresh.
    package let oldestSequence: UInt64

    /// A vehicle that is gone.
    package struct Removal: Sendable {
        /// Which vehicle is gone.
        package let id: String
        /// The snapshot in which it was missed first.
        package let sequence: UInt64
    }

    /// How many snapshots back a reader may resume.
    package static let rememberedSnapshots: UInt64 = 600

    init(
        snapshot: NetworkSnapshot, predictor: ProgressPredictor, vehicles: [MapVehicle],
        removals: [Removal], oldestSequence: UInt64
    ) {
        self.snapshot = snapshot
        self.predictor = predictor
        self.vehicles = vehicles
        self.removals = removals
        self.oldestSequence = oldestSequence
    }

    /// The frame before anything was seen.
    package convenience init(first snapshot: NetworkSnapshot) {
        self.init(
            snapshot: snapshot, predictor: ProgressPredictor(), vehicles: [], removals: [],
            oldestSequence: snapshot.sequence)
    }

    /// Rises with every frame.
    package var sequence: UInt64 { snapshot.sequence }

    /// The vehicles whose way lies, in part at least, in the box; all without one.
    package func vehicles(in box: BoundingBox?) -> [MapVehicle] {
        guard let box else { return vehicles }
        return vehicles.filter { $0.bounds.intersects(box) }
    }

    /// The frame after the next snapshot: vehicles keep the trajectory they were shown with until it
    /// would mislead.
    ///
    /// With `isRenewed` false the predictor is the one that this frame was made with, and vehicles of
    /// which nothing new is known are not worked out again.
    package func next(
        _ snapshot: NetworkSnapshot, by predictor: ProgressPredictor = ProgressPredictor(),
        isRenewed: Bool = true
    ) -> MapFrame {
        var fresh: [MapVehicle] = []
        fresh.reserveCapacity(snapshot.vehicles.count)
        var removals = self.removals
        let oldest = max(
            oldestSequence,
            snapshot.sequence > Self.rememberedSnapshots
                ? snapshot.sequence - Self.rememberedSnapshots : 0)
        removals.removeAll { $0.sequence <= oldest }
        var next = 0
        for vehicle in snapshot.vehicles {
            while next < vehicles.count, vehicles[next].vehicle.id < vehicle.id {
                removals.append(
                    Removal(id: vehicles[next].vehicle.id, sequence: snapshot.sequence))
                next += 1
            }
            let isKnown = next < vehicles.count && vehicles[next].vehicle.id == vehicle.id
            let known = isKnown ? vehicles[next] : nil
            if isKnown { next += 1 }
            if let known, !isRenewed, known.holds(for: vehicle, now: snapshot.asOf) {
                fresh.append(known)
                continue
            }
            let candidate = MapVehicle(
                vehicle, snapshot.timetable, by: predictor, now: snapshot.asOf,
                sequence: snapshot.sequence)
            if let known, !candidate.differs(from: known, now: snapshot.asOf) {
                fresh.append(known.compared(with: candidate, now: snapshot.asOf))
            } else {
                fresh.append(candidate)
            }
        }
        for gone in vehicles[next...] {
            removals.append(Removal(id: gone.vehicle.id, sequence: snapshot.sequence))
        }
        return MapFrame(
            snapshot: snapshot, predictor: predictor, vehicles: fresh, removals: removals,
            oldestSequence: oldest)
    }
}
