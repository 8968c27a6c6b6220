/// How somebody travelled on a leg.
package enum TravelMode: String, CaseIterable, Codable, Sendable {
    case walk, run, bike, car, bus, tram, rail, subway, ferry

    /// Whether an engine does the work.
    package var isMotorised: Bool {
        switch self {
        case .walk, .run, .bike: false
        case .car, .bus, .tram, .rail, .subway, .ferry: true
        }
    }
}

/// What is inferred from a phone's record: where somebody stayed, and how they travelled in between.
package struct InferredDiary: Equatable, Sendable {
    /// Where somebody stayed, in order of time; they do not overlap.
    package var stays: [DiaryStay] = []
    /// The travels between stays, in order of time; they do not overlap.
    package var trips: [DiaryTrip] = []

    /// Makes an empty diary.
    package init() {}
}

/// A time spent at one place.
package struct DiaryStay: Equatable, Sendable {
    /// Arrival, Unix seconds.
    package var start: Double
    /// Departure, Unix seconds; the last fix where the record ends with the stay.
    package var end: Double
    /// Degrees north, of the place settled at.
    package var latitude: Double
    /// Degrees east, of the place settled at.
    package var longitude: Double
}

/// A whole travel between two stays.
package struct DiaryTrip: Equatable, Sendable {
    /// Departure, Unix seconds, back-dated where the phone woke late.
    package var start: Double
    /// Arrival, Unix seconds.
    package var end: Double
    /// In order of time; between them somebody waited.
    package var legs: [DiaryLeg]
}

/// A part of a trip with one mode.
package struct DiaryLeg: Equatable, Sendable {
    /// Unix seconds.
    package var start: Double
    /// Unix seconds.
    package var end: Double
    /// The likeliest mode.
    package var mode: TravelMode
    /// How likely the mode is, 0...1: of many legs of this probability so many are right.
    package var probability: Double
    /// The lines of the network that it may have been, the likeliest first, three at most.
    package var lines: [LineMatch] = []
}
