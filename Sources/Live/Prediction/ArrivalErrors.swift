/// The errors of past predictions by how far ahead they were made, for the whole network and for
/// each route.
///
/// They determine how much of the learnt model is added to timetable and delay, and the width and
/// skew of the remaining error. Adding nothing is one of the options, so a route for which history
/// misleads falls back on its own.
package struct ArrivalErrors: Sendable, Equatable {
    /// The components of a predicted arrival, in seconds.
    package struct Parts: Sendable, Equatable {
        /// Seconds ahead by timetable and delay alone.
        package var plain: Double
        /// The seconds by which the hops ahead usually take longer.
        package var history: Double
        /// The seconds that an early vehicle will lose by slowing down.
        package var catchUp: Double
        package init(plain: Double, history: Double, catchUp: Double) {
            self.plain = plain
            self.history = history
            self.catchUp = catchUp
        }

        func seconds(_ blend: Int) -> Double { seconds(ArrivalErrors.blends[blend]) }

        func seconds(_ shares: (history: Double, catchUp: Double)) -> Double {
            max(0, plain + shares.history * history + shares.catchUp * catchUp)
        }
    }

    /// The options: shares of `history` and of `catchUp`.
    static let blends: [(Double, Double)] = [0, 0.5, 0.8, 1, 1.2].flatMap { share in
        [0, 0.5, 1].map { (share, $0) }
    }
    /// The option used before anything was measured: all of `history`, half of `catchUp`.
    static let defaultBlend = 10
    /// The upper ends of the buckets in seconds ahead; the last bucket has no end.
    static let bucketEnds: [Double] = [180, 360, 600, 900, 1500]
    static let bucketsOfALap = 6
    /// The buckets of the vehicle's current lap or run, followed by those of a loop's next lap.
    static let bucketCount = 2 * bucketsOfALap
    /// The width of a bin of the residuals, in seconds.
    private static let binSeconds = 10.0
    /// The number of bins on each side of zero.
    private static let binsPerSide = 60
    /// The number of observations above which old ones fade.
    private static let memory: Float = 20_000

    /// The measurements of one bucket.
    package struct Tally: Sendable, Equatable {
        /// The number of predictions.
        package var weight: Float = 0
        /// The sums of absolute errors by blend.
        package var absolute = [Float](repeating: 0, count: ArrivalErrors.blends.count)
        /// A histogram of the errors of the chosen prediction, earliest first.
        package var residuals = [Float](repeating: 0, count: 2 * ArrivalErrors.binsPerSide + 1)

        mutating func record(_ parts: Parts, actual: Double, chosen: Int) {
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

    /// A bucket of a route, or of the network if the route is 0.
    package struct Key: Hashable, Sendable {
        /// The route's key; 0 for the whole network.
        package let route: UInt64
        package let bucket: Int
        package init(route: UInt64, bucket: Int) {
            self.route = route
            self.bucket = bucket
        }
    }

    /// The maximum number of tallies; routes beyond it are not distinguished.
    package static let maximumTallies = 60_000
    /// The number of network predictions that a route's own measurements are weighed against.
    private static let pseudoObservations: Float = 300

    package private(set) var tallies: [Key: Tally] = [:]

    package init() {}

    package init(tallies: [Key: Tally]) {
        self.tallies = tallies
    }

    /// Records the outcome of a prediction: the vehicle came `actual` seconds after it was made.
    ///
    /// `isNextLap` is true if the call was on a loop's next lap when the prediction was made.
    package mutating func record(
        _ parts: Parts, actual: Double, route: UInt64, isNextLap: Bool = false
    ) {
        let bucket = Self.bucket(parts.plain, isNextLap: isNextLap)
        let chosen = blend(route: route, bucket: bucket)
        for key in [Key(route: 0, bucket: bucket), Key(route: route, bucket: bucket)]
        where tallies[key] != nil || tallies.count < Self.maximumTallies {
            tallies[key, default: Tally()].record(parts, actual: actual, chosen: chosen)
        }
    }

    /// Records that a vehicle did not come at all, which counts as the latest bin.
    mutating func recordMiss(bucket: Int, route: UInt64) {
        for key in [Key(route: 0, bucket: bucket), Key(route: route, bucket: bucket)] {
            tallies[key]?.residuals[2 * Self.binsPerSide] += 1
        }
    }

    static func bucket(_ seconds: Double, isNextLap: Bool = false) -> Int {
        let bucket = bucketEnds.reduce(0) { seconds < $1 ? $0 : $0 + 1 }
        return isNextLap ? bucket + bucketsOfALap : bucket
    }

    private static func bin(_ residual: Double) -> Int {
        let side = Double(binsPerSide)
        return Int(max(-side, min(side, (residual / binSeconds).rounded())) + side)
    }

    /// Returns the blend with the smallest error so far, relying on the network for rarely seen
    /// routes.
    func blend(route: UInt64, bucket: Int) -> Int {
        guard let network = tallies[Key(route: 0, bucket: bucket)], network.weight > 0 else {
            return Self.defaultBlend
        }
        let own = tallies[Key(route: route, bucket: bucket)]
        let share = Self.pseudoObservations / network.weight
        // While little has been measured, another blend must be clearly better than the default.
        let doubt = 1 + 0.5 * Self.pseudoObservations / (network.weight + Self.pseudoObservations)
        var best = (blend: Self.defaultBlend, error: Float.infinity)
        for blend in Self.blends.indices {
            var error = network.absolute[blend] * share + (own?.absolute[blend] ?? 0)
            if blend != Self.defaultBlend { error *= 0.01 + 0.99 * doubt }
            if error < best.error { best = (blend, error) }
        }
        return best.blend
    }

    // MARK: - Residuals

    /// What accompanies the predictions of a bucket, computed once for many.
    struct Outlook: Sendable {
        /// The blend with the smallest error so far.
        let shares: (history: Double, catchUp: Double)
        /// See ``ArrivalErrors/quantiles(route:bucket:)``.
        let spread: (p10: Double, p50: Double, p90: Double)?
        /// See ``ArrivalErrors/safeMargin(route:bucket:)``.
        let margin: Double
        /// See ``ArrivalErrors/isTrusted(route:bucket:)``.
        let isTrusted: Bool
    }

    /// Returns the outlook of a route's bucket; route 0 is for routes never seen.
    func outlook(_ key: Key) -> Outlook {
        Outlook(
            shares: Self.blends[blend(route: key.route, bucket: key.bucket)],
            spread: quantiles(route: key.route, bucket: key.bucket),
            margin: safeMargin(route: key.route, bucket: key.bucket),
            isTrusted: isTrusted(route: key.route, bucket: key.bucket))
    }

    /// Returns the outlooks of the network by bucket, and those of each route, with the network's
    /// for buckets without measurements.
    func outlooks() -> (network: [Outlook], routes: [TravelProfile.CellKey: [Outlook]]) {
        let network = (0..<Self.bucketCount).map { outlook(Key(route: 0, bucket: $0)) }
        var routes: [TravelProfile.CellKey: [Outlook]] = [:]
        for key in tallies.keys {
            let route = TravelProfile.CellKey(key.route)
            routes[route, default: network][key.bucket] = outlook(key)
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

    /// Returns the 10th, 50th and 90th percentile of the seconds by which vehicles are later than
    /// predicted; nil until enough was measured.
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

    /// The number of predictions credited as good before any was measured.
    private static let creditedPredictions: Float = 20
    /// The minimum share of good predictions at which predictions are shown.
    private static let minimumGoodShare: Float = 0.55

    /// Returns whether vehicles mostly come about when predicted.
    ///
    /// About means within two minutes, or a quarter of the time ahead if that is more. Predictions
    /// that are not trusted are better not shown to riders.
    func isTrusted(route: UInt64, bucket: Int) -> Bool {
        guard let own = tallies[Key(route: route, bucket: bucket)]?.residuals else { return true }
        let ends = [0] + Self.bucketEnds + [2400]
        let place = bucket % Self.bucketsOfALap
        let tolerance = max(120, (ends[place] + ends[place + 1]) / 8)
        let good = own[Self.bin(-tolerance)...Self.bin(tolerance)].reduce(0, +)
        let all = own.reduce(0, +)
        let credit = Self.creditedPredictions
        return good + 0.75 * credit >= Self.minimumGoodShare * (all + credit)
    }

    /// How early (negative) and late a vehicle may be, in seconds, for a prediction to be useful to
    /// riders, by bucket: the bands of the Transit benchmark.
    private static let bands: [(early: Double, late: Double)] = [
        (-30, 90), (-60, 150), (-60, 210), (-90, 270), (-90, 270), (-90, 270),
    ]

    /// Returns the seconds to subtract from the predicted arrival, 0 or more, so that a rider most
    /// likely neither misses the vehicle nor waits long.
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
            // Of equal shares, the margin closer to the middle of the band is safer.
            if share > best.share
                || share == best.share && abs(margin - middle) < abs(best.margin - middle)
            {
                best = (margin, share)
            }
        }
        return best.margin
    }
}
