import DiaryEvaluation
import DiarySensing
import Foundation
import Testing

@Suite struct MovementTests {
    @Test func `a walk is found to within two minutes of its ends`() throws {
        let found = Movement(estimatedFrom: DiaryText.morning.fixes).spans
        let span = try #require(found.first)
        #expect(found.count == 1)
        #expect(abs(span.lowerBound - DiaryText.start - 3600) <= 120)
        #expect(abs(span.upperBound - DiaryText.start - 5400) <= 120)
    }

    @Test func `who stays is not under way, however blurred the fixes`() {
        let fixes = (0..<200).map { step in
            let isGood = step % 2 == 0
            return LocationFix(
                time: Date(timeIntervalSince1970: Double(step) * 30), latitude: 0,
                longitude: isGood ? 0 : 0.01, horizontalAccuracyMetres: isGood ? 10 : 900)
        }
        #expect(Movement(estimatedFrom: fixes).spans.isEmpty)
        #expect(Movement(estimatedFrom: []).spans.isEmpty)
    }

    @Test func `noted trips that overlap are joined`() {
        let movement = Movement(trips: [50..<80, 0..<10, 5..<20])
        #expect(movement.spans == [0..<20, 50..<80])
        #expect(movement.seconds(within: 10..<60) == 20)
        #expect(movement.contains(50) && !movement.contains(20))
    }
}
