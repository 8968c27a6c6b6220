/// Tightens stays to the actual arrival and departure.
///
/// A cluster begins while its owner still walks the last hundred metres and ends as they walk away,
/// and a phone that slept reports late. The arrival is after the last fix outside a small circle
/// around the place where they settled. The departure is at the first fix outside, minus the walk
/// to it.
struct StayEdges {
    /// The radius of the circle in metres, and the share of a fix's accuracy (at most 50 m) that
    /// widens it.
    static let settleRadius = 45.0
    static let accuracyShare = 0.5
    /// Somebody who has not settled after this many seconds moves about.
    static let maximumSettlingSeconds = 600.0
    /// The place of departure is the median of the fixes of the last `lastSeconds`, without those
    /// of the last `leavingSeconds`.
    static let lastSeconds = 900.0
    static let leavingSeconds = 240.0

    let track: Track

    /// Returns the stay within a span.
    func stay(_ span: StayFinder.Span) -> DiaryStay {
        var first = track.index(atOrAfter: span.start)
        var last = track.index(atOrAfter: span.end.nextUp) - 1
        if first > last { (first, last) = (span.firstFix, span.lastFix) }
        let settled = median(first + min(last - first, (last - first + 1) / 4), last)
        return DiaryStay(
            start: arrival(first, last, at: settled), end: departure(first, last),
            latitude: settled.latitude, longitude: settled.longitude)
    }

    private func arrival(
        _ first: Int, _ last: Int, at place: (latitude: Double, longitude: Double)
    ) -> Double {
        let limit = track.times[first] + Self.maximumSettlingSeconds
        var head = first
        while head < last, track.times[head + 1] <= limit { head += 1 }
        var outside = 0
        for index in stride(from: head, through: first, by: -1) {
            let slack = Self.accuracyShare * min(StayFinder.accuracyLimit, accuracy(index))
            if metres(index, from: place) > Self.settleRadius + slack {
                outside += 1
                if outside >= 2 { return track.times[min(index + 2, head)] }
            } else {
                outside = 0
            }
        }
        return track.times[first]
    }

    private func departure(_ first: Int, _ last: Int) -> Double {
        let end = track.times[last]
        // Use the position some time before, excluding the walk away, if it was observed without a
        // gap.
        let from = max(first, track.index(atOrAfter: end - Self.lastSeconds))
        let until = track.index(atOrAfter: end - Self.leavingSeconds) - 1
        if until - from >= 2, isSeen(until, through: last + 1) {
            let place = median(from, until)
            if let inside = lastInside(until, last, of: place) {
                return leaving(inside, from: place)
            }
        }
        let place = last - first >= 2 ? median(max(first, last - 9), last) : place(last)
        return leaving(lastInside(first, last, of: place) ?? last, from: place)
    }

    /// Returns whether there is no long gap from one fix through another.
    private func isSeen(_ from: Int, through last: Int) -> Bool {
        guard last < track.count else { return false }
        return (from..<last).allSatisfy {
            track.times[$0 + 1] - track.times[$0] <= Self.leavingSeconds
        }
    }

    private func lastInside(
        _ first: Int, _ last: Int, of place: (latitude: Double, longitude: Double)
    ) -> Int? {
        stride(from: last, through: first, by: -1)
            .first { metres($0, from: place) <= Self.settleRadius }
    }

    /// Returns when somebody left who was last seen at a place: the time of the next fix, minus the
    /// walk to it.
    private func leaving(
        _ inside: Int, from place: (latitude: Double, longitude: Double)
    ) -> Double {
        guard inside + 1 < track.count else { return track.times[inside] }
        let walk = metres(inside + 1, from: place) / StayFinder.walkingSpeed
        return max(track.times[inside], track.times[inside + 1] - walk)
    }

    private func accuracy(_ index: Int) -> Double { Double(track.accuracies[index]) }

    private func place(_ index: Int) -> (latitude: Double, longitude: Double) {
        (track.latitudes[index], track.longitudes[index])
    }

    private func metres(
        _ index: Int, from place: (latitude: Double, longitude: Double)
    ) -> Double {
        Track.metres(
            place.latitude, place.longitude, track.latitudes[index], track.longitudes[index])
    }

    /// Returns the median position of fixes, for each axis separately; from at most a thousand of
    /// them, evenly spread.
    private func median(_ first: Int, _ last: Int) -> (latitude: Double, longitude: Double) {
        let sample = stride(from: first, through: last, by: 1 + (last - first) / 1000)
        return (
            Quantile.of(sample.map { track.latitudes[$0] }, 0.5),
            Quantile.of(sample.map { track.longitudes[$0] }, 0.5)
        )
    }
}
