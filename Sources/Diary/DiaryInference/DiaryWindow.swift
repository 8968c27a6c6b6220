package import DiarySensing
package import TransitModel

/// The inference from a part of a record that begins at a restart, and the restart for the next
/// part.
///
/// Consecutive windows, each from the ``restart`` of the one before, produce the same as the whole
/// record.
package struct DiaryWindow: Sendable {
    /// The point from which the next window can begin.
    package struct Restart: Sendable, Equatable {
        /// The time of the first fix needed, Unix seconds.
        package let time: Double
        /// The arrival of the stay at which the next window begins, Unix seconds.
        package let stayStart: Double
        /// The row of that stay in this window's diary.
        let row: Int
    }

    /// A position on a path.
    package struct PathPoint: Sendable, Equatable {
        /// Unix seconds.
        package let time: Double
        /// The position at that time.
        package let place: Coordinate
    }

    /// Motion reports up to this many seconds before a window's first fix belong to it.
    package static let motionSeconds = 600.0

    /// The diary of the whole window.
    package let diary: InferredDiary
    /// Where the next window begins; nil if all of this window may still change.
    package let restart: Restart?
    private let track: Track

    /// Infers a diary from fixes in order of time.
    ///
    /// `isContinued` states that they begin at a ``restart``.
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

    /// What can no longer change: everything before the restart; empty without one.
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

    /// Returns the usable fixes of a span and the positions at its two ends; empty without a usable
    /// fix.
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

    /// Returns the gaps between usable fixes within a span that last at least `seconds`.
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
