import Testing
import TransitModel

@testable import Riders

@Suite struct RiderPositionsTests {
    @Test func `a position is deleted once it is over, also if nobody asks for it`() {
        let positions = RiderPositions()
        let start = UnixTime(seconds: 1_800_000_000)
        let rider = RiderID(rawValue: "0011223344556677")
        #expect(positions.set(Coordinate(latitude: 47, longitude: 8), of: rider, now: start))
        positions.deleteOver(now: start.advanced(bySeconds: 119))
        #expect(positions.count == 1)
        positions.deleteOver(now: start.advanced(bySeconds: 190))
        #expect(positions.count == 0)
    }

    @Test func `riders who find no room have all positions looked at once a second`() {
        let positions = RiderPositions(maximum: 1)
        let start = UnixTime(seconds: 1_800_000_000)
        let place = Coordinate(latitude: 47, longitude: 8)
        let (known, new) = (
            RiderID(rawValue: "0011223344556677"), RiderID(rawValue: "8899aabbccddeeff")
        )
        func set(_ rider: RiderID, after seconds: Double) -> Bool {
            let now = start.advanced(bySeconds: seconds)
            return positions.set(place, of: rider, at: now, for: 10, now: now)
        }
        #expect(set(known, after: 0))
        #expect(!set(new, after: 9.5))
        // The position is over, which is found out with the next look.
        #expect(!set(new, after: 10.2))
        #expect(positions.count == 1)
        #expect(set(new, after: 10.6))
        #expect(positions.count == 1)
    }

    @Test func `a rider whose position is over needs no other's room`() {
        let positions = RiderPositions(maximum: 2)
        let start = UnixTime(seconds: 1_800_000_000)
        let place = Coordinate(latitude: 47, longitude: 8)
        let riders = ["0011223344556677", "8899aabbccddeeff"].map(RiderID.init(rawValue:))
        for rider in riders {
            #expect(positions.set(place, of: rider, at: start, for: 10, now: start))
        }
        let later = start.advanced(bySeconds: 11)
        #expect(positions.set(place, of: riders[0], at: later, for: 10, now: later))
        // Nothing was looked through for it.
        #expect(positions.count == 2)
    }
}
