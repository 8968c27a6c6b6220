/// How far predictions were off, by how far ahead they were made: for the whole network and each route.
///
/// It chooses how much of what was learnt is added to timetable and delay (none of it is one of the
/// choices, so a route where history misleads falls back by itself), and how wide and how lopsided the
/// remaining error is.
package struct ArrivalErrors: Sendable, Equatable {
    /// What a predicted arrival is made of, in seconds.
    package struct Parts: Sendable, Equatable {
        /// Seconds ahead by timetable and delay alone.
        package var plain: Double
        /// By how much the hops ahead usually take longer.
        package var history: Double
        /// By how much an early vehicle will slow down.
        package var catchUp: Double
        /// Describes a prediction.
        package init(plain: Double, history: Double, catchUp: Double) {
            self.plain = plain
            self.history = history
            self.catchUp = catchUp
        }

        func seconds(_ blend: Int) -> Double {
            let (share, slowing) = ArrivalErrors.blends[blend]
            return max(0, plain + share * history + slowing * catchUp)
        }
    }

    /// The choices: shares of history and of catching up.
    static let blends: [(Double, Double)] = [0, 0.5, 0.8, 1, 1.2].flatMap { share in
        [0, 0.5, 1].map { (share, $0) }
    }
    /// The choice before anything was measured: all of history, half of catching up.
    static let defaultBlend = 10
    /// Seconds ahead at which a bucket ends; the last has no end.
    static let bucketEnds: [Double] = [180, 360, 600, 900, 1500]
    static let bucketsOfALap = 6
    /// Those of the lap a vehicle is on, or of its run, and behind them those of a loop's next lap.
    static let bucketCount = 2 * bucketsOfALap
    /// Width of a bin of the residuals, in seconds.
    private static let binSeconds = 10.0
    /// Bins on each side of zero.
    private static let binsPerSide = 60
    /// Observations beyond this many fade.
    private static let memory: Float = 20_000

    /// What was measured in one bucket.
    package struct Tally: Sendable, Equatable {
        /// How many predictions count.
        package var weight: Float = 0
        /// Sums of absolute errors by blend.
        package var absolute = [Float](repeating: 0, count: ArrivalErrors.blends.count)
        /// How often the chosen prediction was off by so much, earliest first.
        package var residuals = [Float](repeating: 0, count: 2 * ArrivalErrors.binsPerSide + 1)

        mutating func take(_ parts: Parts, actual: Double, chosen: Int) {
            weight += 1
            for blend in absolute.indices {
                absolute[blend] += Float(min(900, abs(actual - parts.seconds(blend))))
            }
            residuals[ArrivalErrors.bin(actual - parts.seconds(chosen))] += 1
            guard weight > ArrivalErrors.memory else { return }
            weight /= 2
            for blend in absolute.indices { absolute[blend] /= 2 }
            for bin in residuals.indices { residuals[bin] /= 2 }
        }
    }

    /// Names a bucket of a route, or of the network with route 0.
    package struct Key: Hashable, Sendable {
        /// The route's key, 0 for the whole network.
        package let route: UInt64
        /// Which bucket of seconds ahead.
        package let bucket: Int
        /// Names a bucket.
        package init(route: UInt64, bucket: Int) {
            self.route = route
            self.bucket = bucket
        }
    }

    /// More routes than this are not told apart.
    package static let maximumTallies = 60_000
    /// How many predictions of the network a route's own are weighed against.
    private static let pseudoObservations: Float = 300

    /// All measurements.
    package private(set) var tallies: [Key: Tally] = [:]

    /// Nothing was measured yet.
    package init() {}

    /// Restores what was saved.
    package init(tallies: [Key: Tally]) {
        self.tallies = tallies
    }

    /// Takes in what became of a prediction: it came `actual` seconds after it was made.
    ///
    /// `isNextLap` when the call was one of a loop's next lap as it was made.
    package mutating func take(
        _ parts: Parts, actual: Double, route: UInt64, isNextLap: Bool = false
    ) {
        let bucket = Self.bucket(parts.plain, isNextLap: isNextLap)
        let chosen = blend(route: route, bucket: bucket)
        for key in [Key(route: 0, bucket: bucket), Key(route: route, bucket: bucket)]
        where tallies[key] != nil || tallies.count < Self.maximumTallies {
            tallies[key, default: Tally()].take(parts, actual: actual, chosen: chosen)
        }
    }

    /// Takes in that a vehicle did not come at all: it counts among the latest.
    mutating func takeMiss(bucket: Int, route: UInt64) {
        for key in [Key(route: 0, bucket: bucket), Key(route: route, bucket: bucket)] {
            tallies[key]?.residuals[2 * Self.binsPerSide] += 1
        }
    }

    static func bucket(_ seconds: Double, isNextLap: Bool = false) -> Int {
        let bucket = bucketEnds.firstIndex { seconds < $0 } ?? bucketsOfALap - 1
        return isNextLap ? bucket + bucketsOfALap : bucket
    }

    private static func bin(_ residual: Double) -> Int {
        let side = Double(binsPerSide)
        return Int(max(-side, min(side, (residual / binSeconds).rounded())) + side)
    }

    /// The blend that was best so far, leaning on the network where the route was seen little.
    func blend(route: UInt64, bucket: Int) -> Int {
        guard let network = tallies[Key(route: 0, bucket: bucket)], network.weight > 0 else {
            return Self.defaultBlend
        }
        let own = tallies[Key(route: route, bucket: bucket)]
        let share = Self.pseudoObservations / network.weight
        // Until much was measured another blend must be clearly better than the default.
        let doubt = 1 + 0.5 * Self.pseudoObservations / (network.weight + Self.pseudoObservations)
        var best = (blend: Self.defaultBlend, error: Float.infinity)
        for blend in Self.blends.indices {
            var error = network.absolute[blend] * share + (own?.absolute[blend] ?? 0)
            if blend != Self.defaultBlend { error *= 0.01 + 0.99 * doubt }
            if error < best.error { best = (blend, error) }
        }
        return best.blend
    }

    // MARK: - What remains

    /// What is told with a prediction: worked out once for many.
    struct Outlook: Sendable {
        /// The blend that was best so far.
        let blend: Int
        /// See ``ArrivalErrors/quantiles(route:bucket:)``.
        let spread: (p10: Double, p50: Double, p90: Double)?
        /// See ``ArrivalErrors/safeMargin(route:bucket:)``.
        let margin: Double
        /// See ``ArrivalErrors/isTrusted(route:bucket:)``.
        let isTrusted: Bool
    }

    /// The outlook of a route's bucket; route 0 stands for routes that were never seen.
    func outlook(_ key: Key) -> Outlook {
        Outlook(
            blend: blend(route: key.route, bucket: key.bucket),
            spread: quantiles(route: key.route, bucket: key.bucket),
            margin: safeMargin(route: key.route, bucket: key.bucket),
            isTrusted: isTrusted(route: key.route, bucket: key.bucket))
    }

    /// The outlooks of the network by bucket, and those of each route: where a route was not seen, the network's.
    func outlooks() -> (network: [Outlook], routes: [UInt64: [Outlook]]) {
        let network = (0..<Self.bucketCount).map { outlook(Key(route: 0, bucket: $0)) }
        var routes: [UInt64: [Outlook]] = [:]
        for key in tallies.keys {
            routes[key.route, default: network][key.bucket] = outlook(key)
        }
        return (network, routes)
    }

    private func residuals(route: UInt64, bucket: Int) -> [Float]? {
        guard let network = tallies[Key(route: 0, bucket: bucket)], network.weight >= 30 else {
            return nil
        }
        let share = Self.pseudoObservations / network.weight
        guard let own = tallies[Key(route: route, bucket: bucket)] else {
            return network.residuals
        }
        return zip(network.residuals, own.residuals).map { $0 * share + $1 }
    }

    /// Seconds by which the true arrival is later than predicted, in ten, fifty and ninety percent of
    /// cases at most; nil until enough was measured.
    func quantiles(route: UInt64, bucket: Int) -> (p10: Double, p50: Double, p90: Double)? {
        guard let counts = residuals(route: route, bucket: bucket) else { return nil }
        let total = counts.reduce(0, +)
        func quantile(_ part: Float) -> Double {
            var sum: Float = 0
            for (bin, count) in counts.enumerated() {
                sum += count
                if sum >= part * total {
                    return Double(bin - Self.binsPerSide) * Self.binSeconds
                }
            }
            return 0
        }
        return (quantile(0.1), quantile(0.5), quantile(0.9))
    }

    /// How many predictions are taken for good before any was measured.
    private static let creditedPredictions: Float = 20
    /// Fewer good predictions than this are not worth telling, as a part of all.
    private static let leastGoodShare: Float = 0.55

    /// Whether vehicles mostly come about when they were predicted.
    ///
    /// That is within two minutes, or a quarter of the time ahead. What is not trusted is better not
    /// told to riders.
    func isTrusted(route: UInt64, bucket: Int) -> Bool {
        guard let own = tallies[Key(route: route, bucket: bucket)]?.residuals else { return true }
        let ends = [0] + Self.bucketEnds + [2400]
        let place = bucket % Self.bucketsOfALap
        let tolerance = max(120, (ends[place] + ends[place + 1]) / 8)
        let good = own[Self.bin(-tolerance)...Self.bin(tolerance)].reduce(0, +)
        let all = own.reduce(0, +)
        let credit = Self.creditedPredictions
        return good + 0.75 * credit >= Self.leastGoodShare * (all + credit)
    }

    /// How early and how late a vehicle may come to a rider who trusts in the time, by bucket: the
    /// bands of the Transit benchmark.
    private static let bands: [(early: Double, late: Double)] = [
        (-30, 90), (-60, 150), (-60, 210), (-90, 270), (-90, 270), (-90, 270),
    ]

    /// Seconds to take off the predicted arrival so that a rider most likely neither misses the vehicle
    /// nor waits long; 0 or more.
    func safeMargin(route: UInt64, bucket: Int) -> Double {
        let band = Self.bands[bucket % Self.bucketsOfALap]
        let middle = (band.early + band.late) / 2
        guard let counts = residuals(route: route, bucket: bucket) else { return middle }
        var best = (margin: middle, share: Float(-1))
        for step in stride(from: 0.0, through: 18, by: 1) {
            let margin = step * Self.binSeconds
            let low = Self.bin(band.early - margin)
            let high = Self.bin(band.late - margin)
            let share = counts[low...high].reduce(0, +)
            // Of equal shares the one nearer to the middle of the band is safer.
            if share > best.share
                || share == best.share && abs(margin - middle) < abs(best.margin - middle)
            {
                best = (margin, share)
            }
        }
        return best.margin
    }
}
