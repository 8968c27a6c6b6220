package import Timetables
package import TransitModel

/// Earliest arrivals between two stops, one for each number of vehicles that pays: RAPTOR.
///
/// Delling, Pajor, Werneck, "Round-based public transit routing", 2012. A round takes one vehicle
/// more: from the stops improved in the round before, every lane that calls there is ridden once from
/// its first such stop, always on the earliest run that can be boarded; then one walk. Labels are
/// appended to a journal, so that legs can be told without per-round tables, and nothing is compared
/// that cannot beat the best arrival at the destination.
///
/// Walks are taken as transitively closed, as RAPTOR does: where a stop is reached on foot earlier than
/// by vehicle, nobody walks on from the vehicle. Left out so far: changing times, rules of transfers.txt beyond walks, real time, filters, ranges of
/// departures.
///
/// The scratch memory is made once and used again; one search uses it at a time.
package struct EarliestArrivalSearch: ~Copyable {
    /// The most vehicles in one answer.
    package static let maximumVehicles = 16

    /// One Pareto-optimal answer.
    package struct Answer: Sendable, Equatable {
        /// How many vehicles are boarded; 0 for a walk or for staying where one is.
        package let vehicles: Int
        /// When one arrives, in seconds of the service day.
        package let arrival: ServiceTime
        /// Where the answer's last label is, for ``legs(of:)``.
        let label: UInt32
    }

    struct Label {
        var stop: UInt32
        var parent: UInt32
        var arrival: Int32
        /// `UInt32.max` for a walk.
        var lane: UInt32
        var run: UInt32
        var board: UInt16
        var alight: UInt16
    }

    private struct Origin {
        var arrival: Int32
        var label: UInt32
    }

    let network: RoutingDay
    private let stopCount: Int
    private let stopWords: Int
    private let laneWords: Int
    private let best: UnsafeMutablePointer<Int32>
    private let newest: UnsafeMutablePointer<UInt32>
    private let origins: UnsafeMutablePointer<Origin>
    private let improved: UnsafeMutablePointer<UInt64>
    private let boarding: UnsafeMutablePointer<UInt64>
    private let laneBits: UnsafeMutablePointer<UInt64>
    private let laneFirst: UnsafeMutablePointer<UInt16>
    private(set) var journal: UnsafeMutablePointer<Label>
    private var journalCapacity: Int
    private var journalCount = 0

    /// Makes the scratch memory for searches on one day.
    package init(_ network: RoutingDay) {
        self.network = network
        stopCount = network.timetable.stops.count
        stopWords = (stopCount + 63) / 64
        laneWords = (network.lanes.count + 63) / 64
        best = .allocate(capacity: stopCount)
        newest = .allocate(capacity: stopCount)
        newest.initialize(repeating: 0, count: stopCount)
        origins = .allocate(capacity: stopCount)
        origins.initialize(repeating: Origin(arrival: 0, label: 0), count: stopCount)
        improved = .allocate(capacity: stopWords)
        boarding = .allocate(capacity: stopWords)
        boarding.initialize(repeating: 0, count: stopWords)
        laneBits = .allocate(capacity: laneWords)
        laneBits.initialize(repeating: 0, count: laneWords)
        laneFirst = .allocate(capacity: max(1, network.lanes.count))
        laneFirst.initialize(repeating: .max, count: network.lanes.count)
        // A stop is labelled at most twice a round (ride, walk), and seldom at all.
        journalCapacity = stopCount * 2 + 64
        journal = .allocate(capacity: journalCapacity)
    }

    deinit {
        best.deallocate()
        newest.deallocate()
        origins.deallocate()
        improved.deallocate()
        boarding.deallocate()
        laneBits.deallocate()
        laneFirst.deallocate()
        journal.deallocate()
    }

    /// The Pareto-optimal answers, fewest vehicles first, each arriving earlier than the one before.
    package mutating func answers(
        from: StopIndex, to: StopIndex, departure: ServiceTime
    ) -> [Answer] {
        var answers: [Answer] = []
        start(from: from, departure: departure.seconds)
        var bound = best[to.row]
        if bound < .max {
            answers.append(
                Answer(
                    vehicles: 0, arrival: ServiceTime(seconds: bound), label: newest[to.row]))
        }
        for vehicles in 1...Self.maximumVehicles {
            // Room for every stop reached by ride and by walk, so that loops need not ask.
            reserveJournal(2 * stopCount)
            collectLanes()
            let before = bound
            guard rideLanes(to: to.row, bound: &bound) else { break }
            walk(to: to.row, bound: &bound)
            if bound < before {
                answers.append(
                    Answer(
                        vehicles: vehicles, arrival: ServiceTime(seconds: bound),
                        label: newest[to.row]))
            }
        }
        return answers
    }

    private mutating func reserveJournal(_ count: Int) {
        guard journalCount + count > journalCapacity else { return }
        journalCapacity = max(journalCapacity * 2, journalCount + count)
        let larger = UnsafeMutablePointer<Label>.allocate(capacity: journalCapacity)
        larger.update(from: journal, count: journalCount)
        journal.deallocate()
        journal = larger
    }

    private mutating func start(from: StopIndex, departure: Int32) {
        best.update(repeating: .max, count: stopCount)
        improved.update(repeating: 0, count: stopWords)
        journal[0] = Label(
            stop: from.rawValue, parent: 0, arrival: departure, lane: .max, run: 0, board: 0,
            alight: 0)
        journalCount = 1
        best[from.row] = departure
        newest[from.row] = 0
        improved[from.row >> 6] |= 1 << UInt64(from.row & 63)
        let walks = Int(network.walkFirst[from.row])..<Int(network.walkFirst[from.row + 1])
        for walk in network.walks[walks] {
            let arrival = departure + walk.seconds
            let target = Int(walk.target)
            guard arrival < best[target] else { continue }
            addLabel(
                Label(
                    stop: walk.target, parent: 0, arrival: arrival, lane: .max, run: 0, board: 0,
                    alight: 0), at: target)
        }
    }

    @inline(__always)
    private mutating func addLabel(_ label: Label, at stop: Int) {
        best[stop] = label.arrival
        newest[stop] = UInt32(truncatingIfNeeded: journalCount)
        journal[journalCount] = label
        journalCount &+= 1
        improved[stop >> 6] |= 1 << UInt64(truncatingIfNeeded: stop & 63)
    }

    /// Marks every lane that calls at an improved stop while it still runs, with the first such
    /// position; remembers the arrivals there.
    private mutating func collectLanes() {
        let (best, newest, origins) = (best, newest, origins)
        let (laneFirst, laneBits) = (laneFirst, laneBits)
        network.stopFirst.withUnsafeBufferPointer { stopFirst in
            network.stopCalls.withUnsafeBufferPointer { calls in
                for word in 0..<stopWords {
                    var bits = improved[word]
                    boarding[word] = bits
                    improved[word] = 0
                    while bits != 0 {
                        let stop = word << 6 | bits.trailingZeroBitCount
                        bits &= bits &- 1
                        let arrival = best[stop]
                        origins[stop] = Origin(arrival: arrival, label: newest[stop])
                        var row = Int(stopFirst[stop])
                        let end = Int(stopFirst[stop &+ 1])
                        while row < end {
                            let call = calls[row]
                            row &+= 1
                            guard call.lastDeparture >= arrival else { continue }
                            let lane = Int(call.lane)
                            let position = UInt16(truncatingIfNeeded: call.position)
                            if position < laneFirst[lane] {
                                laneFirst[lane] = position
                                laneBits[lane >> 6] |= 1 << UInt64(truncatingIfNeeded: lane & 63)
                            }
                        }
                    }
                }
            }
        }
    }

    /// Rides every marked lane; whether any stop was improved.
    private mutating func rideLanes(to target: Int, bound: inout Int32) -> Bool {
        let before = journalCount
        let patterns = network.timetable.patterns
        let narrow = Profiles(
            arrivals: patterns.profileArrivals.buffer.baseAddress,
            departures: patterns.profileDepartures.buffer.baseAddress)
        let wide = Profiles(
            arrivals: patterns.wideProfileArrivals.buffer.baseAddress,
            departures: patterns.wideProfileDepartures.buffer.baseAddress)
        for word in 0..<laneWords {
            var bits = laneBits[word]
            laneBits[word] = 0
            while bits != 0 {
                let lane = word << 6 | bits.trailingZeroBitCount
                bits &= bits &- 1
                if network.lanes[lane].isWide {
                    ride(lane, wide, to: target, bound: &bound)
                } else {
                    ride(lane, narrow, to: target, bound: &bound)
                }
            }
        }
        return journalCount > before
    }

    /// The offsets of all runs: 16 bits wide for nearly all patterns, 32 for the longest.
    private struct Profiles<Offset: FixedWidthInteger & BitwiseCopyable> {
        let arrivals: UnsafePointer<Offset>?
        let departures: UnsafePointer<Offset>?
    }

    /// A lane's part of each column.
    private struct LaneView<Offset: FixedWidthInteger & BitwiseCopyable> {
        let stops: UnsafePointer<StopIndex>
        let rules: UnsafePointer<UInt8>
        let starts: UnsafePointer<Int32>
        let places: UnsafePointer<UInt32>
        let arrivals: UnsafePointer<Offset>
        let departures: UnsafePointer<Offset>
    }

    @inline(__always)
    private mutating func ride<Offset: FixedWidthInteger & BitwiseCopyable>(
        _ number: Int, _ profiles: Profiles<Offset>, to target: Int, bound: inout Int32
    ) {
        let lane = network.lanes[number]
        let patterns = network.timetable.patterns
        network.starts.withUnsafeBufferPointer { allStarts in
            network.profiles.withUnsafeBufferPointer { allPlaces in
                // A marked lane has stops and runs, so none of these columns is empty.
                guard let stops = patterns.stops.buffer.baseAddress,
                    let rules = patterns.boarding.buffer.baseAddress,
                    let starts = allStarts.baseAddress, let places = allPlaces.baseAddress,
                    let arrivals = profiles.arrivals, let departures = profiles.departures
                else { return }
                let view = LaneView(
                    stops: stops + Int(lane.stops), rules: rules + Int(lane.stops),
                    starts: starts + Int(lane.runs), places: places + Int(lane.runs),
                    arrivals: arrivals, departures: departures)
                ride(number, lane, view, to: target, bound: &bound)
            }
        }
    }

    @inline(__always)
    private mutating func ride<Offset: FixedWidthInteger & BitwiseCopyable>(
        _ number: Int, _ lane: RoutingDay.Lane, _ view: LaneView<Offset>, to target: Int,
        bound: inout Int32
    ) {
        let count = Int(lane.stopCount)
        let runCount = Int(lane.runCount)
        var position = Int(laneFirst[number])
        laneFirst[number] = .max
        var run = runCount
        var arrivals = view.arrivals
        var start: Int32 = 0
        var boardedAt = 0
        var parent: UInt32 = 0
        while position < count {
            let stop = view.stops[position].row
            if run < runCount {
                let arrival = start &+ Int32(truncatingIfNeeded: arrivals[position])
                if arrival < bound, arrival < best[stop],
                    !lane.hasRules || view.rules[position] >> 2 & 3 != 1
                {
                    addLabel(
                        Label(
                            stop: UInt32(truncatingIfNeeded: stop), parent: parent,
                            arrival: arrival, lane: UInt32(truncatingIfNeeded: number),
                            run: UInt32(truncatingIfNeeded: run),
                            board: UInt16(truncatingIfNeeded: boardedAt),
                            alight: UInt16(truncatingIfNeeded: position)), at: stop)
                    if stop == target { bound = arrival }
                }
            }
            if boarding[stop >> 6] >> UInt64(truncatingIfNeeded: stop & 63) & 1 != 0,
                position &+ 1 < count, !lane.hasRules || view.rules[position] & 3 != 1
            {
                let found = Self.earliestRun(
                    notBefore: origins[stop].arrival, current: run, of: runCount,
                    starts: view.starts, places: view.places,
                    departures: view.departures + position)
                if found < run {
                    run = found
                    arrivals = view.arrivals + Int(view.places[run])
                    start = view.starts[run]
                    boardedAt = position
                    parent = origins[stop].label
                }
            }
            position &+= 1
        }
    }

    /// The first run that leaves a position no earlier than `notBefore`, `current` if none before it
    /// does; departures rise within a lane.
    @inline(__always)
    private static func earliestRun<Offset: FixedWidthInteger & BitwiseCopyable>(
        notBefore: Int32, current: Int, of runCount: Int, starts: UnsafePointer<Int32>,
        places: UnsafePointer<UInt32>, departures: UnsafePointer<Offset>
    ) -> Int {
        @inline(__always) func departs(_ run: Int) -> Int32 {
            starts[run] &+ Int32(truncatingIfNeeded: departures[Int(places[run])])
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

    /// Walks once from every stop that a vehicle reached in this round.
    private mutating func walk(to target: Int, bound: inout Int32) {
        // What the vehicles reached is noted first: a walk must not go on from another walk.
        for word in 0..<stopWords {
            var bits = improved[word]
            boarding[word] = bits
            while bits != 0 {
                let stop = word << 6 | bits.trailingZeroBitCount
                bits &= bits &- 1
                origins[stop] = Origin(arrival: best[stop], label: newest[stop])
            }
        }
        for word in 0..<stopWords {
            var bits = boarding[word]
            while bits != 0 {
                let stop = word << 6 | bits.trailingZeroBitCount
                bits &= bits &- 1
                let arrival = origins[stop].arrival
                let parent = origins[stop].label
                var row = Int(network.walkFirst[stop])
                let end = Int(network.walkFirst[stop + 1])
                while row < end {
                    let walk = network.walks[row]
                    row &+= 1
                    let reached = arrival &+ walk.seconds
                    if reached >= bound { break }
                    let goal = Int(walk.target)
                    guard reached < best[goal] else { continue }
                    addLabel(
                        Label(
                            stop: walk.target, parent: parent, arrival: reached, lane: .max,
                            run: 0, board: 0, alight: 0), at: goal)
                    if goal == target { bound = reached }
                }
            }
        }
    }
}
