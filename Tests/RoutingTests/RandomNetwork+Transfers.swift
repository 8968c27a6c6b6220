import TransitModel

// The contents of transfers.txt.
extension RandomNetwork {
    mutating func addTransfers(_ random: inout SeededRandom) {
        if features.contains(.transferTimes) {
            for stop in stops.indices where Bool.random(using: &random) {
                stops[stop].transferSeconds = Int.random(in: 0...20, using: &random) * 30
            }
        }
        if features.contains(.walks) {
            var pairs = Set<[Int]>()
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let walk = Walk(
                    from: stop(&random), to: stop(&random),
                    seconds: Int.random(in: 0...40, using: &random) * 30)
                guard walk.from != walk.to, pairs.insert([walk.from, walk.to]).inserted else {
                    continue
                }
                walks.append(walk)
                if Int.random(in: 0..<4, using: &random) > 0,
                    pairs.insert([walk.to, walk.from]).inserted
                {
                    walks.append(Walk(from: walk.to, to: walk.from, seconds: walk.seconds))
                }
            }
        }
        if features.contains(.forbidden) {
            for stop in stops.indices where Int.random(in: 0..<3, using: &random) == 0 {
                stops[stop].isTransferForbidden = true
            }
            forbiddenWalks = walks.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
        }
        if features.contains(.rules) { addRules(&random) }
        if features.contains(.inSeat) { addContinuations(&random) }
    }

    private func stop(_ random: inout SeededRandom) -> Int {
        Int.random(in: 0..<stops.count, using: &random)
    }

    /// Of two rules for the same vehicles, one is always more specific: a pair of stops has at most
    /// one rule of each rank.
    private mutating func addRules(_ random: inout SeededRandom) {
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let location = stop(&random)
            var pair = (location, location)
            if Bool.random(using: &random) {
                pair = (location, stop(&random))
            } else if let walk = walks.randomElement(using: &random) {
                pair = (walk.from, walk.to)
            }
            // Where transfers are forbidden in general, a more specific rule must state a time.
            let needsTime =
                pair.0 == pair.1
                ? stops[location].isTransferForbidden
                : !walks.contains {
                    $0.from == pair.0 && $0.to == pair.1 && !forbiddenWalks.contains($0)
                }
            let type = needsTime ? 2 : [0, 1, 2, 2, 3].randomElement(using: &random) ?? 2
            var rule = SlowTransfers.Rule(
                from: pair.0, to: pair.1, type: type,
                seconds: Int.random(in: 0...30, using: &random) * 30)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: rule.fromRoute = Int.random(in: 0..<routes.count, using: &random)
            case 1: rule.toRoute = Int.random(in: 0..<routes.count, using: &random)
            case 2:
                rule.fromRoute = Int.random(in: 0..<routes.count, using: &random)
                rule.toRoute = Int.random(in: 0..<routes.count, using: &random)
            case 3: rule.fromTrip = Int.random(in: 0..<trips.count, using: &random)
            case 4: rule.toTrip = Int.random(in: 0..<trips.count, using: &random)
            default:
                rule.fromTrip = Int.random(in: 0..<trips.count, using: &random)
                rule.toTrip = Int.random(in: 0..<trips.count, using: &random)
            }
            if rules.contains(where: {
                $0.from == rule.from && $0.to == rule.to && $0.rank == rule.rank
            }) {
                continue
            }
            rules.append(rule)
        }
    }

    /// Adds trips that continue as later ones, each as one at most.
    private mutating func addContinuations(_ random: inout SeededRandom) {
        for from in trips.indices where trips[from].frequencies.isEmpty {
            guard let end = trips[from].calls.last else { continue }
            let next = trips.indices.filter { to in
                to != from && trips[to].frequencies.isEmpty
                    && trips[to].calls[0].departure > end.arrival
                    && !continuations.contains { $0.to == to }
            }
            if Bool.random(using: &random), let to = next.randomElement(using: &random) {
                continuations.append((from, to))
            }
        }
    }
}
