import SwiftProtobuf
import Testing
import TransitModel

@testable import GTFSRealtime

/// Most vehicle positions are read without SwiftProtobuf, which must make no difference.
@Suite struct PlainVehicleTests {
    private func text(_ random: inout SeededRandom) -> String {
        ["", "7", "tram-12", "Zürich, Bahnhof", "🚋\u{200e}", "08:15:00", "20260504"]
            .randomElement(using: &random) ?? ""
    }

    private func trip(_ random: inout SeededRandom) -> TransitRealtime_TripDescriptor {
        var trip = TransitRealtime_TripDescriptor()
        if Bool.random(using: &random) { trip.tripID = text(&random) }
        if Bool.random(using: &random) { trip.routeID = text(&random) }
        if Bool.random(using: &random) {
            trip.directionID = UInt32.random(in: 0...2, using: &random)
        }
        if Bool.random(using: &random) { trip.startDate = text(&random) }
        if Bool.random(using: &random) { trip.startTime = text(&random) }
        if Bool.random(using: &random) { trip.scheduleRelationship = .canceled }
        return trip
    }

    private func entity(_ random: inout SeededRandom) -> TransitRealtime_FeedEntity {
        var entity = TransitRealtime_FeedEntity()
        entity.id = text(&random)
        entity.vehicle.position.latitude = Float.random(in: -100...100, using: &random)
        entity.vehicle.position.longitude = Float.random(in: -190...190, using: &random)
        if Bool.random(using: &random) {
            entity.vehicle.position.bearing = Float.random(in: -400...800, using: &random)
        }
        if Bool.random(using: &random) {
            entity.vehicle.position.speed = Float.random(in: -5...200, using: &random)
        }
        if Bool.random(using: &random) { entity.vehicle.vehicle.id = text(&random) }
        if Bool.random(using: &random) { entity.vehicle.vehicle.label = text(&random) }
        if Bool.random(using: &random) {
            entity.vehicle.timestamp = UInt64.random(in: 0...3_000_000_000, using: &random)
        }
        if Bool.random(using: &random) { entity.vehicle.trip = trip(&random) }
        if Bool.random(using: &random) { entity.vehicle.stopID = text(&random) }
        if Bool.random(using: &random) { entity.vehicle.currentStopSequence = 3 }
        if Bool.random(using: &random) { entity.vehicle.currentStatus = .stoppedAt }
        if Int.random(in: 0..<8, using: &random) == 0 { entity.vehicle.occupancyStatus = .full }
        if Int.random(in: 0..<8, using: &random) == 0 { entity.isDeleted = true }
        return entity
    }

    /// What the source makes of an entity: a fix, nothing, or a rejected entity.
    private func outcome(
        _ bytes: [UInt8], withPlain: Bool
    ) throws -> (fix: VehicleFix?, rejected: Int, plain: Int) {
        var header = TransitRealtime_FeedHeader()
        header.gtfsRealtimeVersion = "2.0"
        header.timestamp = 1_777_888_999
        let head: [UInt8] = try header.serializedBytes()
        var feed = ByteWriter()
        for (tag, message) in [(UInt8(0x0a), head), (0x12, bytes)] {
            feed.write(byte: tag)
            feed.writeCounted { $0.write(contentsOf: message[...]) }
        }
        var fix: VehicleFix?
        var plain = 0
        func take(_ feed: RealtimeFeed, _ vehicle: PlainVehicle) {
            fix = feed.fix(vehicle)
            plain += 1
        }
        let decoded = try RealtimeFeed.decode(
            feed.bytes, limits: FeedLimits(), plain: withPlain ? take : nil
        ) { fix = $0.fix(of: $1) }
        return (fix, decoded.rejectedEntityCount, plain)
    }

    @Test(arguments: 0..<6)
    func `a position is the same without SwiftProtobuf, however its bytes are changed`(
        seed: UInt64
    ) throws {
        var random = SeededRandom(seed: seed)
        for round in 0..<200 {
            let entity = entity(&random)
            var bytes: [UInt8] = try entity.serializedBytes()
            let isChanged = round % 3 != 0
            if isChanged {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 2: bytes.removeSubrange(place...)
                default:
                    bytes += try self.entity(&random).serializedBytes() as [UInt8]
                }
            }
            let (own, oracle) = (
                try outcome(bytes, withPlain: true), try outcome(bytes, withPlain: false)
            )
            #expect(own.fix == oracle.fix && own.rejected == oracle.rejected, "\(bytes)")
            if !isChanged {
                let isPlain = !entity.isDeleted && !entity.vehicle.hasOccupancyStatus
                #expect(own.plain == (isPlain ? 1 : 0), "\(bytes)")
            }
        }
    }
}
