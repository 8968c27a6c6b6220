extension SlowSearch {
    /// Returns the Pareto-optimal answers with rides that no walk dominates, sorted.
    ///
    /// One answer dominates another if it departs no earlier, arrives no later and needs no more
    /// rides.
    static func best(of all: [Answer], secondsOnFoot: Int?) -> [Answer] {
        let distinct = Set(all).filter {
            $0.arrival - $0.departure < secondsOnFoot ?? never
        }
        return distinct.filter { answer in
            !distinct.contains { $0 != answer && $0.beats(answer) }
        }.sorted {
            ($0.departure, $0.arrival, $0.rides) < ($1.departure, $1.arrival, $1.rides)
        }
    }

    /// Returns the earliest arrival for each Pareto-optimal number of rides, departing at or after
    /// a time.
    static func earliestArrivals(
        of all: [Answer], secondsOnFoot: Int?, departure: Int
    ) -> [(rides: Int, arrival: Int)] {
        var found: [(rides: Int, arrival: Int)] = []
        if let secondsOnFoot { found.append((0, departure + secondsOnFoot)) }
        let late = all.filter { $0.departure >= departure }
        for rides in Set(late.map(\.rides)).sorted() {
            let arrivals = late.lazy.filter { $0.rides == rides }.map(\.arrival)
            if let arrival = arrivals.min(), arrival < found.last?.arrival ?? never {
                found.append((rides, arrival))
            }
        }
        return found
    }

    /// Returns the latest departure for each Pareto-optimal number of rides, arriving at or before
    /// a time.
    static func latestDepartures(
        of all: [Answer], secondsOnFoot: Int?, arrival: Int
    ) -> [(rides: Int, departure: Int)] {
        var found: [(rides: Int, departure: Int)] = []
        if let secondsOnFoot { found.append((0, arrival - secondsOnFoot)) }
        let early = all.filter { $0.arrival <= arrival }
        for rides in Set(early.map(\.rides)).sorted() {
            let departures = early.lazy.filter { $0.rides == rides }.map(\.departure)
            if let departure = departures.max(), departure > found.last?.departure ?? -never {
                found.append((rides, departure))
            }
        }
        return found
    }
}

extension SlowSearch.Answer {
    /// Returns whether this answer dominates the other one.
    func beats(_ other: SlowSearch.Answer) -> Bool {
        departure >= other.departure && arrival <= other.arrival && rides <= other.rides
    }
}
