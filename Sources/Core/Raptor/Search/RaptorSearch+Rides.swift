import TransitModel

extension RaptorSearch {
    /// Scans every collected RAPTOR route of a stage, then continues with riders who are aboard.
    mutating func scanRoutes(_ number: Int, round: Int, bound: inout Int32) {
        let hasVia = number < lastStage && stages[number].staySeconds == 0
        switch (stages[number].layout, hasVia) {
        case (.oncePlain, _): scanRoutes(OncePlain.self, number, round: round, bound: &bound)
        case (.byRidesPlain, _): scanRoutes(ByRidesPlain.self, number, round: round, bound: &bound)
        case (.once, false): scanRoutes(Once.self, number, round: round, bound: &bound)
        case (.byRides, false): scanRoutes(ByRides.self, number, round: round, bound: &bound)
        case (.once, true): scanRoutes(OnceToVia.self, number, round: round, bound: &bound)
        case (.byRides, true): scanRoutes(ByRidesToVia.self, number, round: round, bound: &bound)
        }
    }

    private mutating func scanRoutes<Kind: RideKind>(
        _ kind: Kind.Type, _ number: Int, round: Int, bound: inout Int32
    ) {
        let routeBits = stages[number].routeBits
        let narrow = RideTables(tables, tables.narrowArrivals, tables.narrowDepartures)
        let wide = RideTables(tables, tables.wideArrivals, tables.wideDepartures)
        let context = RideContext(self, stage: number, round: round)
        let origins = RoundOrigins<Kind>(stages[number])
        let words = (tables.routeCount + 63) / 64
        for word in 0..<words {
            var bits = routeBits[word]
            routeBits[word] = 0
            while bits != 0 {
                let route = word << 6 | bits.trailingZeroBitCount
                bits &= bits &- 1
                if tables.routes[route].isWide {
                    ride(route, wide, context, origins, bound: &bound)
                } else {
                    ride(route, narrow, context, origins, bound: &bound)
                }
            }
        }
        var next = 0
        while next < aboard[number].count {
            let rider = aboard[number][next]
            next += 1
            if tables.routes[Int(rider.route)].isWide {
                continueInSeat(kind, rider, wide, context, bound: &bound)
            } else {
                continueInSeat(kind, rider, narrow, context, bound: &bound)
            }
        }
        aboard[number].removeAll(keepingCapacity: true)
        endRound(kind, stages[number])
    }

    @inline(__always)
    private mutating func ride<Kind: RideKind, Offset: FixedWidthInteger & BitwiseCopyable>(
        _ number: Int, _ tables: RideTables<Offset>, _ context: RideContext,
        _ origins: RoundOrigins<Kind>, bound: inout Int32
    ) {
        let route = tables.routes[number]
        let locations = tables.locations.from(Int(route.stops))
        let rules = tables.rules.from(Int(route.stops))
        let (count, last) = (Int(route.stopCount), Int(route.stopCount) &- 1)
        let stops = RouteStops(locations: locations, origins: origins, last: last)
        steps.reserve(count)
        let routeTables = RaptorRouteTables(tables, firstRun: Int(route.runs))
        var position = Int(context.routeFirst[number])
        context.routeFirst[number] = .max
        var location = Int(locations[position])
        let first = routeTables.earliestRun(
            notBefore: origins[location], of: Int(route.runCount), at: position)
        guard first < Int(route.runCount) else { return }
        context.remember(Kind.self, number, from: position, run: first)
        var span = RideSpan(first, routeTables)
        let passed = span.passed(from: position, stops, bound: bound)
        guard passed < last else { return }
        span.ride = steps.append(context.boarding(number, run: first, at: position, location))
        position = passed
        // Most positions change nothing; `_slowPath` keeps what they need in registers.
        while true {
            if Kind.hasVia, context.goal.contains(location) {
                passVia(span.rider(number, at: position), rules[position], context)
            }
            position &+= 1
            if position >= count { break }
            location = Int(locations[position])
            var boardableAt = origins[location]
            let (cell, arrival) = (location &<< Kind.layout.shift, span.arrival(at: position))
            if _slowPath(arrival < context.bestArrival[cell]) {
                if Kind.passesLate, arrival >= bound {
                    position = span.nextBoarding(from: position, stops)
                    location = Int(locations[position])
                    boardableAt = origins[location]
                } else if arrival < bound,
                    context.allowsRiding(Kind.self, to: location, at: arrival),
                    !route.hasRules || rules[position].allowsAlighting
                {
                    alight(
                        Kind.self, Label(ride: span.ride, alight: position), at: arrival, location,
                        context, bound: &bound)
                }
            }
            if _slowPath(span.departureBefore(at: position) >= boardableAt), position < last,
                !route.hasRules || rules[position].allowsBoarding
            {
                let run = routeTables.runBefore(span.run, notBefore: boardableAt, at: position)
                span = RideSpan(run, routeTables)
                span.ride = steps.append(
                    context.boarding(number, run: run, at: position, location))
                position = span.passed(from: position, stops, bound: bound)
            }
        }
        if context.continues { stayAboard(span.rider(number, at: last), context) }
    }

    /// Records an arrival by vehicle that is earlier than any before.
    @inline(__always)
    private mutating func alight<Kind: RideKind>(
        _ kind: Kind.Type, _ label: Label, at time: Int32, _ location: Int,
        _ context: RideContext, bound: inout Int32
    ) {
        let cell = location &<< Kind.layout.shift
        let after = Kind.layout.isByRides ? context.after : .none
        lower(context.bestArrival, cell, after: after, to: time)
        if context.keepsLabels { context.bestArrivalLabels[location] = label }
        context.reached.insert(location)
        if !Kind.isPlain {
            let boardableAt = time &+ context.transfer[location] &+ context.margin
            let cell = location &<< Kind.layout.boardableShift
            if boardableAt < context.boardableAt[cell] {
                lower(context.boardableAt, cell, after: after, to: boardableAt)
                if context.keepsLabels { context.boardableLabels[location] = label }
                context.markedStops.insert(location)
            }
        }
        if context.goal.contains(location) {
            arriveAtDestination(
                context.stage, location, .ride, time: time, label: label,
                round: context.round, bound: &bound)
        }
    }

    // MARK: - Riders who stay aboard

    /// Moves riders of a vehicle that calls at a via to the next stage, as an option.
    @inline(never)
    private mutating func passVia(
        _ rider: RaptorState.Aboard, _ rule: CallRule, _ context: RideContext
    ) {
        // Passing a via where nobody may board or alight is not a visit.
        guard !rule.isClosed else { return }
        aboard[context.stage + 1].append(rider)
    }

    /// Keeps riders seated in the same round when their vehicle continues as another run.
    @inline(never)
    private mutating func stayAboard(_ rider: RaptorState.Aboard, _ context: RideContext) {
        let route = tables.routes[Int(rider.route)]
        let last = Int(route.stopCount) - 1
        let next = columns.runs.continuations[Int(route.runs + rider.run)]
        guard next.route != RoutingColumns.Continuation.none.route else { return }
        steps.reserve(1)
        let ride = steps.append(
            .ride(
                Int(next.route), run: Int(next.run), board: 0,
                after: Label(ride: rider.ride, alight: last).stayingAboard))
        aboard[context.stage].append(
            RaptorState.Aboard(
                route: Int(next.route), run: Int(next.run), position: 0, ride: ride))
    }

    /// Continues a ride with a rider who is already aboard.
    private mutating func continueInSeat<
        Kind: RideKind, Offset: FixedWidthInteger & BitwiseCopyable
    >(
        _ kind: Kind.Type, _ rider: RaptorState.Aboard, _ tables: RideTables<Offset>,
        _ context: RideContext, bound: inout Int32
    ) {
        let route = tables.routes[Int(rider.route)]
        let row = Int(route.runs + rider.run)
        let arrivals = tables.arrivals.from(Int(tables.runTimes[row].profile))
        let start = tables.runTimes[row].start
        for position in Int(rider.position)..<Int(route.stopCount) {
            let location = Int(tables.locations[Int(route.stops) + position])
            let rule = tables.rules[Int(route.stops) + position]
            let arrival = start &+ Int32(truncatingIfNeeded: arrivals[position])
            if position > Int(rider.position),
                arrival < min(bound, context.bestArrival[location &<< Kind.layout.shift]),
                rule.allowsAlighting, context.allowsRiding(Kind.self, to: location, at: arrival)
            {
                alight(
                    kind, Label(ride: rider.ride, alight: position), at: arrival, location, context,
                    bound: &bound)
            }
            if Kind.hasVia, context.goal.contains(location) {
                var rider = rider
                rider.position = UInt16(truncatingIfNeeded: position)
                passVia(rider, rule, context)
            }
        }
        if context.continues { stayAboard(rider, context) }
    }
}
