internal import DiarySensing
private import TransitModel
#if !hasFeature(Embedded)
private import Foundation
#endif

/// The reports of the phone's activity recognition, looked up by time.
struct MotionTimeline {
    /// In Unix seconds, in order.
    private let times: [Double]
    private let words: [(activity: MotionActivity, weight: Double)]
    /// The maximum age of a report, and the age at which its weight has fallen to 1/e; in seconds.
    private static let maximumAge = 60.0
    private static let fading = 60.0

    init(_ motions: [MotionReport]) {
        let known = motions.filter { $0.activity != .unknown }.sorted { $0.start < $1.start }
        times = known.map { $0.start.timeIntervalSince1970 }
        words = known.map { ($0.activity, Self.weight($0.confidence)) }
    }

    /// Returns the last report up to a time plus `slack` that is not too old, and its weight,
    /// 0...1.
    func word(at time: Double, within slack: Double) -> (activity: MotionActivity, weight: Double)?
    {
        let index = firstIndex(after: time + slack) - 1
        guard index >= 0 else { return nil }
        let age = max(0, time - times[index])
        guard age <= Self.maximumAge else { return nil }
        return (words[index].activity, words[index].weight * exp(-age / Self.fading))
    }

    /// Returns the summed weights of the reports in a span, by activity.
    func weights(from start: Double, through end: Double) -> [MotionActivity: Double] {
        var sums: [MotionActivity: Double] = [:]
        var index = firstIndex(after: start.nextDown)
        while index < times.count, times[index] <= end {
            sums[words[index].activity, default: 0] += words[index].weight
            index += 1
        }
        return sums
    }

    private func firstIndex(after time: Double) -> Int {
        times.partitioningIndex { $0 > time }
    }

    private static func weight(_ confidence: MotionConfidence) -> Double {
        switch confidence {
        case .low: 0.33
        case .medium: 0.66
        case .high: 1
        }
    }
}
