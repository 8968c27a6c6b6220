package import DiaryInference
package import TransitModel

/// A part of a diary as it is shown: a stay, a trip, or time of which nothing is known.
package struct TimelinePiece: Codable, Hashable, Sendable {
    /// What somebody did.
    package enum Content: Codable, Hashable, Sendable {
        /// Stayed at a place.
        case stay(TimelineStay)
        /// Travelled.
        case trip(TimelineTrip)
        /// Nothing is known.
        case gap(GapReason)
    }

    /// Why nothing is known.
    package enum GapReason: String, Codable, Sendable {
        /// The phone told nothing.
        case silence
        /// The person deleted it.
        case deleted
    }

    /// Unix seconds.
    package var start: Int64
    /// Unix seconds, never before ``start``.
    package var end: Int64
    /// What somebody did.
    package var content: Content

    /// A piece from a moment to another.
    package init(start: Int64, end: Int64, _ content: Content) {
        self.start = start
        self.end = max(start, end)
        self.content = content
    }

    /// How long it lasts.
    package var seconds: Int64 { end - start }

    /// The trip; nil if it is none.
    package var trip: TimelineTrip? {
        if case .trip(let trip) = content { trip } else { nil }
    }

    /// The stay; nil if it is none.
    package var stay: TimelineStay? {
        if case .stay(let stay) = content { stay } else { nil }
    }

    /// The share of this piece that lies within a span, 0...1; a piece without length lies within
    /// or not.
    func share(within span: ClosedRange<Int64>) -> Double {
        Self.share(start, end, within: span)
    }

    static func share(_ start: Int64, _ end: Int64, within span: ClosedRange<Int64>) -> Double {
        guard end > start else { return span.contains(start) ? 1 : 0 }
        let common = min(end, span.upperBound) - max(start, span.lowerBound)
        return Double(max(0, common)) / Double(end - start)
    }
}

/// A time at one place.
package struct TimelineStay: Codable, Hashable, Sendable {
    /// Who gave the stay its name.
    package enum Naming: String, Codable, Sendable {
        /// The person named this stay.
        case stay
        /// The person named the place, and all stays at it.
        case place
    }

    /// Where it was.
    package let place: Coordinate
    /// Spans of Unix seconds, start and end, in which nothing came for very long.
    package var silences: [[Int64]] = []
    /// What the person calls it; nil if they have not named it.
    package var name: String?
    /// What they named; nil without a name.
    package var named: Naming?

    /// A stay at a place.
    package init(at place: Coordinate) { self.place = place }
}

/// A travel between two stays.
package struct TimelineTrip: Codable, Hashable, Sendable {
    /// In order of time; between them somebody waited.
    package var legs: [TimelineLeg]
    /// The person made it of several.
    package var isJoined = false
    /// The person cut it off another one.
    package var isSplit = false

    /// A trip of legs.
    package init(_ legs: [TimelineLeg]) { self.legs = legs }

    /// The legs' lengths.
    package var metres: Double { legs.reduce(0) { $0 + $1.metres } }
    /// The legs' times.
    package var seconds: Int64 { legs.reduce(0) { $0 + $1.end - $1.start } }
}

/// A part of a trip with one mode.
package struct TimelineLeg: Codable, Hashable, Sendable {
    /// A corner of the way.
    package struct Corner: Codable, Hashable, Sendable {
        /// Unix seconds.
        package let time: Int64
        /// Where.
        package let place: Coordinate

        /// A place at a time.
        package init(time: Int64, place: Coordinate) {
            self.time = time
            self.place = place
        }
    }

    /// Unix seconds.
    package var start: Int64
    /// Unix seconds.
    package var end: Int64
    /// How somebody travelled, as they say or as it seems.
    package var mode: TravelMode
    /// How likely the mode that was inferred is, 0...1.
    package var probability: Double
    /// Along ``corners``.
    package var metres: Double
    /// The way, simplified; empty where it was not asked for.
    package var corners: [Corner]
    /// Spans of Unix seconds, start and end, in which nothing came for some minutes.
    package var silences: [[Int64]] = []
    /// The lines that it may have been, the likeliest first.
    package var lines: [TimelineLine] = []
    /// What was inferred where the person says otherwise, or the same; nil where they said nothing.
    package var inferredMode: TravelMode?
}

/// A line that somebody may have ridden, by its names when it was found.
package struct TimelineLine: Codable, Hashable, Sendable {
    /// A stop and its name.
    package struct Stop: Codable, Hashable, Sendable {
        /// GTFS `stop_id`.
        package let id: String
        /// What it is called.
        package let name: String

        /// Names a stop.
        package init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// The run that fits best in time.
    package struct Run: Codable, Hashable, Sendable {
        /// GTFS `trip_id`.
        package let trip: String
        /// Its service day.
        package let day: ServiceDay
        /// How late it was.
        package let delaySeconds: Int
        /// Seconds after the start of the service day at which it leaves the boarding stop.
        package let departure: Int
        /// Seconds after the start of the service day at which it reaches the alighting stop.
        package let arrival: Int
        /// Its vehicle was seen where the person was.
        package let isSeen: Bool
    }

    /// GTFS `route_id`.
    package let route: String
    /// What riders call it.
    package let name: String
    /// What it runs with.
    package let mode: TransitMode
    /// As in `#D8232A`.
    package let colour: String
    /// What stands out from it.
    package let textColour: String
    /// What its vehicles show; nil if unknown.
    package let headsign: String?
    /// 0...1.
    package let probability: Double
    /// Where they got on.
    package let boarding: Stop
    /// Where they got off.
    package let alighting: Stop
    /// nil where none was on the road by the timetable.
    package let run: Run?

    /// How its riders travel.
    package var travelMode: TravelMode { TravelMode(mode) }
}
