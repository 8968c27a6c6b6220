package import DiarySensing
package import TransitModel

/// What is inferred of a part of a record that begins where inference may begin, and where the next part may.
///
/// Windows in a row, each from the ``restart`` of the one before, give what the whole record gives: this is
/// ``DiaryStream`` for those who keep what is certain elsewhere.
package struct DiaryWindow: Sendable {
    /// Where the next window may begin.
    package struct Restart: Sendable, Equatable {
        /// The time of the first fix that it needs, Unix seconds.
        package let time: Double
        /// When the stay begins that it begins with, Unix seconds.
        package let stayStart: Double
        /// The row of that stay in the window's diary.
        let row: Int
    }

    /// A place on somebody's way.
    package struct PathPoint: Sendable, Equatable {
        /// Unix seconds.
        package let time: Double
        /// Where they were.
        package let place: Coordinate
    }

    /// Motions from so many seconds before a window's first fix belong to it.
    package static let heededSeconds = DiaryStream.heeded

    /// Everything in the window.
    package let diary: InferredDiary
    /// Where to go on from; nil if all of the window may still change.
    package let restart: Restart?
    private let track: Track

    /// Infers what fixes in order of time tell.
    ///
    /// `isContinued` says that they begin at a ``restart``.
    package init(
        _ fixes: [LocationFix], motions: [MotionReport], lines: LineMatcher?, isContinued: Bool
    ) {
        track = Track(fixes)
        let record = InferredRecord(
            track, MotionTimeline(motions), lines, isContinued: isContinued)
        diary = record.diary
        guard let found = record.restart, found.fix > 0 else {
            restart = nil
            return
        }
        restart = Restart(
            time: track.times[found.fix], stayStart: record.diary.stays[found.stay].start,
            row: found.stay)
    }

    /// What can no longer change: everything before the restart; nothing without one.
    package var certain: InferredDiary {
        var certain = InferredDiary()
        guard let restart else { return certain }
        certain.stays = Array(diary.stays[..<restart.row])
        certain.trips = Array(diary.trips.prefix { $0.end <= restart.stayStart })
        return certain
    }

    /// What may still change: everything from the restart on.
    package var open: InferredDiary {
        guard let restart else { return diary }
        var open = InferredDiary()
        open.stays = Array(diary.stays[restart.row...])
        open.trips = Array(diary.trips.drop { $0.end <= restart.stayStart })
        return open
    }

    /// The usable fixes of a span, with where somebody was at its two ends; none without a usable fix.
    package func path(from start: Double, to end: Double) -> [PathPoint] {
        guard !track.isEmpty, end > start else { return [] }
        var points = [point(at: start)]
        let first = track.index(atOrAfter: start.nextUp)
        let last = track.index(atOrAfter: end)
        for index in first..<max(first, last) {
            points.append(
                PathPoint(
                    time: track.times[index],
                    place: Coordinate(
                        latitude: track.latitudes[index], longitude: track.longitudes[index])))
        }
        points.append(point(at: end))
        return points
    }

    /// The spans between two usable fixes in a span that are as long as this or longer, in seconds.
    package func silences(
        from start: Double, to end: Double, asLongAs seconds: Double
    ) -> [(start: Double, end: Double)] {
        guard !track.isEmpty else { return [] }
        let first = max(1, track.index(atOrAfter: start))
        let last = min(track.count, track.index(atOrAfter: end) + 1)
        return (first..<max(first, last)).compactMap { index in
            let from = max(start, track.times[index - 1])
            let to = min(end, track.times[index])
            return to - from >= seconds ? (from, to) : nil
        }
    }

    private func point(at time: Double) -> PathPoint {
        let place = track.place(at: time)
        return PathPoint(
            time: time,
            place: Coordinate(latitude: place.latitude, longitude: place.longitude))
    }
}
