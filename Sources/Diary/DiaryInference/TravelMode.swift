/// How somebody travelled on a leg.
package enum TravelMode: String, CaseIterable, Sendable {
    case walk, run, bike, car, bus, tram, rail, subway, ferry
}

/// What was inferred from a phone's record: where somebody stayed, and how they travelled in
/// between.
package struct InferredDiary: Equatable, Sendable {
    /// The stays in order of time, without overlaps.
    package var stays: [DiaryStay] = []
    /// The trips between stays in order of time, without overlaps.
    package var trips: [DiaryTrip] = []

    package init() {}
}

/// A period spent at one place.
package struct DiaryStay: Equatable, Sendable {
    /// The arrival, Unix seconds.
    package var start: Double
    /// The departure, Unix seconds; the last fix if the record ends with the stay.
    package var end: Double
    /// The latitude of the place where they settled, in degrees.
    package var latitude: Double
    /// The longitude of the place where they settled, in degrees.
    package var longitude: Double
}

/// A journey between two stays.
package struct DiaryTrip: Equatable, Sendable {
    /// The departure, Unix seconds; earlier than the first fix if the phone woke late.
    package var start: Double
    /// The arrival, Unix seconds.
    package var end: Double
    /// The legs in order of time; gaps between them are waits.
    package var legs: [DiaryLeg]
}

/// A part of a trip with one mode.
package struct DiaryLeg: Equatable, Sendable {
    /// In Unix seconds.
    package var start: Double
    /// In Unix seconds.
    package var end: Double
    package var mode: TravelMode
    /// The calibrated probability of the mode, 0...1.
    package var probability: Double
    /// The lines of the network that it may have been, the likeliest first, at most three.
    package var lines: [LineMatch] = []
}

#if !hasFeature(Embedded)
extension TravelMode: Codable {}
#endif
