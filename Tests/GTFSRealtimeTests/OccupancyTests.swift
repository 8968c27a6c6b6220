import Testing
import TransitModel

@testable import GTFSRealtime

@Suite struct OccupancyTests {
    private let time = UnixTime(seconds: 1_777_888_999)

    private func read(
        _ fill: (inout TransitRealtime_VehiclePosition) -> Void
    ) throws -> Occupancy? {
        var entity = TransitRealtime_FeedEntity()
        entity.id = "1"
        entity.vehicle.vehicle.id = "v1"
        entity.vehicle.position.latitude = 47
        entity.vehicle.position.longitude = 8
        fill(&entity.vehicle)
        let bytes = try FeedWriter().write([entity], at: time)
        return try #require(RealtimeFeed.decode(bytes).vehicleFixes().first).occupancy
    }

    private func carriage(
        _ sequence: UInt32, _ status: TransitRealtime_VehiclePosition.OccupancyStatus?,
        percentage: Int32? = nil
    ) -> TransitRealtime_VehiclePosition.CarriageDetails {
        var details = TransitRealtime_VehiclePosition.CarriageDetails()
        details.carriageSequence = sequence
        details.label = "C\(sequence)"
        if let status { details.occupancyStatus = status }
        if let percentage { details.occupancyPercentage = percentage }
        return details
    }

    @Test func `a vehicle that says nothing has no occupancy`() throws {
        #expect(try read { _ in } == nil)
        #expect(try read { $0.occupancyStatus = .noDataAvailable } == nil)
        #expect(try read { $0.occupancyPercentage = 4_000_000_000 } == nil)
        #expect(try read { $0.multiCarriageDetails = [carriage(1, nil, percentage: -1)] } == nil)
    }

    @Test(
        arguments: [
            (0, .empty), (20, .manySeatsAvailable), (40, .fewSeatsAvailable),
            (60, .standingRoomOnly), (99, .crushedStandingRoomOnly), (130, .full),
        ] as [(UInt32, OccupancyStatus)])
    func `a percentage alone is published in words too`(
        percentage: UInt32, status: OccupancyStatus
    ) throws {
        let occupancy = try #require(try read { $0.occupancyPercentage = percentage })
        #expect(occupancy.status == status && occupancy.percentage == Int(percentage))
    }

    @Test func `carriages are in order of travel, and the roomiest stands for the train`() throws {
        let occupancy = try #require(
            try read {
                $0.multiCarriageDetails = [
                    carriage(2, .manySeatsAvailable, percentage: 12), carriage(1, .full),
                    carriage(3, nil),
                ]
            })
        #expect(occupancy.status == .manySeatsAvailable)
        #expect(occupancy.carriages.map(\.label) == ["C1", "C2", "C3"])
        #expect(occupancy.carriages.map(\.status) == [.full, .manySeatsAvailable, nil])
        #expect(occupancy.carriages.map(\.percentage) == [nil, 12, nil])
    }

    @Test func `carriages with a gap in their numbers are left out`() throws {
        let occupancy = try #require(
            try read {
                $0.occupancyStatus = .full
                $0.multiCarriageDetails = [carriage(1, .empty), carriage(3, .empty)]
            })
        #expect(occupancy.status == .full && occupancy.carriages.isEmpty)
    }

    @Test func `what is written is read again`() throws {
        let occupancy = Occupancy(
            status: .standingRoomOnly, percentage: 70,
            carriages: [.init(label: "7", status: .full), .init(status: nil, percentage: 3)])
        let fix = VehicleFix(
            vehicleID: "v1", coordinate: Coordinate(latitude: 47, longitude: 8), time: time,
            occupancy: occupancy)
        let bytes = try FeedWriter().write([RealtimeVehicle(fix: fix, trip: nil)], at: time)
        #expect(try RealtimeFeed.decode(bytes).vehicleFixes().first?.occupancy == occupancy)
        let update = RealtimeTripUpdate(
            entityID: "e", trip: RealtimeTrip(tripID: "t"),
            calls: [RealtimeCall(stopSequence: 1, stopID: "a", departureOccupancy: .full)])
        let feed = try RealtimeFeed.decode(FeedWriter().write([update], at: time))
        #expect(feed.tripUpdates().first?.calls.first?.departureOccupancy == .full)
    }
}
