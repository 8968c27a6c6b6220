import Testing
import TransitModel

@testable import Riders

@Suite struct RiderPlacesTests {
    @Test func `a position is deleted once it is over, also if nobody asks for it`() {
        let places = RiderPlaces()
        let start = UnixTime(seconds: 1_800_000_000)
        let rider = RiderID(rawValue: "0011223344556677")
        #expect(places.set(Coordinate(latitude: 47, longitude: 8), of: rider, now: start))
        places.deleteOver(now: start.advanced(bySeconds: 119))
        #expect(places.count == 1)
        places.deleteOver(now: start.advanced(bySeconds: 190))
        #expect(places.count == 0)
    }
}
