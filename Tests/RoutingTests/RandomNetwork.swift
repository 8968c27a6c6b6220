import TransitModel

/// A small network made from random choices: a feed for the importer, plain values for the slow
/// search.
///
/// Each feature is there or not at random, so that a failure with few of them can be found.
struct RandomNetwork {
    /// What a network may have beyond trips between stops.
    enum Feature: CaseIterable {
        case walks, transferTimes, forbidden, rules, inSeat, boardingRules, frequencies, calendars
        case access, vias, margins, speeds, filters, realtime, added, clock
    }

    struct Stop {
        var transferSeconds: Int?
        var isTransferForbidden = false
        /// wheelchair_boarding.
        var wheelchair = 0
    }

    struct Call {
        var stop: Int
        var arrival: Int
        var departure: Int
        var pickup = 0
        var dropOff = 0
    }

    struct Trip {
        var route: Int
        var service: Int
        /// Times as in stop_times.txt; runs at a headway have the same ones, shifted.
        var calls: [Call]
        var frequencies: [Frequency] = []
        /// wheelchair_accessible and bikes_allowed.
        var wheelchair = 0
        var bicycles = 0

        /// Departures of its runs from the first stop.
        var starts: [Int] {
            guard !frequencies.isEmpty else { return [calls[0].departure] }
            return Set(frequencies.flatMap { stride(from: $0.start, to: $0.end, by: $0.headway) })
                .sorted()
        }
    }

    struct Frequency {
        var start: Int
        var end: Int
        var headway: Int
        var isExact: Bool
    }

    struct Walk: Hashable {
        var from: Int
        var to: Int
        var seconds: Int
    }

    /// Real time: what is expected of one run on one day, nil calls if it is cancelled.
    struct Change {
        var trip: Int
        /// Among the runs of its trip.
        var run: Int
        var day: Int
        var calls: [ChangedCall]?
    }

    struct ChangedCall {
        var stop: Int?
        var arrival: Int
        var departure: Int
        var isSkipped: Bool
    }

    /// A run that no timetable knows.
    struct Added {
        var route: Int
        var day: Int
        var calls: [Call]
        /// The place in ``RandomNetwork/changes`` of the cancellation that it makes good.
        var replacements: Int?
    }

    let features: Set<Feature>
    var stops: [Stop] = []
    /// route_type of each route.
    var routes: [Int] = []
    /// The weekdays of each service, Monday first.
    var services: [[Bool]] = []
    var trips: [Trip] = []
    var walks: [Walk] = []
    var forbiddenWalks: [Walk] = []
    var rules: [SlowTransfers.Rule] = []
    /// Trips whose riders may stay seated into another trip.
    var continuations: [(from: Int, to: Int)] = []
    var changes: [Change] = []
    var added: [Added] = []
    /// The day that is searched.
    let day: ServiceDay

    /// Draws a network.
    init(_ random: inout SeededRandom, allowing allowed: Set<Feature> = Set(Feature.allCases)) {
        features = Set(
            Feature.allCases.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
        ).intersection(allowed)
        day = Self.days[Int.random(in: 0..<Self.days.count, using: &random)]
        let stopCount = Int.random(in: 2...9, using: &random)
        stops = Array(repeating: Stop(), count: stopCount)
        let types = [0, 1, 2, 3, 4]
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            routes.append(types[Int.random(in: 0..<types.count, using: &random)])
        }
        services = [Array(repeating: true, count: 7)]
        if features.contains(.calendars) {
            for _ in 0..<2 {
                services.append((0..<7).map { _ in Bool.random(using: &random) })
            }
        }
        for _ in 0..<Int.random(in: 1...16, using: &random) { addTrip(&random) }
        addTransfers(&random)
        if features.contains(.filters) { addFlags(&random) }
        if features.contains(.realtime) { addRealtime(&random) }
        if features.contains(.added) { addRuns(&random) }
    }

    /// Ordinary days, and those beside the changes of the clocks in Europe/Zurich.
    private static let days = [
        "20260504", "20260505", "20260510", "20260327", "20260328", "20260329", "20260330",
        "20261024", "20261025", "20261026",
    ].compactMap { ServiceDay($0) }

    private mutating func addTrip(_ random: inout SeededRandom) {
        // Some leave in a small part of the day, so that changes are often possible.
        var minute =
            Bool.random(using: &random)
            ? Int.random(in: 480...600, using: &random)
            : Int.random(in: 300...1500, using: &random)
        var calls: [Call] = []
        // Runs of the same line share their stops.
        let like = trips.isEmpty ? nil : trips.randomElement(using: &random)
        let repeats = Int.random(in: 0..<3, using: &random) == 0
        let count = repeats ? like?.calls.count ?? 2 : Int.random(in: 2...6, using: &random)
        for position in 0..<count {
            let stay = max(0, Int.random(in: -3...4, using: &random))
            let stop =
                repeats && like != nil
                ? like?.calls[position].stop ?? 0
                : Int.random(in: 0..<stops.count, using: &random)
            var call = Call(stop: stop, arrival: minute * 60, departure: (minute + stay) * 60)
            if features.contains(.boardingRules), Bool.random(using: &random) {
                call.pickup = Int.random(in: 0...3, using: &random)
                call.dropOff = Int.random(in: 0...3, using: &random)
            }
            calls.append(call)
            minute += stay + max(0, Int.random(in: -1...40, using: &random))
        }
        var trip = Trip(
            route: repeats ? like?.route ?? 0 : Int.random(in: 0..<routes.count, using: &random),
            service: Int.random(in: 0..<services.count, using: &random), calls: calls)
        if features.contains(.frequencies), Int.random(in: 0..<3, using: &random) == 0 {
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let start = Int.random(in: 18_000...80_000, using: &random) / 60 * 60
                let headway = Int.random(in: 5...90, using: &random) * 60
                let runs = Int.random(in: 1...3, using: &random)
                trip.frequencies.append(
                    Frequency(
                        start: start, end: start + headway * runs, headway: headway,
                        isExact: Bool.random(using: &random)))
            }
        }
        trips.append(trip)
    }

    private mutating func addFlags(_ random: inout SeededRandom) {
        for stop in stops.indices {
            stops[stop].wheelchair = [0, 0, 1, 2].randomElement(using: &random) ?? 0
        }
        for trip in trips.indices {
            trips[trip].wheelchair = Int.random(in: 0...2, using: &random)
            trips[trip].bicycles = Int.random(in: 0...2, using: &random)
        }
    }
}
