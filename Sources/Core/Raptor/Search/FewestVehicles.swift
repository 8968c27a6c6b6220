import Timetables
import TransitModel

/// How many vehicles a way to each place takes at least, whatever the time.
///
/// A search through the lanes in breadth, which ends where the destination is found. For searches from the
/// other end: what would take more vehicles than pay is not looked at.
struct FewestVehicles: ~Copyable {
    /// Of each place two counts side by side.
    ///
    /// Until one arrives there in a vehicle, and until one can board one. Where no way was found there is a
    /// large number.
    let counts: UnsafeMutablePointer<UInt8>
    /// Ways to places that were not found take as many at least.
    private(set) var limit = 0

    private static let unknown: UInt8 = 100
    private let placeCapacity: Int
    private let laneCapacity: Int
    /// For each lane from where on it was looked at, and from where on it shall be.
    private let known: UnsafeMutablePointer<UInt16>
    private let wanted: UnsafeMutablePointer<UInt16>
    private var columns: RoutingColumns
    private var tables: Tables
    /// Places that can be boarded at, in the order in which they were found.
    private var places: [UInt32] = []
    /// Lanes to be looked at with as many vehicles.
    private var lanes: [UInt32] = []

    init(_ columns: RoutingColumns) {
        self.columns = columns
        tables = Tables(columns)
        placeCapacity = columns.places.count
        // Live data splits lanes: some more of them shall fit as well.
        laneCapacity = columns.lanes.count + columns.lanes.count / 4 + 64
        counts = .allocate(capacity: max(1, placeCapacity * 2))
        counts.initialize(repeating: Self.unknown, count: placeCapacity * 2)
        known = .allocate(capacity: laneCapacity)
        known.initialize(repeating: .max, count: laneCapacity)
        wanted = .allocate(capacity: laneCapacity)
        wanted.initialize(repeating: .max, count: laneCapacity)
    }

    deinit {
        counts.deallocate()
        known.deallocate()
        wanted.deallocate()
    }

    /// Whether the memory is large enough for other columns.
    func fits(_ columns: RoutingColumns) -> Bool {
        columns.places.count <= placeCapacity && columns.lanes.count <= laneCapacity
    }

    /// Counts from the origins on, and gives the count of the destination; nil if it takes more than `most`.
    mutating func find(
        _ columns: RoutingColumns, from origins: [AccessStop], to destinations: [AccessStop],
        most: Int
    ) -> Int? {
        self.columns = columns
        tables = Tables(columns)
        counts.update(repeating: Self.unknown, count: columns.places.count * 2)
        known.update(repeating: .max, count: tables.laneCount)
        wanted.update(repeating: .max, count: tables.laneCount)
        places.removeAll(keepingCapacity: true)
        lanes.removeAll(keepingCapacity: true)
        for origin in origins {
            for place in columns.places.places(of: origin.stop) {
                board(place, 0)
                if origin.seconds <= 0, !columns.places.isPart(place) { walk(from: place, 0) }
            }
        }
        let goal = destinations.flatMap { columns.places.places(of: $0.stop) }
        limit = 0
        var next = 0
        while !isFound(goal) {
            limit += 1
            guard limit <= most, next < places.count else { return nil }
            let end = places.count
            for number in next..<end { want(Int(places[number])) }
            next = end
            lookAtLanes(until: goal)
        }
        return limit
    }

    private func isFound(_ goal: [UInt32]) -> Bool {
        for place in goal
        where min(counts[Int(place) << 1], counts[Int(place) << 1 | 1]) != Self.unknown {
            return true
        }
        return false
    }

    private mutating func want(_ place: Int) {
        let rows =
            Int(tables.boardingOffsets[place])..<Int(tables.boardingOffsets[place + 1])
        for row in rows {
            let call = tables.boardingPlaces[row]
            want(call.lane, from: call.position)
        }
    }

    private mutating func want(_ lane: UInt32, from position: UInt16) {
        let number = Int(lane)
        guard position < wanted[number] else { return }
        if wanted[number] == known[number] { lanes.append(lane) }
        wanted[number] = position
    }

    /// Every lane is looked at from each of its positions once, whatever the number of vehicles.
    private mutating func lookAtLanes(until goal: [UInt32]) {
        let vehicles = UInt8(clamping: limit)
        var next = 0
        while next < lanes.count {
            let number = Int(lanes[next])
            next += 1
            if next & 15 == 0, isFound(goal) { return }
            let lane = tables.lanes[number]
            let stops = tables.lanePlaces + Int(lane.stops)
            let end = min(Int(lane.stopCount) - 1, Int(known[number]))
            var position = Int(wanted[number])
            known[number] = wanted[number]
            while position < end {
                position &+= 1
                let place = stops[position]
                guard counts[Int(place) &<< 1] == Self.unknown else { continue }
                counts[Int(place) &<< 1] = vehicles
                board(place, vehicles)
                walk(from: place, vehicles)
            }
            guard columns.continuations.count > 0 else { continue }
            for row in Int(lane.runs)..<Int(lane.runs + lane.runCount) {
                let run = columns.continuations[row]
                // Who stays seated needs no other vehicle.
                if run.lane != RoutingColumns.Continuation.none.lane { want(run.lane, from: 0) }
            }
        }
        lanes.removeAll(keepingCapacity: true)
    }

    @inline(__always)
    private mutating func board(_ place: UInt32, _ vehicles: UInt8) {
        guard counts[Int(place) &<< 1 | 1] == Self.unknown else { return }
        counts[Int(place) &<< 1 | 1] = vehicles
        places.append(place)
    }

    @inline(__always)
    private mutating func walk(from place: UInt32, _ vehicles: UInt8) {
        let rows =
            Int(tables.walkOffsets[Int(place)])..<Int(tables.walkOffsets[Int(place) + 1])
        for row in rows { board(tables.walks[row].target, vehicles) }
    }
}
