package import TransitModel

/// What a live source reports in one delivery.
package struct LiveBatch: Sendable {
    package let source: String
    /// When the source knew this, as stated by the source; otherwise the time of receipt.
    package let asOf: UnixTime
    /// Measured positions; earlier fixes of a vehicle come first.
    package var fixes: [VehicleFix] = []
    /// The ids of vehicles that the source no longer reports.
    package var goneVehicles: [String] = []
    /// The source's trip updates, which replace all earlier ones; nil if those remain valid.
    package var tripUpdates: [TripUpdate]?
    /// The source's alerts, which replace all earlier ones; nil if those remain valid.
    package var alerts: [AlertUpdate]?

    package init(source: String, asOf: UnixTime) {
        self.source = source
        self.asOf = asOf
    }

    package var isEmpty: Bool {
        fixes.isEmpty && goneVehicles.isEmpty && tripUpdates == nil && alerts == nil
    }
}
