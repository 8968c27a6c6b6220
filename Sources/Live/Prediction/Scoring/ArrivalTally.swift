/// The quality of arrival predictions: the counts behind two common measures.
///
/// Bands and buckets are those of the Transit benchmark, by the actual time ahead, and of the MBTA,
/// by the predicted time ahead.
package struct ArrivalTally: Sendable, Equatable, Codable {
    /// A span of seconds ahead and the errors that are acceptable there; positive if later than
    /// predicted.
    private struct Band {
        let ahead: Range<Double>
        let good: ClosedRange<Double>
    }

    private static let transit = [
        Band(ahead: 0..<180, good: -30...90), Band(ahead: 180..<360, good: -60...150),
        Band(ahead: 360..<600, good: -60...210), Band(ahead: 600..<900, good: -90...270),
    ]
    private static let mbta = [
        Band(ahead: 0..<180, good: -60...60), Band(ahead: 180..<360, good: -90...120),
        Band(ahead: 360..<720, good: -150...210), Band(ahead: 720..<1800, good: -240...360),
    ]
    /// Arrivals further ahead do not count for the mean error, in seconds.
    private static let nearSeconds = 900.0

    /// The number of evaluated predictions.
    package private(set) var count = 0
    private var near = 0
    private var nearAbsolute = 0.0
    private var transitCounts = [Int](repeating: 0, count: 4)
    private var transitGood = [Int](repeating: 0, count: 4)
    private var mbtaCounts = [Int](repeating: 0, count: 4)
    private var mbtaGood = [Int](repeating: 0, count: 4)

    package init() {}

    /// Evaluates a prediction of `predicted` seconds for something that took `actual` seconds.
    package mutating func add(predicted: Double, actual: Double) {
        let predicted = max(0, predicted)
        let error = actual - predicted
        count += 1
        if actual < Self.nearSeconds {
            near += 1
            nearAbsolute += abs(error)
        }
        if let band = Self.transit.firstIndex(where: { $0.ahead.contains(actual) }) {
            transitCounts[band] += 1
            if Self.transit[band].good.contains(error) { transitGood[band] += 1 }
        }
        if let band = Self.mbta.firstIndex(where: { $0.ahead.contains(predicted) }) {
            mbtaCounts[band] += 1
            if Self.mbta[band].good.contains(error) { mbtaGood[band] += 1 }
        }
    }

    /// Adds the counts of another tally.
    package mutating func add(_ other: ArrivalTally) {
        count += other.count
        near += other.near
        nearAbsolute += other.nearAbsolute
        for band in 0..<4 {
            transitCounts[band] += other.transitCounts[band]
            transitGood[band] += other.transitGood[band]
            mbtaCounts[band] += other.mbtaCounts[band]
            mbtaGood[band] += other.mbtaGood[band]
        }
    }

    /// Whether the numbers are possible, which must be checked for those read from a file.
    package var isSound: Bool {
        let lists = [transitCounts, transitGood, mbtaCounts, mbtaGood]
        return lists.allSatisfy { $0.count == 4 && $0.allSatisfy { $0 >= 0 } } && count >= 0
            && near >= 0 && nearAbsolute.isFinite && nearAbsolute >= 0
    }

    /// The mean absolute error of arrivals within 15 minutes, in seconds; nil without any.
    package var meanErrorSeconds: Double? { near > 0 ? nearAbsolute / Double(near) : nil }

    /// The Transit benchmark's score, 0 to 1: the mean over its bands that have predictions; nil
    /// without any.
    package var transitShare: Double? { Self.share(transitGood, transitCounts) }

    /// The MBTA's score, computed in the same way.
    package var mbtaShare: Double? { Self.share(mbtaGood, mbtaCounts) }

    private static func share(_ good: [Int], _ counts: [Int]) -> Double? {
        let shares = zip(good, counts).filter { $1 > 0 }.map { Double($0) / Double($1) }
        return shares.isEmpty ? nil : shares.reduce(0, +) / Double(shares.count)
    }
}
