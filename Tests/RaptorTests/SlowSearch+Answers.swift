extension SlowSearch {
    /// All answers with vehicles that no other answer and no walk beats, sorted.
    ///
    /// One beats another if it leaves as late, arrives as early and takes as few vehicles.
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

    /// For each number of vehicles that pays, the earliest arrival of those who leave from then on.
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

    /// For each number of vehicles that pays, the latest departure of those who arrive by then.
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
    /// Whether nobody would choose the other one.
    func beats(_ other: SlowSearch.Answer) -> Bool {
        departure >= other.departure && arrival <= other.arrival && rides <= other.rides
    }
}
