import TransitModel

extension RaptorSearch {
    /// Enters the origins, and relaxes the footpaths from those that were requested themselves (0 s
    /// of access).
    mutating func begin(_ origins: [AccessLocation], at departure: Int32) {
        for origin in origins {
            let locations = columns.locations.locations(of: origin.stop)
            steps.reserve(locations.count)
            for location in locations {
                let time = departure + max(0, origin.seconds)
                let label = Label(
                    step: steps.append(
                        .origin(Int(location), at: time, seconds: max(0, origin.seconds))))
                // Only the whole stop relaxes footpaths; its parts are the same location.
                start(
                    0, Int(location), time: time, label: label,
                    access: origin.seconds,
                    walksOn: origin.seconds <= 0 && !columns.locations.isPart(location))
            }
        }
    }

    /// Enters a location of a stage before any ride.
    private mutating func start(
        _ number: Int, _ location: Int, time: Int32, label: Label, access: Int32, walksOn: Bool
    ) {
        setReady(number, location, time: time, label: label, round: 0)
        var bound = bounds[0]
        if stages[number].goal.contains(location) {
            beginsAtGoal = true
            enterOrigin(
                number, location, time: time, label: label, access: access, walksOn: walksOn,
                bound: &bound)
        }
        if walksOn {
            for row in tables.walkRows(from: location) {
                let walk = tables.walks[row]
                let reached = time &+ walk.seconds
                steps.reserve(1)
                let next = Label(
                    step: steps.append(
                        .walk(
                            to: Int(walk.target), at: reached, seconds: walk.seconds, after: label))
                )
                setReady(number, Int(walk.target), time: reached, label: next, round: 0)
                if stages[number].goal.contains(Int(walk.target)) {
                    beginsAtGoal = true
                    arriveAtDestination(
                        number, Int(walk.target), .walk(margin: 0), time: reached, label: next,
                        round: 0, bound: &bound)
                }
            }
        }
        guard bound < bounds[0] else { return }
        if walksBound { lowerBounds(from: 0, to: bound) } else { bounds[0] = bound }
    }

    private mutating func enterOrigin(
        _ number: Int, _ location: Int, time: Int32, label: Label, access: Int32, walksOn: Bool,
        bound: inout Int32
    ) {
        if number < lastStage {
            let stay = stages[number].staySeconds
            start(
                number + 1, location, time: time + stay,
                label: stayed(stay, at: location, time: time, after: label), access: access,
                walksOn: walksOn)
            bound = min(bound, bounds[0])
        } else if access <= 0, egress[location] == 0, time < bound {
            bound = time
            (answerLabel, answerLocation) = (label, UInt32(location))
        }
    }

    /// Appends the label of a stay at a via before any ride.
    private mutating func stayed(
        _ seconds: Int32, at location: Int, time: Int32, after label: Label
    ) -> Label {
        guard seconds > 0 else { return label }
        steps.reserve(1)
        return Label(
            step: steps.append(
                .stay(at: location, until: time + seconds, seconds: seconds, after: label)))
    }

    private mutating func setReady(
        _ number: Int, _ location: Int, time: Int32, label: Label, round: Int
    ) {
        let cell = location << stages[number].layout.boardableShift
        let boardableAt = stages[number].boardableAt(round)
        guard time < boardableAt[cell] else { return }
        lower(boardableAt, cell, after: cellsAfter(round: round, stages[number]), to: time)
        stages[number].boardableLabels[location] = label
        stages[number].markedStops.insert(location)
    }

    /// Handles reaching a location of the next via or of the destination.
    ///
    /// `before` is the number of seconds of stays there for earlier vias: several vias may be at
    /// one stop, and the transfer takes its time only once.
    @inline(never)
    mutating func arriveAtDestination(
        _ number: Int, _ location: Int, _ approach: Approach, time: Int32, before: Int32 = 0,
        label: Label, round: Int, bound: inout Int32
    ) {
        guard number < lastStage else {
            let seconds = egress[location]
            // A walk to the destination only follows a ride. Rules about the boarded vehicle, which
            // create the parts of stops, do not apply to walking there.
            if case .ride = approach {
            } else if seconds > 0 || location >= columns.locations.stopCount {
                return
            }
            if time &+ before &+ seconds < bound {
                bound = time &+ before &+ seconds
                (answerLabel, answerLocation) = (label, UInt32(truncatingIfNeeded: location))
            }
            return
        }
        let next = number + 1
        let stay = before + stages[number].staySeconds
        let label =
            round == 0
            ? stayed(stages[number].staySeconds, at: location, time: time + before, after: label)
            : label
        switch approach {
        case .walk(let margin):
            setReady(next, location, time: time + margin + stay, label: label, round: round)
        case .ride, .start:
            let cell = location << stages[next].layout.shift
            let bestArrival = stages[next].bestArrival(round)
            if time + stay < bestArrival[cell] {
                lower(
                    bestArrival, cell, after: cellsAfter(round: round, stages[next]),
                    to: time + stay)
                stages[next].bestArrivalLabels[location] = label
                stages[next].reached.insert(location)
            }
            let transfer = tables.transferSeconds[location] + marginSeconds
            setReady(next, location, time: time + max(stay, transfer), label: label, round: round)
            if columns.locations.hasParts {
                transferToParts(next, location, time: time, stay: stay, label: label, round: round)
            }
        }
        if stages[next].goal.contains(location) {
            arriveAtDestination(
                next, location, approach, time: time, before: stay, label: label, round: round,
                bound: &bound)
        }
    }

    /// Transfers to other parts of a stop during a stay there: the transfer and the stay run
    /// concurrently.
    private mutating func transferToParts(
        _ number: Int, _ location: Int, time: Int32, stay: Int32, label: Label, round: Int
    ) {
        let stop = columns.locations.stop(of: UInt32(location))
        for row in tables.walkRows(from: location) {
            let walk = tables.walks[row]
            guard columns.locations.stop(of: walk.target) == stop else { continue }
            setReady(
                number, Int(walk.target), time: time + max(stay, walk.seconds + marginSeconds),
                label: label, round: round)
        }
    }

    /// Relaxes the footpaths from every location of a stage that a ride reached in this round.
    ///
    /// A footpath must not follow another one. Where arriving and being able to board are the same,
    /// a location may already hold the time of a walk, but closed footpaths gain nothing from it.
    mutating func walk(_ number: Int, round: Int, bound: inout Int32) {
        switch stages[number].layout {
        case .oncePlain: walk(OncePlain.self, number, round: round, bound: &bound)
        case .byRidesPlain: walk(ByRidesPlain.self, number, round: round, bound: &bound)
        case .once: walk(Once.self, number, round: round, bound: &bound)
        case .byRides: walk(ByRides.self, number, round: round, bound: &bound)
        }
    }

    private mutating func walk<Kind: RideKind>(
        _ kind: Kind.Type, _ number: Int, round: Int, bound: inout Int32
    ) {
        let context = RideContext(self, stage: number, round: round)
        let marked = Kind.isPlain ? context.markedStops : nil
        context.reached.drain(addingTo: marked) { location in
            walkOn(kind, from: location, context, bound: &bound)
        }
    }

    @inline(__always)
    private mutating func walkOn<Kind: RideKind>(
        _ kind: Kind.Type, from location: Int, _ context: RideContext, bound: inout Int32
    ) {
        var row = Int(context.walkOffsets[location])
        let end = Int(context.walkOffsets[location &+ 1])
        guard row < end else { return }
        let margin = Kind.isPlain ? 0 : context.margin
        let time = context.bestArrival[location &<< Kind.layout.shift]
        let (walks, boardableAt, goal) = (tables.walks, context.boardableAt, context.goal)
        while row < end {
            let walk = walks[row]
            row &+= 1
            let arrival = time &+ walk.seconds
            if arrival >= bound { return }
            let target = Int(walk.target)
            let cell = target &<< Kind.layout.boardableShift
            // Most walks gain nothing.
            if _slowPath(arrival &+ margin < boardableAt[cell]) {
                if context.allowsWalking(kind, to: target, at: arrival &+ margin) {
                    lower(
                        boardableAt, cell, after: Kind.layout.isByRides ? context.after : .none,
                        to: arrival &+ margin)
                    if context.keepsLabels {
                        context.boardableLabels[target] = label(
                            of: walk, from: location, at: arrival, context)
                    }
                    context.markedStops.insert(target)
                }
            } else if !beginsAtGoal {
                // Even if it leads to the destination: the ride, or the walk after one, that set
                // the time there lowered the bound. A walk before any ride did not.
                continue
            }
            // The transfer margin does not count at the destination.
            if _slowPath(goal.contains(target)) {
                arriveAtDestination(
                    context.stage, target, .walk(margin: margin), time: arrival,
                    label: label(of: walk, from: location, at: arrival, context),
                    round: context.round, bound: &bound)
            }
        }
    }

    /// Returns the label of a walk after a ride.
    @inline(__always)
    private mutating func label(
        of walk: RoutingColumns.Walk, from location: Int, at arrival: Int32, _ context: RideContext
    ) -> Label {
        let parent = context.bestArrivalLabels[location]
        // The label of a ride does not say how long the rider stayed at a via.
        return context.stage == 0
            ? parent.walkingOn : self.label(of: walk, at: arrival, after: parent)
    }

    @inline(never)
    private mutating func label(
        of walk: RoutingColumns.Walk, at arrival: Int32, after parent: Label
    ) -> Label {
        steps.reserve(1)
        return Label(
            step: steps.append(
                .walk(to: Int(walk.target), at: arrival, seconds: walk.seconds, after: parent)))
    }
}
