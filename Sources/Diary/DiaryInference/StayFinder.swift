/// Finds where somebody stayed: growing clusters of fixes, and silences without movement.
///
/// After Hariharan and Toyama's stay points, with two additions that matter for phones that sleep:
/// a silence counts as a stay if the distance between its ends corresponds to less than 0.35 m/s,
/// and one or two outliers do not end a stay.
struct StayFinder {
    /// A span at one place, with the indices of its first and last fix.
    struct Span {
        var start: Double
        var end: Double
        let latitude: Double
        let longitude: Double
        let firstFix: Int
        var lastFix: Int
        /// Whether the first fix begins a cluster, so that the rest can be found without earlier
        /// fixes.
        let beginsCluster: Bool

        var seconds: Double { end - start }
    }

    /// The radius of a stay in metres, and the share of a fix's accuracy (at most 50 m) that widens
    /// it.
    static let radius = 100.0
    static let accuracyShare = 0.5
    static let accuracyLimit = 50.0
    /// The maximum number of consecutive fixes outside.
    static let outliers = 2
    /// The centre is a moving average over about this many fixes.
    static let memory = 60.0
    /// The minimum duration of a cluster and of a silence, in seconds.
    static let minimumClusterSeconds = 300.0
    static let minimumSilenceSeconds = 300.0
    /// The maximum average speed across a silence that counts as a stay, in metres per second.
    static let silentSpeed = 0.35
    /// The speed at which people walk away, in metres per second.
    static let walkingSpeed = 1.25
    /// Two spans closer together than this are joined, in seconds and metres.
    static let joinSeconds = 240.0
    static let joinMetres = 150.0
    /// The minimum duration of a stay, in seconds; shorter if the record begins or ends with it.
    static let minimumStaySeconds = 900.0
    static let minimumFirstStaySeconds = 300.0
    static let minimumLastStaySeconds = 120.0

    let track: Track

    /// Returns the stays in order of time.
    func stays() -> [Span] {
        joined((clusters() + silences()).sorted { ($0.start, $0.end) < ($1.start, $1.end) })
            .filter(isLongEnough)
    }

    private func isLongEnough(_ span: Span) -> Bool {
        span.seconds >= Self.minimumStaySeconds
            || (span.end >= track.last - 1 && span.seconds >= Self.minimumLastStaySeconds)
            || (span.start <= track.first + 1 && span.seconds >= Self.minimumFirstStaySeconds)
    }

    private func clusters() -> [Span] {
        var spans: [Span] = []
        var index = 0
        while index < track.count {
            let span = cluster(from: index)
            let isLast =
                span.lastFix == track.count - 1 && span.seconds >= Self.minimumLastStaySeconds
            if span.seconds >= Self.minimumClusterSeconds || isLast {
                spans.append(span)
                index = span.lastFix + 1
            } else {
                index += 1
            }
        }
        return spans
    }

    /// Returns the fixes from one on that stay near their moving centre.
    private func cluster(from first: Int) -> Span {
        var latitude = track.latitudes[first]
        var longitude = track.longitudes[first]
        var weight = 1.0
        var outside = 0
        var last = first
        var next = first + 1
        while next < track.count {
            let reach =
                Self.radius
                + min(Self.accuracyLimit, Self.accuracyShare * Double(track.accuracies[next]))
            let place = (track.latitudes[next], track.longitudes[next])
            // Most fixes are well within reach, which this check finds without a cosine.
            if Track.mostMetres(latitude, longitude, place.0, place.1) <= reach
                || Track.metres(latitude, longitude, place.0, place.1) <= reach
            {
                weight = min(weight + 1, Self.memory)
                latitude += (place.0 - latitude) / weight
                longitude += (place.1 - longitude) / weight
                last = next
                outside = 0
            } else {
                outside += 1
                if outside > Self.outliers { break }
            }
            next += 1
        }
        return Span(
            start: track.times[first], end: track.times[last], latitude: latitude,
            longitude: longitude, firstFix: first, lastFix: last, beginsCluster: true)
    }

    private func silences() -> [Span] {
        guard track.count > 1 else { return [] }
        return (0..<track.count - 1).compactMap { index in
            let seconds = track.times[index + 1] - track.times[index]
            guard seconds >= Self.minimumSilenceSeconds else { return nil }
            let metres = track.metres(index, index + 1)
            guard metres / seconds < Self.silentSpeed else { return nil }
            let end = track.times[index + 1] - metres / Self.walkingSpeed
            return Span(
                start: track.times[index], end: max(track.times[index] + 1, end),
                latitude: track.latitudes[index], longitude: track.longitudes[index],
                firstFix: index, lastFix: index, beginsCluster: false)
        }
    }

    /// Joins spans at one place.
    ///
    /// If two places overlap, the later span begins when the first one ends.
    private func joined(_ spans: [Span]) -> [Span] {
        var result: [Span] = []
        for var span in spans {
            if let last = result.last {
                let apart = Track.metres(
                    last.latitude, last.longitude, span.latitude, span.longitude)
                if span.start - last.end <= Self.joinSeconds, apart <= Self.joinMetres {
                    result[result.count - 1].end = max(last.end, span.end)
                    result[result.count - 1].lastFix = max(last.lastFix, span.lastFix)
                    continue
                }
                if span.start < last.end {
                    span.start = last.end
                    if span.end <= span.start { continue }
                }
            }
            result.append(span)
        }
        return result
    }
}
