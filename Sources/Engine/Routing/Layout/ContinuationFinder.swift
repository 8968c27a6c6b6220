import Timetables
import TransitModel

/// Finds the runs that vehicles go on as, riders seated: stated in transfers.txt (type 4), or the
/// next trip of the block where it begins at the stop at which the one before ends.
struct ContinuationFinder {
    private let builder: LaneBuilder
    private let timetable: Timetable

    init(_ builder: LaneBuilder) {
        self.builder = builder
        timetable = builder.timetable
    }

    private struct Place {
        /// Trips of one block on one day, or a trip on a day.
        let key: UInt64
        let lane: UInt32
        let run: UInt32
        let row: Int
    }

    /// For each row of runs what its vehicle goes on as; empty if no vehicle does.
    func continuations() -> [RoutingColumns.Continuation] {
        let (stated, separate) = rules()
        let hasBlocks = timetable.trips.blocks.buffer.contains { $0 != .none }
        guard hasBlocks || !stated.isEmpty else { return [] }
        var result = [RoutingColumns.Continuation](repeating: .none, count: builder.starts.count)
        if hasBlocks {
            let places = places { trip, day in
                guard !separate.contains(trip), let block = timetable.trips.block(trip) else {
                    return nil
                }
                return Self.key(block.rawValue, day)
            }.sorted {
                ($0.key, builder.starts[$0.row], $0.row) < ($1.key, builder.starts[$1.row], $1.row)
            }
            for (first, second) in zip(places, places.dropFirst()) where first.key == second.key {
                join(first, second, into: &result)
            }
        }
        if !stated.isEmpty {
            let named = Set(stated.flatMap { [$0.from, $0.to] })
            let places = Dictionary(
                places { trip, day in
                    named.contains(trip) ? Self.key(trip.rawValue, day) : nil
                }.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
            for (from, to) in stated {
                for day in builder.days.days {
                    if let first = places[Self.key(from.rawValue, day.offset)],
                        let second = places[Self.key(to.rawValue, day.offset)]
                    {
                        join(first, second, into: &result, anywhere: true)
                    }
                }
            }
        }
        return result
    }

    private static func key(_ number: UInt32, _ day: Int8) -> UInt64 {
        UInt64(number) << 8 | UInt64(UInt8(bitPattern: day))
    }

    /// What transfers.txt says about staying seated, and the trips after which riders must alight.
    private func rules() -> (stated: [(from: TripIndex, to: TripIndex)], Set<TripIndex>) {
        let columns = timetable.footpaths
        var stated: [(from: TripIndex, to: TripIndex)] = []
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
        return (stated, separate)
    }

    /// The laid out runs of trips with one run a day that have a key.
    private func places(_ key: (TripIndex, Int8) -> UInt64?) -> [Place] {
        var places: [Place] = []
        for (number, lane) in builder.lanes.enumerated() where lane.pattern != .none {
            for run in 0..<lane.runCount {
                let row = Int(lane.runs + run)
                let trip = timetable.patterns.runTrips[builder.runs[row]]
                guard let key = key(trip, builder.runDays[row]),
                    timetable.trips.runs(of: trip).count == 1
                else { continue }
                places.append(Place(key: key, lane: UInt32(number), run: run, row: row))
            }
        }
        return places
    }

    /// Joins two runs if the second begins no earlier than the first ends, and at the same stop.
    private func join(
        _ first: Place, _ second: Place, into result: inout [RoutingColumns.Continuation],
        anywhere: Bool = false
    ) {
        let (before, after) = (
            builder.lanes[Int(first.lane)], builder.lanes[Int(second.lane)]
        )
        let last = Int(before.stopCount) - 1
        let arrival =
            builder.starts[first.row]
            + builder.profiles.arrivalOffset(
                Int(builder.runProfiles[first.row]) + last, isWide: before.isWide)
        let end = builder.places.stop(of: builder.lanePlaces[Int(before.stops) + last])
        let beginning = builder.places.stop(of: builder.lanePlaces[Int(after.stops)])
        guard arrival <= builder.starts[second.row], anywhere || end == beginning else { return }
        result[first.row] = RoutingColumns.Continuation(lane: second.lane, run: second.run)
    }
}
