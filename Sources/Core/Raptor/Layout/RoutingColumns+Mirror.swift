import Timetables
import TransitModel

extension RoutingColumns {
    /// The same days with time running backwards: times are negated, runs call in reverse order,
    /// boarding is alighting, and every walk leads the other way.
    ///
    /// The earliest arrival in the mirror is the latest departure in front of it, so that one search
    /// does both.
    func mirrored() -> RoutingColumns {
        var starts = [Int32](repeating: 0, count: self.starts.count)
        var profiles = [UInt32](repeating: 0, count: starts.count)
        var runs = [RunIndex](repeating: .none, count: starts.count)
        var days = [Int8](repeating: 0, count: starts.count)
        var places = [UInt32](repeating: 0, count: lanePlaces.count)
        var rules = [UInt8](repeating: 0, count: laneRules.count)
        var narrow = MirroredProfiles(self.narrow)
        var wide = MirroredProfiles(self.wide)
        for number in 0..<lanes.count {
            let lane = lanes[number]
            let count = Int(lane.stopCount)
            for position in 0..<count {
                let from = Int(lane.stops) + position
                let to = Int(lane.stops) + count - 1 - position
                places[to] = lanePlaces[from]
                let rule = laneRules[from]
                rules[to] = rule >> 2 & 3 | (rule & 3) << 2
            }
            for run in 0..<Int(lane.runCount) {
                let from = Int(lane.runs) + run
                let to = Int(lane.runs) + Int(lane.runCount) - 1 - run
                let profile = Int(self.profiles[from])
                starts[to] = -times(lane, row: from, at: count - 1).arrival
                profiles[to] = self.profiles[from]
                runs[to] = self.runs[from]
                days[to] = runDays[from]
                if lane.isWide {
                    wide.mirror(profile, count: count)
                } else {
                    narrow.mirror(profile, count: count)
                }
            }
        }
        let mirroredNarrow = narrow.columns
        let mirroredWide = wide.columns
        let boarding = BoardingTable(
            lanes: lanes, places: places, rules: rules, placeCount: self.places.count
        ) { lane, position in
            let last = Int(lane.runs + lane.runCount) - 1
            let place = Int(profiles[last]) + position
            return starts[last]
                + (lane.isWide
                    ? mirroredWide.departures[place] : Int32(mirroredNarrow.departures[place]))
        }
        let walks = mirroredWalks()
        return RoutingColumns(
            places: self.places, lanes: lanes, lanePlaces: Column(copying: places),
            laneRules: Column(copying: rules), starts: Column(copying: starts),
            profiles: Column(copying: profiles), runs: Column(copying: runs),
            runDays: Column(copying: days), narrow: mirroredNarrow, wide: mirroredWide,
            boardingOffsets: Column(copying: boarding.offsets),
            boardingPlaces: Column(copying: boarding.entries),
            walkOffsets: Column(copying: walks.offsets), walks: Column(copying: walks.walks),
            walkIsStated: Column(copying: walks.isStated), changeSeconds: changeSeconds,
            isPlain: isPlain, continuations: mirroredContinuations())
    }

    private func mirroredWalks() -> (offsets: [UInt32], walks: [Walk], isStated: [Bool]) {
        var lists = [[(walk: Walk, isStated: Bool)]](repeating: [], count: places.count)
        for place in 0..<places.count {
            for row in Int(walkOffsets[place])..<Int(walkOffsets[place + 1]) {
                lists[Int(walks[row].target)].append(
                    (
                        Walk(seconds: walks[row].seconds, target: UInt32(place)),
                        walkIsStated[row]
                    ))
            }
        }
        var offsets: [UInt32] = [0]
        var sorted: [(walk: Walk, isStated: Bool)] = []
        for list in lists {
            sorted += list.sorted {
                ($0.walk.seconds, $0.walk.target) < ($1.walk.seconds, $1.walk.target)
            }
            offsets.append(UInt32(sorted.count))
        }
        return (offsets, sorted.map(\.walk), sorted.map(\.isStated))
    }

    private func mirroredContinuations() -> Column<Continuation> {
        var result = [Continuation](repeating: .none, count: continuations.count)
        for number in 0..<lanes.count where continuations.count > 0 {
            let lane = lanes[number]
            for run in 0..<lane.runCount {
                let next = continuations[Int(lane.runs + run)]
                guard next.lane != Continuation.none.lane else { continue }
                let after = lanes[Int(next.lane)]
                result[Int(after.runs + after.runCount - 1 - next.run)] = Continuation(
                    lane: UInt32(number), run: lane.runCount - 1 - run)
            }
        }
        return Column(copying: result)
    }
}

/// Profiles seen from their end; each stays where it was.
private struct MirroredProfiles<Offset: FixedWidthInteger & BitwiseCopyable & Sendable> {
    private let source: RoutingColumns.Profiles<Offset>
    private var arrivals: [Offset]
    private var departures: [Offset]
    private var isDone: [Bool]

    init(_ source: RoutingColumns.Profiles<Offset>) {
        self.source = source
        arrivals = [Offset](repeating: 0, count: source.arrivals.count)
        departures = arrivals
        isDone = [Bool](repeating: false, count: arrivals.count)
    }

    mutating func mirror(_ place: Int, count: Int) {
        guard !isDone[place] else { return }
        isDone[place] = true
        let end = source.arrivals[place + count - 1]
        for position in 0..<count {
            let from = place + position
            let to = place + count - 1 - position
            // Past the last arrival there is nothing to mirror: nobody boards there.
            let departure = min(source.departures[from], end)
            departures[to] = end - source.arrivals[from]
            arrivals[to] = end - departure
        }
    }

    var columns: RoutingColumns.Profiles<Offset> {
        RoutingColumns.Profiles(
            arrivals: Column(copying: arrivals), departures: Column(copying: departures))
    }
}
