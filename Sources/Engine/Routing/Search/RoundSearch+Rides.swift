import Timetables
import TransitModel

extension RoundSearch {
    /// Rides every marked lane of a stage, then goes on with riders who are aboard.
    mutating func rideLanes(_ number: Int, round: Int, bound: inout Int32) {
        let looksForVia = number < lastStage && stages[number].staySeconds == 0
        let isPlain = stages[number].ready == stages[number].ridden
        switch (hasRows, isPlain, looksForVia) {
        case (false, true, _): rideLanes(OncePlain.self, number, round: round, bound: &bound)
        case (true, true, _): rideLanes(RowsPlain.self, number, round: round, bound: &bound)
        case (false, false, false): rideLanes(Once.self, number, round: round, bound: &bound)
        case (true, false, false): rideLanes(Rows.self, number, round: round, bound: &bound)
        case (false, false, true): rideLanes(OnceToVia.self, number, round: round, bound: &bound)
        case (true, false, true): rideLanes(RowsToVia.self, number, round: round, bound: &bound)
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
        while next < stages[number].aboard.count {
            let rider = stages[number].aboard[next]
            next += 1
            if tables.lanes[Int(rider.lane)].isWide {
                goOn(kind, rider, wide, context, bound: &bound)
            } else {
                goOn(kind, rider, narrow, context, bound: &bound)
            }
        }
        stages[number].aboard.removeAll(keepingCapacity: true)
    }

    @inline(__always)
    private mutating func ride<Kind: RideKind, Offset: FixedWidthInteger & BitwiseCopyable>(
        _ kind: Kind.Type, _ number: Int, _ tables: RideTables<Offset>, _ context: RideContext,
        bound: inout Int32
    ) {
        let lane = tables.lanes[number]
        let places = tables.places + Int(lane.stops)
        let rules = tables.rules + Int(lane.stops)
        let starts = tables.starts + Int(lane.runs)
        let profiles = tables.profiles + Int(lane.runs)
        let count = Int(lane.stopCount)
        let runCount = Int(lane.runCount)
        reserve(count)
        var position = Int(context.laneFirst[number])
        context.laneFirst[number] = .max
        var run = runCount
        var arrivals = tables.arrivals
        var start: Int32 = 0
        var label = Label(
            place: 0, parent: 0, arrival: 0, lane: UInt32(truncatingIfNeeded: number), run: 0,
            board: 0, alight: 0)
        while position < count {
            let place = Int(places[position])
            if run < runCount {
                let arrival = start &+ Int32(truncatingIfNeeded: arrivals[position])
                if arrival < bound,
                    arrival
                        < context.ridden[place &<< Kind.shift | (Kind.hasRows ? context.column : 0)],
                    !lane.hasRules || rules[position] >> 2 & 3 != 1
                {
                    label.place = UInt32(truncatingIfNeeded: place)
                    label.arrival = arrival
                    label.alight = UInt16(truncatingIfNeeded: position)
                    alight(kind, label, place, context, bound: &bound)
                }
            }
            if context.boarding[place &>> 6] &>> UInt64(truncatingIfNeeded: place) & 1 != 0,
                position &+ 1 < count, !lane.hasRules || rules[position] & 3 != 1
            {
                let found = Self.earliestRun(
                    notBefore: context.origins[place].time, current: run, of: runCount,
                    starts: starts, profiles: profiles, departures: tables.departures + position)
                if found < run {
                    run = found
                    arrivals = tables.arrivals + Int(profiles[run])
                    start = starts[run]
                    label.run = UInt32(truncatingIfNeeded: run)
                    label.board = UInt16(truncatingIfNeeded: position)
                    label.parent = context.origins[place].label
                }
            }
            if Kind.looksForVia, run < runCount,
                context.goal[place &>> 6] &>> UInt64(truncatingIfNeeded: place) & 1 != 0
            {
                rideThrough(label, position: position, lane, rules[position], context)
            }
            position &+= 1
        }
        if context.continues, run < runCount { stayAboard(label, lane, context, start, arrivals) }
    }

    /// Notes an arrival by vehicle that is earlier than any before.
    @inline(__always)
    private mutating func alight<Kind: RideKind>(
        _ kind: Kind.Type, _ label: Label, _ place: Int, _ context: RideContext, bound: inout Int32
    ) {
        let number = UInt32(truncatingIfNeeded: journalCount)
        journal[journalCount] = label
        journalCount &+= 1
        let cell = place &<< Kind.shift | (Kind.hasRows ? context.column : 0)
        let word = place &>> 6
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: place)
        let after = Kind.hasRows ? context.after : 0
        if Kind.isPlain {
            lower(context.ridden, cell, after: after, to: label.arrival)
            context.riddenLabels[place] = number
            context.improved[word] |= bit
        } else {
            context.reached[word] |= bit
            let ready = label.arrival &+ context.change[place] &+ context.margin
            lower(context.ridden, cell, after: after, to: label.arrival)
            context.riddenLabels[place] = number
            if ready < context.ready[cell] {
                lower(context.ready, cell, after: after, to: ready)
                context.readyLabels[place] = number
                context.improved[word] |= bit
            }
        }
        if context.goal[word] & bit != 0 {
            reachGoal(
                context.stage, place, .ride, time: label.arrival, label: number,
                round: context.round, bound: &bound)
        }
    }

    /// The first run that leaves a position no earlier than `notBefore`, `current` if none before it
    /// does; departures rise within a lane.
    @inline(__always)
    private static func earliestRun<Offset: FixedWidthInteger & BitwiseCopyable>(
        notBefore: Int32, current: Int, of runCount: Int, starts: UnsafePointer<Int32>,
        profiles: UnsafePointer<UInt32>, departures: UnsafePointer<Offset>
    ) -> Int {
        @inline(__always) func departs(_ run: Int) -> Int32 {
            starts[run] &+ Int32(truncatingIfNeeded: departures[Int(profiles[run])])
        }
        if current < runCount {
            // Already aboard: an earlier run is seldom caught, and then it is one of the last few.
            var run = current
            while run > 0, departs(run &- 1) >= notBefore { run &-= 1 }
            return run
        }
        var low = 0
        var size = runCount
        while size > 0 {
            let half = size >> 1
            if departs(low &+ half) < notBefore {
                low &+= half &+ 1
                size &-= half &+ 1
            } else {
                size = half
            }
        }
        return low
    }

    // MARK: - Riders who stay aboard

    /// A vehicle calls at a via: its riders are in the next stage, if they like.
    @inline(never)
    private mutating func rideThrough(
        _ label: Label, position: Int, _ lane: RoutingColumns.Lane, _ rule: UInt8,
        _ context: RideContext
    ) {
        // Passing without letting anybody on or off is no visit.
        guard rule & 0xf != LaneVariant.closed else { return }
        stages[context.stage + 1].aboard.append(
            SearchStage.Aboard(
                lane: label.lane, run: label.run, position: UInt16(position), board: label.board,
                parent: label.parent))
    }

    /// A vehicle goes on as another run: its riders stay seated, in the same round.
    @inline(never)
    private mutating func stayAboard<Offset: FixedWidthInteger & BitwiseCopyable>(
        _ label: Label, _ lane: RoutingColumns.Lane, _ context: RideContext, _ start: Int32,
        _ arrivals: UnsafePointer<Offset>
    ) {
        let last = Int(lane.stopCount) - 1
        guard let next = columns.continuations[lane.runs + label.run], label.board < last else {
            return
        }
        reserve(1)
        var end = label
        end.place = tables.lanePlaces[Int(lane.stops) + last]
        end.arrival = start &+ Int32(truncatingIfNeeded: arrivals[last])
        end.alight = UInt16(last)
        journal[journalCount] = end
        journalCount += 1
        stages[context.stage].aboard.append(
            SearchStage.Aboard(
                lane: next.lane, run: next.run, position: 0, board: 0,
                parent: UInt32(journalCount - 1)))
    }

    /// Rides on with a rider who is aboard.
    private mutating func goOn<Kind: RideKind, Offset: FixedWidthInteger & BitwiseCopyable>(
        _ kind: Kind.Type, _ rider: SearchStage.Aboard, _ tables: RideTables<Offset>,
        _ context: RideContext,
        bound: inout Int32
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
            if position > Int(rider.position), arrival < bound,
                arrival
                    < context.ridden[place &<< Kind.shift | (Kind.hasRows ? context.column : 0)],
                rule >> 2 & 3 != 1
            {
                label.place = UInt32(place)
                label.arrival = arrival
                label.alight = UInt16(position)
                alight(kind, label, place, context, bound: &bound)
            }
            if Kind.looksForVia, isMarked(UInt32(place), in: context.goal) {
                rideThrough(label, position: position, lane, rule, context)
            }
        }
        if context.continues { stayAboard(label, lane, context, start, arrivals) }
    }
}
