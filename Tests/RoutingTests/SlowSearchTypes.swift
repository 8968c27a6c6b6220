/// A run in the time of a day, as riders see it.
struct SlowRun {
    /// The run's name: `trip/number on day`, `added number on day`.
    let name: String
    let route: Int
    /// The number of its trip; nil for an added run.
    let trip: Int?
    let calls: [SlowCall]
    /// The run as which the vehicle continues with its riders.
    var continuesAs: Int?
}

/// A call of a run, with expected times.
struct SlowCall: Hashable {
    let stop: Int
    let arrival: Int
    let departure: Int
    /// Whether boarding is allowed; false at skipped or closed stops, as is alighting.
    let mayBoard: Bool
    let mayAlight: Bool
}

/// A request of the slow search.
struct SlowRequest {
    struct Access: Hashable {
        let stop: Int
        let seconds: Int
    }

    struct Via: Hashable {
        let stops: Set<Int>
        let staySeconds: Int
    }

    var origins: [Access]
    var destinations: [Access]
    var vias: [Via] = []
    var maximumRides = 8
    var marginSeconds = 0
    var walkingPercent = 100

    /// Returns a stated walking time at the requested speed: it grows but does not shrink.
    func walking(_ seconds: Int) -> Int {
        walkingPercent <= 100 ? seconds : (seconds * walkingPercent + 99) / 100
    }
}

/// The transfers of the network.
struct SlowTransfers {
    /// A rule for particular routes or trips at a pair of stops.
    struct Rule: Hashable {
        let from: Int
        let to: Int
        var fromRoute: Int?
        var toRoute: Int?
        var fromTrip: Int?
        var toTrip: Int?
        /// transfer_type 0...3.
        let type: Int
        let seconds: Int

        /// The specificity; the more specific rule is used.
        var rank: Int {
            (fromTrip == nil ? 0 : 4) + (toTrip == nil ? 0 : 4) + (fromRoute == nil ? 0 : 1)
                + (toRoute == nil ? 0 : 1)
        }

        /// Returns whether the rule applies: one that names a route or trip on one side needs a
        /// ride of it there.
        func matches(_ from: SlowRun?, _ to: SlowRun?) -> Bool {
            (fromRoute == nil || fromRoute == from?.route)
                && (toRoute == nil || toRoute == to?.route)
                && (fromTrip == nil || fromTrip == from?.trip)
                && (toTrip == nil || toTrip == to?.trip)
        }
    }

    /// The minimum transfer time at each stop; nil where transfers are forbidden.
    var least: [Int?]
    /// The walks from each stop; nil seconds where only a rule may state a time.
    var walks: [[(target: Int, seconds: Int?)]]
    var rules: [Rule] = []

    /// Returns the seconds for a transfer between two runs at a stop; nil if it is forbidden.
    func transfer(_ stop: Int, _ from: SlowRun, _ to: SlowRun) -> Int? {
        guard let rule = rule(stop, stop, from, to) else { return least[stop] }
        switch rule.type {
        case 1: return 0
        case 2: return rule.seconds
        case 3: return nil
        default: return least[stop]
        }
    }

    /// Returns the seconds for a walk, `general` where no rule matches; nil if it is forbidden.
    func walk(_ start: Int, _ end: Int, _ from: SlowRun?, _ to: SlowRun?, _ general: Int?) -> Int? {
        guard let rule = rule(start, end, from, to) else { return general }
        switch rule.type {
        case 2: return rule.seconds
        case 3: return nil
        default: return general
        }
    }

    private func rule(_ start: Int, _ end: Int, _ from: SlowRun?, _ to: SlowRun?) -> Rule? {
        guard !rules.isEmpty else { return nil }
        var found: Rule?
        for rule in rules where rule.from == start && rule.to == end && rule.matches(from, to) {
            if found.map({ $0.rank < rule.rank }) ?? true { found = rule }
        }
        return found
    }
}
