import DiaryEvaluation
import DiarySensing
import Foundation

/// Generates a recorded diary: stretches of standing and moving along the equator, with a fix every
/// ten seconds.
struct DiaryText {
    static let start = 1_700_000_000.0
    private(set) var fixes: [LocationFix] = []
    private(set) var motions: [MotionReport] = []
    private(set) var trips: [Range<Double>] = []
    private var second = 0.0
    private var metres = 0.0

    /// Stays or moves for some seconds; `trip` records the stretch as a true trip.
    mutating func go(
        _ activity: MotionActivity, metresPerSecond speed: Double = 0, seconds: Double,
        trip: Bool = false
    ) {
        motions.append(
            MotionReport(
                activity: activity, confidence: .high,
                start: Date(timeIntervalSince1970: Self.start + second)))
        if trip { trips.append(Self.start + second..<Self.start + second + seconds) }
        let end = second + seconds
        while second < end {
            fixes.append(
                LocationFix(
                    time: Date(timeIntervalSince1970: Self.start + second), latitude: 0,
                    longitude: metres / 111_195.08, horizontalAccuracyMetres: 10,
                    speedMetresPerSecond: speed))
            second += 10
            metres += speed * 10
        }
    }

    var diary: RecordedDiary {
        RecordedDiary(name: "drawn", fixes: fixes, motions: motions, trips: trips)
    }

    /// An hour at home, a walk of half an hour, an hour in an office.
    static let morning: DiaryText = {
        var text = DiaryText()
        text.go(.stationary, seconds: 3600)
        text.go(.walking, metresPerSecond: 1.3, seconds: 1800, trip: true)
        text.go(.stationary, seconds: 3600)
        return text
    }()
}
