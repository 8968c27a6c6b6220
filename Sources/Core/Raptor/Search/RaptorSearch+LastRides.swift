import TransitModel

/// A call from which the destination is reached without another ride.
struct LastRide: BitwiseCopyable {
    let route: UInt32
    let position: UInt16
    /// The walk from there, in seconds.
    let seconds: Int32
}

/// A look at the rides that lead to the destination, before a round scans all others.
///
/// They are few, and the earliest of their arrivals bounds the round: it need not label what is
/// reached later. Whatever they find, the round finds too, with labels.
extension RaptorSearch {
    /// Where there are more, stops are left out: those of longer walks, or later ones of a place.
    ///
    /// In cities more of them cost more than they spare.
    private static let maximumLastRides = 16

    /// Finds the last rides of a request, if it looks ahead and has one stage and one departure.
    ///
    /// Only calls where riders may board as well are found, so none at the last stop of a RAPTOR
    /// route.
    mutating func findLastRides(to destinations: [AccessLocation]) {
        lastRides.removeAll(keepingCapacity: true)
        guard looksAhead, lastStage == 0, !isByRides else { return }
        for access in destinations where lastRides.count < Self.maximumLastRides {
            for location in columns.locations.locations(of: access.stop) {
                appendLastRides(to: location, walking: max(0, access.seconds))
            }
            // After an access walk there is no other.
            guard access.seconds <= 0 else { continue }
            for row in tables.walkRows(from: Int(access.stop)) {
                guard lastRides.count < Self.maximumLastRides else { break }
                let location = tables.walks[row].target
                // The way back need not be as long.
                guard let seconds = seconds(from: location, to: access.stop) else { continue }
                appendLastRides(to: location, walking: seconds)
            }
        }
        lastRides.sort { ($0.route, $0.position) < ($1.route, $1.position) }
    }

    private mutating func appendLastRides(to location: UInt32, walking seconds: Int32) {
        for row in tables.boardingRows(from: Int(location)) {
            let call = tables.boardingLocations[row]
            let route = tables.routes[Int(call.route)]
            let rule = tables.routeRules[Int(route.stops) + Int(call.position)]
            guard call.position > 0, rule.allowsAlighting else { continue }
            lastRides.append(
                LastRide(route: call.route, position: call.position, seconds: seconds))
        }
    }

    /// Returns the earliest arrival with one more ride, as far as last rides are known; `bound` if
    /// none is earlier.
    func arrivalByLastRide(before bound: Int32) -> Int32 {
        let narrow = RideTables(tables, tables.narrowArrivals, tables.narrowDepartures)
        let wide = RideTables(tables, tables.wideArrivals, tables.wideDepartures)
        var (best, next) = (bound, 0)
        while next < lastRides.count {
            if tables.routes[Int(lastRides[next].route)].isWide {
                followRoute(wide, from: &next, lowering: &best)
            } else {
                followRoute(narrow, from: &next, lowering: &best)
            }
        }
        return best
    }

    /// Follows one RAPTOR route on the earliest run that can be boarded, up to each of its last
    /// rides, of which `next` is the first.
    @inline(__always)
    private func followRoute<Offset: FixedWidthInteger & BitwiseCopyable>(
        _ tables: RideTables<Offset>, from next: inout Int, lowering best: inout Int32
    ) {
        let number = lastRides[next].route
        let route = tables.routes[Int(number)]
        let runs = RaptorRouteTables(tables, firstRun: Int(route.runs))
        let locations = tables.locations.from(Int(route.stops))
        let rules = tables.rules.from(Int(route.stops))
        let (boardableAt, shift) = (stages[0].boardableAt(0), stages[0].layout.boardableShift)
        let none = Int(route.runCount)
        var (run, position) = (none, 0)
        while next < lastRides.count, lastRides[next].route == number {
            let end = Int(lastRides[next].position)
            while position < end {
                let time = boardableAt[Int(locations[position]) &<< shift]
                if time < best,
                    run == none || run > 0 && runs.departure(run &- 1, at: position) >= time,
                    !route.hasRules || rules[position].allowsBoarding
                {
                    run =
                        run == none
                        ? runs.earliestRun(notBefore: time, of: none, at: position)
                        : runs.runBefore(run, notBefore: time, at: position)
                }
                position &+= 1
            }
            if run < none {
                best = min(best, runs.arrival(run, at: end) &+ lastRides[next].seconds)
            }
            next &+= 1
        }
    }
}
