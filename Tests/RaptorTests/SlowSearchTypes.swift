/// A run on the clock of a day, as a rider meets it.
struct SlowRun {
    /// Which run: `trip/number on day`, `added number on day`.
    let name: String
    let route: Int
    /// The number of its trip; nil for an added run.
    let trip: Int?
    let calls: [SlowCall]
    /// The run that the vehicle goes on as, riders seated.
    var continuesAs: Int?
}

/// A call of a run, with expected times.
struct SlowCall: Hashable {
    let stop: Int
    let arrival: Int
    let departure: Int
    /// Those who are out may get in; what is skipped or closed lets nobody in or out.
    let mayBoard: Bool
    let mayAlight: Bool
}

/// What is asked.
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

    /// A stated walk at the speed that is asked for: it grows but does not shrink.
    func walking(_ seconds: Int) -> Int {
        walkingPercent <= 100 ? seconds : (seconds * walkingPercent + 99) / 100
    }
}

/// How to change.
struct SlowChanges {
    /// What a rule for particular routes or trips says of a pair of stops.
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

        /// The more particular rule wins.
        var rank: Int {
            (fromTrip == nil ? 0 : 4) + (toTrip == nil ? 0 : 4) + (fromRoute == nil ? 0 : 1)
                + (toRoute == nil ? 0 : 1)
        }

        /// A rule that names a route or trip on one side needs a vehicle of it there.
        func matches(_ from: SlowRun?, _ to: SlowRun?) -> Bool {
            (fromRoute == nil || fromRoute == from?.route)
                && (toRoute == nil || toRoute == to?.route)
                && (fromTrip == nil || fromTrip == from?.trip)
                && (toTrip == nil || toTrip == to?.trip)
        }
    }

    /// For each stop the least time for a change; nil where changes are forbidden.
    var least: [Int?]
    /// For each stop where one may walk; nil seconds where only a rule may say how long it takes.
    var walks: [[(target: Int, seconds: Int?)]]
    var rules: [Rule] = []

    /// Seconds for a change between two vehicles at a stop; nil if there is none.
    func change(_ stop: Int, _ from: SlowRun, _ to: SlowRun) -> Int? {
        guard let rule = rule(stop, stop, from, to) else { return least[stop] }
        switch rule.type {
        case 1: return 0
        case 2: return rule.seconds
        case 3: return nil
        default: return least[stop]
        }
    }

    /// Seconds for a walk, `general` where no rule matches; nil if there is none.
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
