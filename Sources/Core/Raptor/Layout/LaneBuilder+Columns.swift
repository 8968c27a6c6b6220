import Realtime
import Timetables
import TransitModel

extension LaneBuilder {
    /// The tables of all that was laid out.
    func columns(changes: ChangeBuilder) -> RoutingColumns {
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
            continuations: Column(
                copying: continuing?.continuations(self) ?? []))
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
                position: UInt16(position))
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
