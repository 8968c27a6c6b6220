package import TransitModel

/// What a live source tells at once.
package struct LiveBatch: Sendable {
    /// The id of the source.
    package let source: String
    /// When the source knew this, by its own word; when it came where the source does not say.
    package let asOf: UnixTime
    /// Where vehicles were measured to be, earlier fixes of a vehicle first.
    package var fixes: [VehicleFix] = []
    /// Vehicles that the source no longer tells of, by their ids.
    package var goneVehicles: [String] = []
    /// What the source says of runs, in place of all that it said before; nil if that still holds.
    package var tripUpdates: [TripUpdate]?
    /// The source's alerts, in place of all that it had before; nil if those still hold.
    package var alerts: [AlertUpdate]?

    /// A batch that says nothing yet.
    package init(source: String, asOf: UnixTime) {
        self.source = source
        self.asOf = asOf
    }

    /// Whether there is nothing in it.
    package var isEmpty: Bool {
        fixes.isEmpty && goneVehicles.isEmpty && tripUpdates == nil && alerts == nil
    }
}
