import Realtime
import Timetables

/// The predicted movement of a vehicle along its path in the next minutes, at constant speed
/// between knots.
struct ProjectedMotion: Sendable {
    /// A time and how far along the path the vehicle is then.
    struct Knot: Sendable {
        /// In seconds of the service day.
        let time: Double
        /// In metres along the path.
        let along: Double
    }

    /// The arrival at a call and the departure from it, in seconds of the service day.
    struct Leg: Sendable {
        let call: Int
        let arrival: Double
        let departure: Double
    }

    /// At least one knot; neither times nor distances decrease.
    private(set) var knots: [Knot]

    /// The usual number of knots, for which memory is reserved.
    private static let usualKnots = 16

    /// Creates the movement of a vehicle that was seen at `seen` seconds, with the given calls
    /// ahead; it is known until `end`.
    init(_ progress: VehicleProgress, seen: Double, legs: some Sequence<Leg>, until end: Double) {
        knots = []
        knots.reserveCapacity(Self.usualKnots)
        knots.append(Knot(time: seen, along: progress.alongMetres))
        let calls = progress.schedule.path.callDistances
        if let first = progress.nextCall, first > 0,
            progress.alongMetres <= calls[first - 1] + ScheduledProgress.stopZoneMetres
        {
            let leaves = max(seen, progress.schedule.departures[first - 1])
            knots.append(Knot(time: leaves, along: progress.alongMetres))
        }
        for leg in legs {
            let along = max(calls[leg.call], progress.alongMetres)
            knots.append(Knot(time: leg.arrival, along: along))
            if leg.departure > leg.arrival { knots.append(Knot(time: leg.departure, along: along)) }
            if leg.arrival > end { break }
        }
    }

    /// Returns how far along the path the vehicle is at a time, in metres.
    func distance(at time: Double) -> Double {
        guard let after = knots.firstIndex(where: { $0.time > time }) else {
            return knots[knots.count - 1].along
        }
        guard after > 0 else { return knots[0].along }
        let (from, to) = (knots[after - 1], knots[after])
        let share = to.time > from.time ? (time - from.time) / (to.time - from.time) : 1
        return from.along + (to.along - from.along) * share
    }

    /// Returns the movement limited to `limit` metres along the path.
    func limited(to limit: Double) -> ProjectedMotion {
        var way = self
        way.knots = knots.map { Knot(time: $0.time, along: min($0.along, limit)) }
        return way
    }

    // MARK: - Learning

    /// The seconds after a sighting for which it is learnt how much further or less far vehicles
    /// move.
    static let ages: [Double] = [10, 25, 45, 75, 105, 150]
    /// The maximum age of a sighting to learn from, in seconds.
    static let maximumAge = 180.0

    /// Returns the index of the closest of ``ages``; nil if the age is below 4 s or above
    /// ``maximumAge``.
    static func ageClass(_ age: Double) -> Int? {
        guard age >= 4, age <= maximumAge else { return nil }
        return ages.indices.min { abs(ages[$0] - age) < abs(ages[$1] - age) }
    }

    /// Returns the movement corrected by what was learnt, never backwards.
    ///
    /// `further` returns how many metres further vehicles are at one of ``ages``, by its row. No
    /// vehicle leaves the first stop before `earliest`.
    func corrected(
        notBefore earliest: Double, by further: (_ age: Int) -> Double
    ) -> ProjectedMotion {
        let start = knots[0]
        var way = self
        way.knots = []
        way.knots.reserveCapacity(knots.count + Self.ages.count + 1)
        way.knots.append(start)
        var along = start.along
        if earliest > start.time { way.knots.append(Knot(time: earliest, along: along)) }
        for (age, seconds) in Self.ages.enumerated() {
            let time = start.time + seconds
            guard time > earliest else { continue }
            along = max(along, distance(at: time) + further(age))
            way.knots.append(Knot(time: time, along: along))
        }
        let end = way.knots[way.knots.count - 1].time
        for knot in knots where knot.time > end {
            along = max(along, knot.along)
            way.knots.append(Knot(time: knot.time, along: along))
        }
        return way
    }
}
