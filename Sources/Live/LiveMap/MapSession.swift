import Realtime
package import TransitModel

/// The state of one viewer, from which its updates are computed.
package struct MapSession: Sendable {
    private let box: BoundingBox?
    private var lastSequence: UInt64?
    /// The vehicles that the viewer of a box shows; nil while unknown, and without a box.
    private var shown: Set<String>?

    /// An update for a viewer.
    package struct Update: Sendable {
        /// The frame that the viewer has after the update.
        package let sequence: UInt64
        /// The instant of the frame.
        package let asOf: UnixTime
        /// Whether the viewer must discard everything it knew before.
        package let isReset: Bool
        /// Vehicles that are new to the viewer or changed.
        package let vehicles: [MapVehicle]
        /// Ids of the vehicles that the viewer must remove.
        package let removed: [String]

        /// Whether there is nothing new, so that the update need not be sent.
        package var isEmpty: Bool { !isReset && vehicles.isEmpty && removed.isEmpty }
    }

    /// Starts a session for a box, or for everything without one; `lastSequence` is the last frame
    /// that the viewer has seen.
    package init(box: BoundingBox?, lastSequence: UInt64?) {
        self.box = box
        self.lastSequence = lastSequence
    }

    /// Returns the update for a viewer after a frame.
    /// - Complexity: linear in the changes of the frame if the viewer has the one before, otherwise
    ///   in its vehicles.
    package mutating func update(_ frame: MapFrame) -> Update {
        if box == nil || shown != nil, let last = lastSequence, last >= frame.oldestSequence,
            last + 1 == frame.sequence
        {
            return next(frame)
        }
        let visible = frame.vehicles(in: box)
        // Without a box, only removed vehicles disappear; with one, vehicles also leave the box.
        let inside = box == nil ? nil : Set(visible.map(\.vehicle.id))
        defer {
            lastSequence = frame.sequence
            shown = inside
        }
        guard let last = lastSequence, last >= frame.oldestSequence, last <= frame.sequence else {
            return Update(
                sequence: frame.sequence, asOf: frame.snapshot.asOf, isReset: true,
                vehicles: visible, removed: [])
        }
        var removed = frame.removals.filter { $0.sequence > last }.map(\.id)
        if let shown, let inside {
            removed += shown.subtracting(inside).subtracting(removed).sorted()
        } else if let inside {
            // After a resumption it is unknown what the viewer shows: any changed vehicle that is
            // outside now may have been inside.
            removed += frame.vehicles
                .filter { $0.changedAt > last && !inside.contains($0.vehicle.id) }
                .map(\.vehicle.id)
        }
        return Update(
            sequence: frame.sequence, asOf: frame.snapshot.asOf, isReset: false,
            vehicles: visible.filter {
                $0.changedAt > last || shown?.contains($0.vehicle.id) == false
            },
            removed: removed)
    }

    /// Returns the update for a viewer that has the frame before.
    ///
    /// Only a vehicle that changed can have come into the box or left it.
    private mutating func next(_ frame: MapFrame) -> Update {
        lastSequence = frame.sequence
        var removed = Array(
            frame.removals.reversed().prefix { $0.sequence == frame.sequence }.reversed()
                .map(\.id))
        for id in removed { shown?.remove(id) }
        var inside: [MapVehicle] = []
        for vehicle in frame.changes {
            let id = vehicle.vehicle.id
            if box.map(vehicle.bounds.intersects) ?? true {
                inside.append(vehicle)
                shown?.insert(id)
            } else if shown?.remove(id) != nil {
                removed.append(id)
            }
        }
        return Update(
            sequence: frame.sequence, asOf: frame.snapshot.asOf, isReset: false,
            vehicles: inside, removed: removed)
    }
}
