import TransitModel

// The network in the slow search's form.
extension RandomNetwork {
    /// Restrictions on routes and trips.
    struct Filter {
        var types: Set<Int>?
        var excludedRoutes: Set<Int> = []
        var wheelchair = false
        var bicycles = false
    }

    /// Returns all runs of the relevant days, in the time of the searched day.
    ///
    /// `shifts` contains the offset of each day's start, by days after the searched one.
    func runs(shifts: [Int: Int], filter: Filter) -> [SlowRun] {
        var runs: [SlowRun] = []
        var locations: [[Int]: Int] = [:]
        for (offset, shift) in shifts.sorted(by: { $0.key < $1.key }) {
            for (number, trip) in trips.enumerated() where isUsable(trip, filter) {
                guard runsOn(offset, trip) else { continue }
                for (run, start) in trip.starts.enumerated() {
                    guard let calls = calls(number, run: run, start: start, day: offset, filter)
                    else { continue }
                    // Of the previous day, only runs that are still under way.
                    if offset < 0, let end = calls.last, end.arrival + shift < 0 { continue }
                    locations[[number, offset]] = runs.count
                    runs.append(
                        SlowRun(
                            name: "T\(number)/\(run) on \(offset)", route: trip.route, trip: number,
                            calls: calls.map { $0.later(by: shift) }, continuesAs: nil))
                }
            }
            for (number, run) in added.enumerated()
            where run.day == offset && isUsable(run.route, filter) {
                let calls = run.calls.map { call in
                    let isOpen = isOpen(call.stop, filter)
                    return SlowCall(
                        stop: call.stop, arrival: call.arrival + shift,
                        departure: call.departure + shift, mayBoard: isOpen, mayAlight: isOpen)
                }
                runs.append(
                    SlowRun(
                        name: "added \(number)", route: run.route, trip: nil, calls: calls,
                        continuesAs: nil))
            }
        }
        for (from, to) in continuations {
            for offset in shifts.keys {
                guard let first = locations[[from, offset]], let second = locations[[to, offset]],
                    let end = runs[first].calls.last,
                    end.arrival <= runs[second].calls[0].departure
                else { continue }
                runs[first].continuesAs = second
            }
        }
        return runs
    }

    private func runsOn(_ offset: Int, _ trip: Trip) -> Bool {
        // 1970-01-01 was a Thursday.
        let weekday = (Int(day.daysSince1970) + offset + 3) % 7
        return services[trip.service][weekday]
    }

    private func isUsable(_ trip: Trip, _ filter: Filter) -> Bool {
        isUsable(trip.route, filter) && !(filter.wheelchair && trip.wheelchair == 2)
            && !(filter.bicycles && trip.bicycles == 2)
    }

    private func isUsable(_ route: Int, _ filter: Filter) -> Bool {
        !filter.excludedRoutes.contains(route) && filter.types?.contains(routes[route]) ?? true
    }

    private func isOpen(_ stop: Int, _ filter: Filter) -> Bool {
        !(filter.wheelchair && stops[stop].wheelchair == 2)
    }

    /// Returns a run's calls on a day, in its own seconds; nil if it is cancelled.
    private func calls(
        _ trip: Int, run: Int, start: Int, day: Int, _ filter: Filter
    ) -> [SlowCall]? {
        let change = changes.first { $0.trip == trip && $0.run == run && $0.day == day }
        if let change, change.calls == nil { return nil }
        return shifted(trip, to: start).enumerated().map { position, call in
            let expected = change?.calls?[position]
            let stop = expected?.stop ?? call.stop
            let isServed = !(expected?.isSkipped ?? false) && isOpen(stop, filter)
            return SlowCall(
                stop: stop, arrival: expected?.arrival ?? call.arrival,
                departure: expected?.departure ?? call.departure,
                mayBoard: isServed && call.pickup != 1, mayAlight: isServed && call.dropOff != 1)
        }
    }

    /// Returns the transfers; `transferSeconds` is used where the feed states no time.
    func slowTransfers(transferSeconds: Int) -> SlowTransfers {
        var walks: [[(target: Int, seconds: Int?)]] = Array(repeating: [], count: stops.count)
        for walk in self.walks where !forbiddenWalks.contains(walk) {
            walks[walk.from].append((walk.to, walk.seconds))
        }
        // Walks that exist only through a rule.
        for rule in rules where rule.from != rule.to {
            if !walks[rule.from].contains(where: { $0.target == rule.to }) {
                walks[rule.from].append((rule.to, nil))
            }
        }
        return SlowTransfers(
            least: stops.map {
                $0.isTransferForbidden ? nil : $0.transferSeconds ?? transferSeconds
            },
            walks: walks, rules: rules)
    }
}

extension SlowCall {
    fileprivate func later(by seconds: Int) -> SlowCall {
        SlowCall(
            stop: stop, arrival: arrival + seconds, departure: departure + seconds,
            mayBoard: mayBoard, mayAlight: mayAlight)
    }
}
