import Realtime
package import TransitModel

/// What one watcher was told, so that it can be told what changed.
package struct MapSession: Sendable {
    private let box: BoundingBox?
    private var lastSequence: UInt64?
    /// The vehicles that the watcher of a box shows; nil while that is not known, and without a box.
    private var shown: Set<String>?

    /// What to tell a watcher.
    package struct Update: Sendable {
        /// The frame that the update brings the watcher to.
        package let sequence: UInt64
        /// The moment that the frame shows.
        package let asOf: UnixTime
        /// The watcher forgets everything it knew before.
        package let isReset: Bool
        /// Vehicles that are new to the watcher or changed.
        package let vehicles: [MapVehicle]
        /// Ids of vehicles that the watcher must forget.
        package let removed: [String]

        /// Nothing new: need not be sent.
        package var isEmpty: Bool { !isReset && vehicles.isEmpty && removed.isEmpty }
    }

    /// Starts watching a box (everything without one); `lastSequence` is what the watcher saw last.
    package init(box: BoundingBox?, lastSequence: UInt64?) {
        self.box = box
        self.lastSequence = lastSequence
    }

    /// What to tell the watcher after a frame.
    /// - Complexity: linear in the vehicles of the frame.
    package mutating func update(_ frame: MapFrame) -> Update {
        let visible = frame.vehicles(in: box)
        // Whoever sees everything is told of what vanished; from a box vehicles also drive out.
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
            // After a resumption it is not known what the watcher shows: whatever changed and is
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
}
