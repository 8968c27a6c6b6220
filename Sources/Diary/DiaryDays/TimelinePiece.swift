package import DiaryInference
package import TransitModel

/// A part of a diary: a stay, a trip or a gap.
package struct TimelinePiece: Hashable, Sendable {
    /// What the person did during the piece.
    package enum Content: Hashable, Sendable {
        case stay(TimelineStay)
        case trip(TimelineTrip)
        /// Nothing is known.
        case gap(GapReason)
    }

    /// Why nothing is known.
    package enum GapReason: String, Sendable {
        /// The phone recorded nothing.
        case silence
        /// The person deleted it.
        case deleted
    }

    /// Unix seconds.
    package var start: Int64
    /// Unix seconds, never before ``start``.
    package var end: Int64
    package var content: Content

    package init(start: Int64, end: Int64, _ content: Content) {
        self.start = start
        self.end = max(start, end)
        self.content = content
    }

    package var seconds: Int64 { end - start }

    /// The trip; nil if it is another piece.
    package var trip: TimelineTrip? {
        if case .trip(let trip) = content { trip } else { nil }
    }

    /// The stay; nil if it is another piece.
    package var stay: TimelineStay? {
        if case .stay(let stay) = content { stay } else { nil }
    }

    /// The share of this piece within a span, 0...1; a piece of zero length is inside or outside.
    func share(within span: ClosedRange<Int64>) -> Double {
        Self.share(start, end, within: span)
    }

    static func share(_ start: Int64, _ end: Int64, within span: ClosedRange<Int64>) -> Double {
        guard end > start else { return span.contains(start) ? 1 : 0 }
        let common = min(end, span.upperBound) - max(start, span.lowerBound)
        return Double(max(0, common)) / Double(end - start)
    }
}

/// A stay at one place.
package struct TimelineStay: Hashable, Sendable {
    /// The source of the stay's name.
    package enum Naming: String, Sendable {
        /// The person named this stay.
        case stay
        /// The person named the place, and so all stays there.
        case place
    }

    package let place: Coordinate
    /// Spans of Unix seconds, start and end, without records for a very long time.
    package var silences: [[Int64]] = []
    /// The person's name for it; nil if none.
    package var name: String?
    /// The source of the name; nil without a name.
    package var named: Naming?

    package init(at place: Coordinate) { self.place = place }
}

/// A trip between two stays.
package struct TimelineTrip: Hashable, Sendable {
    /// The legs in order of time, with waits between them.
    package var legs: [TimelineLeg]
    /// Whether the person joined it from several trips.
    package var isJoined = false
    /// Whether the person split it from another trip.
    package var isSplit = false

    package init(_ legs: [TimelineLeg]) { self.legs = legs }

    /// The total length of the legs, in metres.
    package var metres: Double { legs.reduce(0) { $0 + $1.metres } }
    /// The total duration of the legs, in seconds.
    package var seconds: Int64 { legs.reduce(0) { $0 + $1.end - $1.start } }
}

/// A part of a trip with one mode.
package struct TimelineLeg: Hashable, Sendable {
    /// A corner of the path.
    package struct Corner: Hashable, Sendable {
        /// Unix seconds.
        package let time: Int64
        package let place: Coordinate

        package init(time: Int64, place: Coordinate) {
            self.time = time
            self.place = place
        }
    }

    /// Unix seconds.
    package var start: Int64
    /// Unix seconds.
    package var end: Int64
    /// The mode, as corrected or inferred.
    package var mode: TravelMode
    /// The probability of the inferred mode, 0...1.
    package var probability: Double
    /// The length along ``corners``.
    package var metres: Double
    /// The simplified path; empty if it was not requested.
    package var corners: [Corner]
    /// Spans of Unix seconds, start and end, without records for some minutes.
    package var silences: [[Int64]] = []
    /// The candidate lines, the likeliest first.
    package var lines: [TimelineLine] = []
    /// The inferred mode if the person corrected or confirmed it; nil otherwise.
    package var inferredMode: TravelMode?
}

/// A candidate line with its names when it was found.
package struct TimelineLine: Hashable, Sendable {
    /// A boarding or alighting stop.
    package struct Stop: Hashable, Sendable {
        /// GTFS `stop_id`.
        package let id: String
        package let name: String

        package init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// The run that fits the times best.
    package struct Run: Hashable, Sendable {
        /// GTFS `trip_id`.
        package let trip: String
        package let day: ServiceDay
        /// The run's delay in seconds.
        package let delaySeconds: Int
        /// The departure at the boarding stop, in seconds of the service day.
        package let departure: Int
        /// The arrival at the alighting stop, in seconds of the service day.
        package let arrival: Int
        /// Whether its vehicle was observed at the person's position.
        package let isSeen: Bool
    }

    /// GTFS `route_id`.
    package let route: String
    /// The line's name for riders.
    package let name: String
    package let mode: TransitMode
    /// The line's colour, as in `#D8232A`.
    package let colour: String
    /// A colour with enough contrast to it.
    package let textColour: String
    /// The headsign; nil if unknown.
    package let headsign: String?
    /// The probability of this line, 0...1.
    package let probability: Double
    package let boarding: Stop
    package let alighting: Stop
    /// The matching run; nil if none was under way by the timetable.
    package let run: Run?

    package var travelMode: TravelMode { TravelMode(mode) }
}

#if !hasFeature(Embedded)
extension TimelinePiece: Codable {}
extension TimelinePiece.Content: Codable {}
extension TimelinePiece.GapReason: Codable {}
extension TimelineStay: Codable {}
extension TimelineStay.Naming: Codable {}
extension TimelineTrip: Codable {}
extension TimelineLeg: Codable {}
extension TimelineLeg.Corner: Codable {}
extension TimelineLine: Codable {}
extension TimelineLine.Stop: Codable {}
extension TimelineLine.Run: Codable {}
#endif
