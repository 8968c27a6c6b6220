import Realtime
import Timetables
import TransitModel

extension LaneBuilder {
    /// The tables of all that was laid out.
    func columns(
        changes: ChangeBuilder, staysSeated: Bool
    ) -> RoutingColumns {
        var changes = changes
        changes.build(places)
        let lanes = Column(copying: lanes)
        let boarding = BoardingTable(
            lanes: lanes, places: lanePlaces, rules: laneRules, placeCount: places.count
        ) { lane, position in
            lastDeparture(lane, at: position)
        }
        let takesTime = changes.leastSeconds.contains { $0 != 0 }
        return RoutingColumns(
            places: places, lanes: lanes, lanePlaces: Column(copying: lanePlaces),
            laneRules: Column(copying: laneRules), starts: Column(copying: starts),
            profiles: Column(copying: runProfiles), runs: Column(copying: runs),
            runDays: Column(copying: runDays), narrow: profiles.narrow, wide: profiles.wide,
            boardingOffsets: Column(copying: boarding.offsets),
            boardingPlaces: Column(copying: boarding.entries),
            walkOffsets: Column(copying: changes.offsets),
            walks: Column(copying: changes.walks), walkIsStated: Column(copying: changes.isStated),
            changeSeconds: Column(copying: changes.leastSeconds),
            isPlain: !takesTime && changes.areClosed(),
            continuations: staysSeated
                ? ContinuationFinder(self).continuations() : [:])
    }

    private func lastDeparture(_ lane: RoutingColumns.Lane, at position: Int) -> Int32 {
        let last = Int(lane.runs + lane.runCount) - 1
        return starts[last]
            + profiles.departureOffset(Int(runProfiles[last]) + position, isWide: lane.isWide)
    }
}

/// For each place the lanes and positions at which riders may board.
struct BoardingTable {
    private(set) var offsets: [UInt32]
    private(set) var entries: [RoutingColumns.BoardingPlace]

    init(
        lanes: Column<RoutingColumns.Lane>, places: [UInt32], rules: [UInt8], placeCount: Int,
        lastDeparture: (RoutingColumns.Lane, Int) -> Int32
    ) {
        var counts = [UInt32](repeating: 0, count: placeCount + 1)
        func forEachCall(_ body: (Int, Int, Int) -> Void) {
            for number in 0..<lanes.count {
                let lane = lanes[number]
                for position in 0..<Int(lane.stopCount) - 1 {
                    let place = Int(lane.stops) + position
                    if rules[place] & 3 == BoardingRule.none.rawValue { continue }
                    body(number, position, Int(places[place]))
                }
            }
        }
        forEachCall { _, _, place in counts[place + 1] += 1 }
        for place in 1..<counts.count { counts[place] += counts[place - 1] }
        var next = counts
        let empty = RoutingColumns.BoardingPlace(lastDeparture: 0, lane: 0, position: 0)
        var entries = [RoutingColumns.BoardingPlace](
            repeating: empty, count: Int(counts[counts.count - 1]))
        forEachCall { number, position, place in
            entries[Int(next[place])] = RoutingColumns.BoardingPlace(
                lastDeparture: lastDeparture(lanes[number], position), lane: UInt32(number),
                position: UInt32(position))
            next[place] += 1
        }
        offsets = counts
        self.entries = entries
    }
}

extension ChangeBuilder {
    /// Whether two walks in a row are never shorter than one.
    func areClosed() -> Bool {
        var direct = [Int32](repeating: .max, count: max(0, offsets.count - 1))
        for place in direct.indices {
            let own = Int(offsets[place])..<Int(offsets[place + 1])
            for walk in walks[own] { direct[Int(walk.target)] = walk.seconds }
            direct[place] = 0
            defer {
                for walk in walks[own] { direct[Int(walk.target)] = .max }
                direct[place] = .max
            }
            for walk in walks[own] {
                let next = Int(offsets[Int(walk.target)])..<Int(offsets[Int(walk.target) + 1])
                for further in walks[next]
                where walk.seconds + further.seconds < direct[Int(further.target)] {
                    return false
                }
            }
        }
        return true
    }
}

/// Finds the runs that vehicles go on as, riders seated: stated in transfers.txt (type 4), or the
/// next trip of the block where it begins at the stop at which the one before ends.
private struct ContinuationFinder {
    private let builder: LaneBuilder
    private let timetable: Timetable

    init(_ builder: LaneBuilder) {
        self.builder = builder
        timetable = builder.timetable
    }

    /// A trip on one of the days.
    private struct DatedTrip: Hashable {
        let trip: TripIndex
        let day: Int8
    }

    private struct Place {
        let lane: UInt32
        let run: UInt32
        let row: UInt32
    }

    func continuations() -> [UInt32: RoutingColumns.Continuation] {
        let columns = timetable.footpaths
        var stated: [(TripIndex, TripIndex)] = []
        var separate = Set<TripIndex>()
        for row in 0..<columns.ruleTypes.count {
            let (from, to) = (columns.ruleFromTrips[row], columns.ruleToTrips[row])
            guard from != .none, to != .none else { continue }
            switch TransferType(rawValue: columns.ruleTypes[row]) {
            case .inSeat: stated.append((from, to))
            case .mustAlight: separate.insert(from)
            default: break
            }
        }
        let hasBlocks = timetable.trips.blocks.buffer.contains { $0 != .none }
        guard hasBlocks || !stated.isEmpty else { return [:] }
        var places: [DatedTrip: Place] = [:]
        var blocks: [UInt64: [Place]] = [:]
        for (number, lane) in builder.lanes.enumerated() where lane.pattern != .none {
            for run in 0..<lane.runCount {
                let row = Int(lane.runs + run)
                let trip = timetable.patterns.runTrips[builder.runs[row]]
                guard timetable.trips.runs(of: trip).count == 1 else { continue }
                let place = Place(lane: UInt32(number), run: run, row: UInt32(row))
                let day = builder.runDays[row]
                places[DatedTrip(trip: trip, day: day)] = place
                if let block = timetable.trips.block(trip), !separate.contains(trip) {
                    blocks[
                        UInt64(block.rawValue) << 8 | UInt64(UInt8(bitPattern: day)), default: []
                    ]
                    .append(place)
                }
            }
        }
        var result: [UInt32: RoutingColumns.Continuation] = [:]
        for list in blocks.values { join(list, into: &result) }
        for (from, to) in stated {
            for day in builder.days.days {
                guard let first = places[DatedTrip(trip: from, day: day.offset)],
                    let second = places[DatedTrip(trip: to, day: day.offset)],
                    arrival(first) <= departure(second)
                else { continue }
                result[first.row] = RoutingColumns.Continuation(
                    lane: second.lane, run: second.run)
            }
        }
        return result
    }

    /// Joins each trip of a block with the next one, where that begins at the same stop.
    private func join(
        _ block: [Place], into result: inout [UInt32: RoutingColumns.Continuation]
    ) {
        let sorted = block.sorted { (departure($0), $0.row) < (departure($1), $1.row) }
        for (first, second) in zip(sorted, sorted.dropFirst())
        where arrival(first) <= departure(second) && lastStop(first) == firstStop(second) {
            result[first.row] = RoutingColumns.Continuation(lane: second.lane, run: second.run)
        }
    }

    private func lane(_ place: Place) -> RoutingColumns.Lane { builder.lanes[Int(place.lane)] }

    private func departure(_ place: Place) -> Int32 { builder.starts[Int(place.row)] }

    private func arrival(_ place: Place) -> Int32 {
        let lane = lane(place)
        let offset = Int(builder.runProfiles[Int(place.row)]) + Int(lane.stopCount) - 1
        return builder.starts[Int(place.row)]
            + builder.profiles.arrivalOffset(offset, isWide: lane.isWide)
    }

    private func firstStop(_ place: Place) -> StopIndex {
        builder.places.stop(of: builder.lanePlaces[Int(lane(place).stops)])
    }

    private func lastStop(_ place: Place) -> StopIndex {
        let lane = lane(place)
        return builder.places.stop(
            of: builder.lanePlaces[Int(lane.stops) + Int(lane.stopCount) - 1])
    }
}
