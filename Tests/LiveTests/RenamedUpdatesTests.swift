import Testing
import TransitModel

@testable import Matching

@Suite struct RenamedUpdatesTests {
    private let other = TripReference(tripID: "other")

    @Test func `a trip update under another trip id keeps all else`() {
        let copied = TripReference(tripID: "copied")
        let update = TripUpdate(
            trip: TripReference(tripID: "own"), relationship: .replacement, delaySeconds: 60,
            time: UnixTime(seconds: 7), copy: copied, headsign: "Harbour")
        let expected = TripUpdate(
            trip: other, relationship: .replacement, delaySeconds: 60,
            time: UnixTime(seconds: 7), copy: copied, headsign: "Harbour")
        #expect(update.about(other, calls: []) == expected)
    }

    @Test func `a fix under another trip id keeps all else`() {
        let later = [TripReference(tripID: "later")]
        func fix(_ trip: TripReference) -> VehicleFix {
            var fix = VehicleFix(
                vehicleID: "7", label: "7b", coordinate: Coordinate(latitude: 47, longitude: 8),
                headingDegrees: 90, speedMetresPerSecond: 5, time: UnixTime(seconds: 7),
                trip: trip, occupancy: nil)
            fix.laterTrips = later
            return fix
        }
        #expect(fix(TripReference(tripID: "own")).on(other) == fix(other))
    }
}
