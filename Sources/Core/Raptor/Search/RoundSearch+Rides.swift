import Timetables
import TransitModel

extension RoundSearch {
    /// Rides every marked lane of a stage, then goes on with riders who are aboard.
    mutating func rideLanes(_ number: Int, round: Int, bound: inout Int32) {
        let looksForVia = number < lastStage && stages[number].staySeconds == 0
        switch (stages[number].layout, looksForVia) {
        case (.oncePlain, _): rideLanes(OncePlain.self, number, round: round, bound: &bound)
        case (.rowsPlain, _): rideLanes(RowsPlain.self, number, round: round, bound: &bound)
        case (.once, false): rideLanes(Once.self, number, round: round, bound: &bound)
        case (.rows, false): rideLanes(Rows.self, number, round: round, bound: &bound)
        case (.once, true): rideLanes(OnceToVia.self, number, round: round, bound: &bound)
        case (.rows, true): rideLanes(RowsToVia.self, number, round: round, bound: &bound)
        }
    }

    private mutating func rideLanes<Kind: RideKind>(
        _ kind: Kind.Type, _ number: Int, round: Int, bound: inout Int32
    ) {
        let laneBits = stages[number].laneBits
        let narrow = RideTables(tables, tables.narrowArrivals, tables.narrowDepartures)
        let wide = RideTables(tables, tables.wideArrivals, tables.wideDepartures)
        let context = RideContext(self, stage: number, round: round)
        let words = (tables.laneCount + 63) / 64
        for word in 0..<words {
            var bits = laneBits[word]
            laneBits[word] = 0
            while bits != 0 {
                let lane = word << 6 | bits.trailingZeroBitCount
                bits &= bits &- 1
                if tables.lanes[lane].isWide {
                    ride(kind, lane, wide, context, bound: &bound)
                } else {
                    ride(kind, lane, narrow, context, bound: &bound)
                }
            }
        }
        var next = 0
        while next < aboard[number].count {
            let rider = aboard[number][next]
            next += 1
            if tables.lanes[Int(rider.lane)].isWide {
                goOn(kind, rider, wide, context, bound: &bound)
            } else {
                goOn(kind, rider, narrow, context, bound: &bound)
            }
        }
        aboard[number].removeAll(keepingCapacity: true)
    }

    @inline(__always)
    private mutating func ride<Kind: RideKind, Offset: FixedWidthInteger & BitwiseCopyable>(
        _ kind: Kind.Type, _ number: Int, _ tables: RideTables<Offset>, _ context: RideContext,
        bound: inout Int32
    ) {
        let lane = tables.lanes[number]
        let places = tables.places + Int(lane.stops)
        let rules = tables.rules + Int(lane.stops)
        let count = Int(lane.stopCount)
        reserve(count)
        let laneTables = LaneTables(tables, firstRun: Int(lane.runs))
        var position = Int(context.laneFirst[number])
        context.laneFirst[number] = .max
        var place = Int(places[position])
        let first = laneTables.earliestRun(
            notBefore: context.origin[place &<< Kind.layout.shift], of: Int(lane.runCount),
            at: position)
        guard first < Int(lane.runCount) else { return }
        context.remember(number, from: position, run: first)
        var ridden = RiddenRun(
            first, boardedAt: position, parent: context.originLabel(place), laneTables)
        while true {
            if Kind.looksForVia, isMarked(UInt32(truncatingIfNeeded: place), in: context.goal) {
                rideThrough(
                    lane: number, run: ridden.run, board: ridden.board, parent: ridden.parent,
                    position: position, rules[position], context)
            }
            position &+= 1
            guard position < count else { break }
            place = Int(places[position])
            let (cell, arrival) = (place &<< Kind.layout.shift, ridden.arrival(at: position))
            if arrival < bound, arrival < context.ridden[cell],
                context.allowsRiding(to: place, at: arrival),
                !lane.hasRules || rules[position] &>> 2 & 3 != 1
            {
                alight(
                    kind,
                    Label(
                        place: UInt32(truncatingIfNeeded: place), parent: ridden.parent,
                        arrival: arrival, lane: UInt32(truncatingIfNeeded: number),
                        run: UInt32(truncatingIfNeeded: ridden.run),
                        board: UInt16(truncatingIfNeeded: ridden.board),
                        alight: UInt16(truncatingIfNeeded: position)), place, context,
                    bound: &bound)
            }
            guard context.boarding.contains(place) else { continue }
            let ready = context.origin[cell]
            if ridden.departureBefore(at: position) >= ready, position &+ 1 < count,
                !lane.hasRules || rules[position] & 3 != 1
            {
                ridden = RiddenRun(
                    laneTables.runBefore(ridden.run, notBefore: ready, at: position),
                    boardedAt: position, parent: context.originLabel(place), laneTables)
            }
        }
        if context.continues {
            stayAboard(
                lane: number, run: ridden.run, board: ridden.board, parent: ridden.parent,
                arrival: ridden.arrival(at: count &- 1), context)
        }
    }

    /// Notes an arrival by vehicle that is earlier than any before.
    @inline(__always)
    private mutating func alight<Kind: RideKind>(
        _ kind: Kind.Type, _ label: Label, _ place: Int, _ context: RideContext, bound: inout Int32
    ) {
        let number = note(label)
        let cell = place &<< Kind.layout.shift
        let word = place &>> 6
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: place)
        let after = Kind.layout.hasRows ? context.after : 0
        lower(context.ridden, cell, after: after, to: label.arrival)
        if context.keepsLabels { context.riddenLabels[place] = number }
        if Kind.isPlain {
            context.improved.insert(place)
        } else {
            context.reached.insert(place)
            let ready = label.arrival &+ context.change[place] &+ context.margin
            if ready < context.ready[cell] {
                lower(context.ready, cell, after: after, to: ready)
                if context.keepsLabels { context.readyLabels[place] = number }
                context.improved.insert(place)
            }
        }
        if context.goal[word] & bit != 0 {
            reachGoal(
                context.stage, place, .ride, time: label.arrival, label: number,
                round: context.round, bound: &bound)
        }
    }

    // MARK: - Riders who stay aboard

    /// A vehicle calls at a via: its riders are in the next stage, if they like.
    @inline(never)
    private mutating func rideThrough(
        lane: Int, run: Int, board: Int, parent: UInt32, position: Int, _ rule: UInt8,
        _ context: RideContext
    ) {
        // Passing without letting anybody on or off is no visit.
        guard rule & 0xf != LaneVariant.closed else { return }
        aboard[context.stage + 1].append(
            SearchStage.Aboard(
                lane: UInt32(lane), run: UInt32(run), position: UInt16(position),
                board: UInt16(board), parent: parent))
    }

    /// A vehicle goes on as another run: its riders stay seated, in the same round.
    @inline(never)
    private mutating func stayAboard(
        lane number: Int, run: Int, board: Int, parent: UInt32, arrival: Int32,
        _ context: RideContext
    ) {
        let lane = tables.lanes[number]
        let last = Int(lane.stopCount) - 1
        let next = columns.continuations[Int(lane.runs) + run]
        guard next.lane != RoutingColumns.Continuation.none.lane, board < last else { return }
        reserve(1)
        let label = note(
            Label(
                place: Label.aboard, parent: parent, arrival: arrival, lane: UInt32(number),
                run: UInt32(run), board: UInt16(board), alight: UInt16(last)))
        aboard[context.stage].append(
            SearchStage.Aboard(
                lane: next.lane, run: next.run, position: 0, board: 0, parent: label))
    }

    /// Rides on with a rider who is aboard.
    private mutating func goOn<Kind: RideKind, Offset: FixedWidthInteger & BitwiseCopyable>(
        _ kind: Kind.Type, _ rider: SearchStage.Aboard, _ tables: RideTables<Offset>,
        _ context: RideContext, bound: inout Int32
    ) {
        let lane = tables.lanes[Int(rider.lane)]
        let row = Int(lane.runs + rider.run)
        let arrivals = tables.arrivals + Int(tables.profiles[row])
        let start = tables.starts[row]
        reserve(Int(lane.stopCount))
        var label = Label(
            place: 0, parent: rider.parent, arrival: 0, lane: rider.lane, run: rider.run,
            board: rider.board, alight: 0)
        for position in Int(rider.position)..<Int(lane.stopCount) {
            let place = Int(tables.places[Int(lane.stops) + position])
            let rule = tables.rules[Int(lane.stops) + position]
            let arrival = start &+ Int32(truncatingIfNeeded: arrivals[position])
            if position > Int(rider.position),
                arrival < min(bound, context.ridden[place &<< Kind.layout.shift]),
                rule >> 2 & 3 != 1, context.allowsRiding(to: place, at: arrival)
            {
                label.place = UInt32(place)
                label.arrival = arrival
                label.alight = UInt16(position)
                alight(kind, label, place, context, bound: &bound)
            }
            if Kind.looksForVia, isMarked(UInt32(place), in: context.goal) {
                rideThrough(
                    lane: Int(rider.lane), run: Int(rider.run), board: Int(rider.board),
                    parent: rider.parent, position: position, rule, context)
            }
        }
        if context.continues {
            stayAboard(
                lane: Int(rider.lane), run: Int(rider.run), board: Int(rider.board),
                parent: rider.parent,
                arrival: start &+ Int32(truncatingIfNeeded: arrivals[Int(lane.stopCount) - 1]),
                context)
        }
    }
}
