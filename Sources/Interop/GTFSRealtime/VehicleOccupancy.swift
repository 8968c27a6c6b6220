import TransitModel

extension Occupancy {
    /// Returns a vehicle position's occupancy; nil if it has none.
    ///
    /// All carriages are skipped unless numbered 1, 2, 3 and so on, as the specification requires.
    init?(_ vehicle: TransitRealtime_VehiclePosition) {
        let details = vehicle.multiCarriageDetails.sorted {
            $0.carriageSequence < $1.carriageSequence
        }
        let areNumbered = details.enumerated().allSatisfy { $1.carriageSequence == $0 + 1 }
        self.init(
            status: vehicle.hasOccupancyStatus ? OccupancyStatus(vehicle.occupancyStatus) : nil,
            percentage: vehicle.hasOccupancyPercentage
                ? Self.share(Int64(vehicle.occupancyPercentage)) : nil,
            carriages: areNumbered ? details.map(Carriage.init) : [])
    }

    /// Returns a valid percentage; nil for -1, which means unknown, and for other invalid values.
    fileprivate static func share(_ percentage: Int64) -> Int? {
        (0...1000).contains(percentage) ? Int(percentage) : nil
    }
}

extension Occupancy.Carriage {
    fileprivate init(_ details: TransitRealtime_VehiclePosition.CarriageDetails) {
        self.init(
            label: nonEmpty(
                ControlCharacters.leftOut(of: details.label.isEmpty ? details.id : details.label)),
            status: details.hasOccupancyStatus ? OccupancyStatus(details.occupancyStatus) : nil,
            percentage: Occupancy.share(Int64(details.occupancyPercentage)))
    }
}

extension OccupancyStatus {
    /// Nil if no data are available.
    init?(_ wire: TransitRealtime_VehiclePosition.OccupancyStatus) {
        self.init(rawValue: UInt8(wire.rawValue))
    }

    var wire: TransitRealtime_VehiclePosition.OccupancyStatus {
        .init(rawValue: Int(rawValue)) ?? .noDataAvailable
    }
}
