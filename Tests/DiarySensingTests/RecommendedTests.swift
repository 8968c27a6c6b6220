import DiarySensing
import Foundation
import Testing

/// The thresholds that we recommend.
@Suite struct RecommendedTests {
    @Test(
        "what we recommend differs from the published defaults in two windows, and is a valid file")
    func recommended() throws {
        let recommended = SensingConfiguration.recommended
        let different = SensingConfiguration.Key.allCases.filter {
            recommended[$0] != SensingConfiguration()[$0]
        }
        #expect(
            different == [.stoppedMovingStationarySeconds, .stopMovingSameLocationSeconds])
        #expect(try SensingConfiguration(json: recommended.json()) == recommended)
    }
}
