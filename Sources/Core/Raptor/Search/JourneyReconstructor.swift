import TransitModel

/// Reconstructs the journey that led to an answer from the search's labels.
struct JourneyReconstructor {
    private let columns: RoutingColumns
    private let isReversed: Bool

    init(_ columns: RoutingColumns, isReversed: Bool) {
        self.columns = columns
        self.isReversed = isReversed
    }

    /// Returns the journey of an answer; the search must still hold the labels of that departure.
    func journey(_ answer: RaptorSearch.Answer, _ search: borrowing RaptorSearch) -> RaptorJourney {
        var legs: [RaptorJourney.Leg] = []
        var end = place(of: answer.label, at: answer.location, search)
        if let location = end.location, case let rest = search.egressSeconds(at: location), rest > 0
        {
            legs.append(walk(from: location, to: nil, until: answer.arrival, seconds: rest))
        }
        // The seconds from departure until the first vehicle can be boarded.
        var before: Int32 = 0
        while end.label.step != 0 {
            if end.label.walksOn {
                let ride = place(of: end.label.alighting, at: answer.location, search)
                appendWalk(from: ride, to: end, seconds: end.arrival - ride.arrival, &legs)
                end = ride
                continue
            }
            let step = search.steps[end.label.step]
            let parent = parent(of: step, search)
            switch step.kind {
            case .ride(let ride):
                before = 0
                legs.append(.ride(self.ride(ride, to: end, after: parent)))
            case .origin(let place):
                before += place.seconds
                if place.seconds > 0 {
                    legs.append(walk(from: nil, to: end, seconds: place.seconds))
                }
            case .walk(let place):
                before += place.seconds
                appendWalk(from: parent, to: end, seconds: place.seconds, &legs)
            case .stay(let place):
                before += place.seconds
            }
            end = parent
        }
        return finished(legs.reversed(), answer, before: before, leaving: end.arrival)
    }

    /// Where and when a label is.
    private struct LabelPosition {
        let label: Label
        /// Nil before the origin, and if the rider stays in the vehicle, which continues as another
        /// run.
        let location: UInt32?
        let arrival: Int32
    }

    /// Returns where and when the label of a location is.
    private func place(
        of label: Label, at location: UInt32, _ search: borrowing RaptorSearch
    ) -> LabelPosition {
        if label.walksOn {
            let ride = place(of: label.alighting, at: location, search)
            let seconds = ride.location.flatMap { search.seconds(from: $0, to: location) } ?? 0
            return LabelPosition(label: label, location: location, arrival: ride.arrival + seconds)
        }
        switch search.steps[label.step].kind {
        case .ride(let ride):
            let route = columns.routes.rows[ride.route]
            let row = Int(route.runs) + ride.run
            return LabelPosition(
                label: label,
                location: label.isAboard
                    ? nil : columns.routes.locations[Int(route.stops) + label.alight],
                arrival: columns.times(route, row: row, at: label.alight).arrival)
        case .origin(let place), .walk(let place), .stay(let place):
            return LabelPosition(
                label: label, location: label.step == 0 ? nil : place.location,
                arrival: place.arrival)
        }
    }

    private func parent(of step: Step, _ search: borrowing RaptorSearch) -> LabelPosition {
        switch step.kind {
        case .ride(let ride):
            let call = Int(columns.routes.rows[ride.route].stops) + ride.board
            return place(of: step.parent, at: columns.routes.locations[call], search)
        case .origin(let place), .walk(let place), .stay(let place):
            return self.place(of: step.parent, at: place.location, search)
        }
    }

    /// Returns the journey in order and direction of travel, departing as late as the first ride
    /// allows.
    private func finished(
        _ legs: [RaptorJourney.Leg], _ answer: RaptorSearch.Answer, before: Int32, leaving: Int32
    ) -> RaptorJourney {
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
        let journey = RaptorJourney(
            rides: answer.rides, departure: ServiceTime(seconds: departure),
            arrival: ServiceTime(seconds: answer.arrival), legs: legs)
        return isReversed ? journey.reversed(columns) : journey
    }

    private func stop(of place: LabelPosition) -> UInt32? {
        place.location.map(columns.locations.stop)
    }

    private func appendWalk(
        from parent: LabelPosition, to end: LabelPosition, seconds: Int32,
        _ legs: inout [RaptorJourney.Leg]
    ) {
        // A transfer between parts of one stop is not a walk.
        guard stop(of: parent) != stop(of: end) else { return }
        legs.append(walk(from: parent.location, to: end, seconds: seconds))
    }

    private func walk(from: UInt32?, to end: LabelPosition, seconds: Int32) -> RaptorJourney.Leg {
        walk(from: from, to: end.location, until: end.arrival, seconds: seconds)
    }

    private func walk(
        from: UInt32?, to: UInt32?, until arrival: Int32, seconds: Int32
    ) -> RaptorJourney.Leg {
        .walk(
            RaptorJourney.Walk(
                from: from.map(columns.locations.stop), to: to.map(columns.locations.stop),
                departure: ServiceTime(seconds: arrival - seconds),
                arrival: ServiceTime(seconds: arrival)))
    }

    private func ride(
        _ ride: Step.Ride, to end: LabelPosition, after parent: LabelPosition
    ) -> RaptorJourney.Ride {
        let route = columns.routes.rows[ride.route]
        let row = Int(route.runs) + ride.run
        func stop(_ position: Int) -> UInt32 {
            columns.locations.stop(of: columns.routes.locations[Int(route.stops) + position])
        }
        return RaptorJourney.Ride(
            route: ride.route, run: row, board: ride.board, alight: end.label.alight,
            from: stop(ride.board), to: stop(end.label.alight),
            departure: ServiceTime(
                seconds: columns.times(route, row: row, at: ride.board).departure),
            arrival: ServiceTime(seconds: end.arrival), staysSeated: parent.label.isAboard)
    }
}
