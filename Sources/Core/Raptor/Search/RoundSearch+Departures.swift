import Timetables
import TransitModel

extension RoundSearch {
    /// Every moment in a window at which leaving is just in time for a vehicle, the last one first.
    func departures(from origins: [AccessStop], in window: Range<Int32>) -> [Int32] {
        var moments: [Int32] = []
        var seen = Set<UInt64>()
        for origin in origins {
            let access = max(0, origin.seconds)
            for place in columns.places.places(of: origin.stop) {
                visit(place, after: access, stage: 0) { place, seconds in
                    guard seen.insert(UInt64(place) << 32 | UInt64(seconds)).inserted else {
                        return
                    }
                    collect(place, after: seconds, in: window, into: &moments)
                }
            }
            guard access == 0, let place = columns.places.place(of: origin.stop) else { continue }
            eachStart(place) { start, stage in
                for row in walks(from: place) {
                    let walk = tables.walks[row]
                    visit(
                        walk.target, after: start + walk.seconds, stage: stage
                    ) { place, seconds in
                        guard seen.insert(UInt64(place) << 32 | UInt64(seconds)).inserted
                        else { return }
                        collect(place, after: seconds, in: window, into: &moments)
                    }
                }
            }
        }
        moments.sort(by: >)
        var last: Int32?
        moments.removeAll { moment in
            defer { last = moment }
            return moment == last
        }
        return moments
    }

    /// A moment before which the first vehicle of all leaves that can be boarded, with time running backwards.
    func lastMoment(from origins: [AccessStop]) -> Int32 {
        var first = Int32.max
        for number in 0..<tables.laneCount {
            let lane = tables.lanes[number]
            if lane.runCount > 0 { first = min(first, tables.starts[Int(lane.runs)]) }
        }
        guard first < .max else { return .min }
        // Stays and the walk from there come on top of it.
        var rest = stages[0..<lastStage].reduce(0) { $0 + $1.staySeconds }
        rest +=
            origins.map { origin in
                guard let place = columns.places.place(of: origin.stop) else { return 0 }
                let longest = walks(from: place).map { tables.walks[$0].seconds }.max() ?? 0
                return max(0, origin.seconds) + longest
            }.max() ?? 0
        return -first &+ rest
    }

    /// The rows of the walks from a place.
    private func walks(from place: UInt32) -> Range<Int> {
        Int(tables.walkOffsets[Int(place)])..<Int(tables.walkOffsets[Int(place) + 1])
    }

    /// Calls `body` with a place and the seconds after which one may board there, once for each
    /// stage that one can be in: whoever begins in a via may have stayed there.
    private func visit(
        _ place: UInt32, after seconds: Int32, stage: Int,
        _ body: (UInt32, Int32) -> Void
    ) {
        body(place, seconds)
        guard stage < lastStage, isMarked(place, in: stages[stage].goal) else { return }
        visit(
            place, after: seconds + stages[stage].staySeconds, stage: stage + 1,
            body)
    }

    /// Calls `body` with the seconds after which one may walk on from an origin, and the stage.
    private func eachStart(_ place: UInt32, _ body: (Int32, Int) -> Void) {
        var seconds: Int32 = 0
        body(0, 0)
        for stage in 0..<lastStage {
            guard isMarked(place, in: stages[stage].goal) else { return }
            seconds += stages[stage].staySeconds
            body(seconds, stage + 1)
        }
    }

    /// The departures from a place, earlier by the seconds that it takes to be there.
    private func collect(
        _ place: UInt32, after seconds: Int32, in window: Range<Int32>,
        into moments: inout [Int32]
    ) {
        let (low, high) = (window.lowerBound + seconds, window.upperBound + seconds)
        let rows =
            Int(
                tables.boardingOffsets[Int(place)])..<Int(
                tables.boardingOffsets[Int(place) + 1])
        for row in rows {
            let call = tables.boardingPlaces[row]
            guard call.lastDeparture >= low else { continue }
            let lane = tables.lanes[Int(call.lane)]
            let position = Int(call.position)
            let first = (0..<Int(lane.runCount)).partitioningIndex {
                departure(lane, $0, at: position) >= low
            }
            for run in first..<Int(lane.runCount) {
                let time = departure(lane, run, at: position)
                if time >= high { break }
                moments.append(time - seconds)
            }
        }
    }

    private func departure(_ lane: RoutingColumns.Lane, _ run: Int, at position: Int) -> Int32 {
        let row = Int(lane.runs) + run
        let place = Int(tables.profiles[row]) + position
        return tables.starts[row]
            + (lane.isWide
                ? tables.wideDepartures[place] : Int32(tables.narrowDepartures[place]))
    }

    /// Seconds between a place of the last stage's goal and the destination.
    func egressSeconds(at place: UInt32) -> Int32 {
        isMarked(place, in: stages[lastStage].goal) ? egress[Int(place)] : 0
    }
}
