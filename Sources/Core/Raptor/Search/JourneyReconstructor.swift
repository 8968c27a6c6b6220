import Realtime
import Timetables
import TransitModel

/// Reconstructs the journey that led to an answer from the search's labels.
struct JourneyReconstructor {
    private let day: RoutingDay
    private let columns: RoutingColumns
    private let isReversed: Bool

    init(_ day: RoutingDay, _ columns: RoutingColumns, isReversed: Bool) {
        self.day = day
        self.columns = columns
        self.isReversed = isReversed
    }

    /// Returns the journey of an answer; the search must still hold the labels of that departure.
    func journey(_ answer: RaptorSearch.Answer, _ search: borrowing RaptorSearch) -> Journey {
        var legs: [Journey.Leg] = []
        var number = answer.label
        let last = search.labels[Int(answer.label)]
        let rest = search.egressSeconds(at: last.location)
        if rest > 0 {
            legs.append(walk(from: last.location, to: nil, until: answer.arrival, seconds: rest))
        }
        // The seconds from departure until the first vehicle can be boarded.
        var before: Int32 = 0
        while number != 0 {
            let label = search.labels[Int(number)]
            if label.isRide {
                before = 0
                let parent = search.labels[Int(label.parent)]
                legs.append(.ride(ride(label, after: parent)))
            } else {
                before += Int32(label.run)
            }
            if label.route == RaptorSearch.Label.start, label.run > 0 {
                legs.append(
                    walk(
                        from: nil, to: label.location, until: label.arrival,
                        seconds: Int32(label.run)))
            } else if label.route == RaptorSearch.Label.walk {
                let from = search.labels[Int(label.parent)].location
                // A transfer between parts of one stop is not a walk.
                if columns.locations.stop(of: from) != columns.locations.stop(of: label.location) {
                    legs.append(
                        walk(
                            from: from, to: label.location, until: label.arrival,
                            seconds: Int32(label.run)))
                }
            }
            number = label.parent
        }
        return finished(
            legs.reversed(), answer, before: before, leaving: search.labels[0].arrival)
    }

    /// Returns the journey in order and direction of travel, departing as late as the first ride
    /// allows.
    private func finished(
        _ legs: [Journey.Leg], _ answer: RaptorSearch.Answer, before: Int32, leaving: Int32
    ) -> Journey {
        var legs = legs
        var departure = leaving
        for leg in legs {
            guard case .ride(let ride) = leg else { continue }
            departure = ride.departure.seconds - before
            break
        }
        if case .walk(let walk)? = legs.first {
            legs[0] = .walk(walk.shifted(by: departure - leaving))
        }
        let journey = Journey(
            rides: answer.rides, departure: ServiceTime(seconds: departure),
            arrival: ServiceTime(seconds: answer.arrival), legs: legs)
        return isReversed ? journey.reversed(day.timetable, day.overlay) : journey
    }

    private func walk(
        from: UInt32?, to: UInt32?, until arrival: Int32, seconds: Int32
    ) -> Journey.Leg {
        .walk(
            Journey.Walk(
                from: from.map(columns.locations.stop), to: to.map(columns.locations.stop),
                departure: ServiceTime(seconds: arrival - seconds),
                arrival: ServiceTime(seconds: arrival)))
    }

    private func ride(_ label: RaptorSearch.Label, after parent: RaptorSearch.Label) -> Journey.Ride
    {
        let route = columns.routes[Int(label.route)]
        let row = Int(route.runs + label.run)
        func stop(_ position: UInt16) -> StopIndex {
            columns.locations.stop(of: columns.routeLocations[Int(route.stops) + Int(position)])
        }
        let staysSeated = parent.isRide && parent.location == RaptorSearch.Label.aboard
        return Journey.Ride(
            run: columns.runs[row], day: day.day.advanced(by: Int(columns.runDays[row])),
            pattern: route.pattern, board: Int(label.board), alight: Int(label.alight),
            boardAt: stop(label.board), alightAt: stop(label.alight),
            departure: ServiceTime(
                seconds: columns.times(route, row: row, at: Int(label.board)).departure),
            arrival: ServiceTime(seconds: label.arrival), staysSeated: staysSeated)
    }
}

extension Journey.Walk {
    func shifted(by seconds: Int32) -> Journey.Walk {
        Journey.Walk(
            from: from, to: to, departure: ServiceTime(seconds: departure.seconds + seconds),
            arrival: ServiceTime(seconds: arrival.seconds + seconds))
    }
}

extension Journey {
    /// Returns the journey in normal time, for one that was found with time reversed.
    func reversed(_ timetable: Timetable, _ overlay: RealtimeOverlay) -> Journey {
        func reversed(_ time: ServiceTime) -> ServiceTime { ServiceTime(seconds: -time.seconds) }
        var legs = self.legs.reversed().map { leg -> Leg in
            switch leg {
            case .walk(let walk):
                return .walk(
                    Walk(
                        from: walk.to, to: walk.from, departure: reversed(walk.arrival),
                        arrival: reversed(walk.departure)))
            case .ride(let ride):
                let last: Int
                if ride.pattern == .none {
                    last = overlay.added[ride.run.row - timetable.patterns.runCount].calls.count - 1
                } else {
                    last = timetable.patterns.stopOffsets[ride.pattern].count - 1
                }
                return .ride(
                    Ride(
                        run: ride.run, day: ride.day, pattern: ride.pattern,
                        board: last - ride.alight, alight: last - ride.board,
                        boardAt: ride.alightAt, alightAt: ride.boardAt,
                        departure: reversed(ride.arrival), arrival: reversed(ride.departure),
                        staysSeated: ride.staysSeated))
            }
        }
        // With time reversed the earlier of two joined rides stays seated; in normal time it is the
        // later.
        let seated = legs.map { if case .ride(let ride) = $0 { ride.staysSeated } else { false } }
        for index in legs.indices {
            guard case .ride(let ride) = legs[index] else { continue }
            legs[index] = .ride(ride.seated(index > 0 && seated[index - 1]))
        }
        return Journey(
            rides: rides, departure: reversed(arrival), arrival: reversed(departure),
            legs: legs)
    }
}

extension Journey.Ride {
    fileprivate func seated(_ staysSeated: Bool) -> Journey.Ride {
        Journey.Ride(
            run: run, day: day, pattern: pattern, board: board, alight: alight, boardAt: boardAt,
            alightAt: alightAt, departure: departure, arrival: arrival, staysSeated: staysSeated)
    }
}
