package import TransitModel

/// A day from midnight to midnight in a time zone.
package struct CivilDay: Hashable, Sendable {
    package let date: ServiceDay
    package let start: UnixTime
    /// The first moment after the day.
    package let end: UnixTime

    /// The day of a date; where midnight is skipped, it begins with the first existing moment.
    package init(_ date: ServiceDay, in zone: TransitTimeZone) {
        self.date = date
        start = Self.midnight(date, zone)
        end = Self.midnight(date.advanced(by: 1), zone)
    }

    /// The days from one date to another, inclusive, at most `limit` of them.
    package static func days(
        from first: ServiceDay, to last: ServiceDay, in zone: TransitTimeZone, limit: Int = 400
    ) -> [CivilDay] {
        let count = min(limit, max(0, first.distance(to: last) + 1))
        return (0..<count).map { CivilDay(first.advanced(by: $0), in: zone) }
    }

    private static func midnight(_ date: ServiceDay, _ zone: TransitTimeZone) -> UnixTime {
        let local = Int64(date.daysSince1970) * 86_400
        let offsets = [-86_400, 86_400].map {
            zone.offsetSeconds(at: UnixTime(seconds: local + Int64($0)))
        }
        for offset in offsets.sorted(by: >) {
            let time = UnixTime(seconds: local - Int64(offset))
            if zone.offsetSeconds(at: time) == offset { return time }
        }
        return UnixTime(seconds: local - Int64(offsets[0]))
    }
}

/// One device's diary of a day.
package struct TimelineDay: Sendable {
    package let day: CivilDay
    /// The name of the device.
    package let device: String
    /// The pieces in order of time; the first and the last may extend beyond the day.
    package let pieces: [TimelinePiece]

    package init(_ day: CivilDay, of timeline: Timeline, device: String) {
        self.day = day
        self.device = device
        pieces = timeline.pieces(from: day.start.seconds, to: day.end.seconds)
    }

    /// The trips that begin on the day, so that each belongs to one day.
    package var trips: [TimelineTrip] {
        pieces.filter { day.start.seconds <= $0.start && $0.start < day.end.seconds }
            .compactMap { $0.trip }
    }

    /// The total duration of its trips, in seconds.
    package var travelSeconds: Int64 { trips.reduce(0) { $0 + $1.seconds } }

    /// The number of recorded seconds of the day.
    package var knownSeconds: Int64 {
        pieces.reduce(0) { sum, piece in
            if case .gap = piece.content { return sum }
            return sum
                + max(
                    0, min(piece.end, day.end.seconds) - max(piece.start, day.start.seconds))
        }
    }

    /// Whether the day has only gaps.
    package var isEmpty: Bool { pieces.allSatisfy { $0.content == .gap(.silence) } }

    /// The day of the device that travelled most, then of the one with more recorded time; nil
    /// without devices.
    ///
    /// A second phone that stayed at home does not describe the day.
    package static func best(_ days: [TimelineDay]) -> TimelineDay? {
        days.max {
            ($0.travelSeconds, $0.knownSeconds, $1.device)
                < ($1.travelSeconds, $1.knownSeconds, $0.device)
        }
    }
}
