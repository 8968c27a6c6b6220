import Timetables
import TransitModel

/// Computes how long transfers between two vehicles take, by the rules of the search.
struct TransferFinder: Sendable {
    struct Change {
        let seconds: Int32
        /// Whether the feed says that the next vehicle waits.
        let isGuaranteed: Bool
    }

    /// One side of a transfer.
    struct Side {
        let stop: StopIndex
        let route: RouteIndex
        let trip: TripIndex?
    }

    /// The minimum transfer time at a stop where the feed states none: getting off and on takes a
    /// minute.
    static let usualSeconds: Int32 = 60

    let timetable: Timetable
    /// Metres on the ground for each metre as the crow flies.
    let detour: Double
    /// The walking speed of the network's footpaths, in metres a second.
    let networkSpeed: Double
    private let rules: [Pair: [Int32]]
    /// Trips that riders must leave when the vehicle continues as another (GTFS transfer type 5).
    private let endingTrips: Set<TripIndex>

    private struct Pair: Hashable {
        let from: StopIndex
        let to: StopIndex
    }

    init(_ timetable: Timetable) {
        self.timetable = timetable
        detour = max(1, Double(timetable.metadata[.walkingDetour]) / 1000)
        let speed = Double(timetable.metadata[.walkingSpeed]) / 1000
        networkSpeed = speed > 0 ? speed : 1.25
        let columns = timetable.footpaths
        let stops = timetable.stops
        func platforms(_ stop: StopIndex) -> [StopIndex] {
            guard stop != .none else { return [] }
            return stops.locationType(stop) == .station
                ? [stop] + stops.children[stops.childOffsets[stop]] : [stop]
        }
        var rules: [Pair: [Int32]] = [:]
        for row in 0..<columns.ruleTypes.count {
            for from in platforms(columns.ruleFromStops[row]) {
                for to in platforms(columns.ruleToStops[row]) {
                    rules[Pair(from: from, to: to), default: []].append(Int32(row))
                }
            }
        }
        self.rules = rules
        endingTrips = Set(
            (0..<columns.ruleTypes.count).lazy
                .filter { columns.ruleTypes[$0] == TransferType.mustAlight.rawValue }
                .map { columns.ruleFromTrips[$0] })
    }

    /// Marks transfers that are none: if a trip ends where the next one of its block begins, and
    /// the feed does not say that riders must leave, they stay in the vehicle.
    ///
    /// Searches follow in-seat transfers only and allow for a transfer here.
    func seated(_ skeleton: JourneySkeleton) -> JourneySkeleton {
        var skeleton = skeleton
        var before: Ride?
        for place in skeleton.legs.indices {
            guard case .ride(var ride) = skeleton.legs[place] else {
                before = nil
                continue
            }
            if let before, goesOn(before, as: ride) {
                ride.staysSeated = true
                skeleton.legs[place] = .ride(ride)
            }
            before = ride
        }
        return skeleton
    }

    private func goesOn(_ before: Ride, as ride: Ride) -> Bool {
        guard ride.board == 0, before.day == ride.day,
            case .scheduled(let first, let pattern) = before.run,
            case .scheduled(let second, let next) = ride.run
        else { return false }
        let patterns = timetable.patterns
        let (trip, other) = (patterns.runTrips[first], patterns.runTrips[second])
        let stops = patterns.stops(of: pattern)
        guard let block = timetable.trips.block(trip), block == timetable.trips.block(other),
            trip != other, before.alight == stops.count - 1,
            stops.last == patterns.stops(of: next).first
        else { return false }
        return !endingTrips.contains(trip)
    }

    /// Returns the transfer at one stop or by one footpath; nil if there is none.
    ///
    /// `percent` is the duration of walks, as in `RoutingRequest.walkingPercent`.
    func change(_ from: Side, _ to: Side, percent: Int32, avoidsStairs: Bool = false) -> Change? {
        let walk =
            from.stop == to.stop ? nil : walkSeconds(from.stop, to.stop, percent, avoidsStairs)
        let general = from.stop == to.stop ? leastSeconds(at: from.stop) : walk
        guard let row = rule(from, to), let type = TransferType(rawValue: rulesColumn(row)) else {
            return general.map { Change(seconds: $0, isGuaranteed: false) }
        }
        let isParticular = rank(row) > 0
        switch type {
        case .forbidden:
            return nil
        case .timed:
            return Change(
                seconds: from.stop == to.stop ? 0 : general ?? 0, isGuaranteed: true)
        case .minimumTime where isParticular && timetable.footpaths.ruleSeconds[row] >= 0:
            return Change(seconds: timetable.footpaths.ruleSeconds[row], isGuaranteed: false)
        case .recommended, .minimumTime, .inSeat, .mustAlight:
            // The stops' transfer times and the footpaths already contain what holds for all.
            return general.map { Change(seconds: $0, isGuaranteed: false) }
        }
    }

    /// Returns the walking time between two stops; nil if there is none.
    func walkSeconds(
        _ from: StopIndex, _ to: StopIndex, _ percent: Int32, _ avoidsStairs: Bool
    ) -> Int32? {
        let columns = timetable.footpaths
        for row in columns.offsets[from] where columns.targets[row] == to {
            if avoidsStairs, columns.flags[row] & FootpathColumns.stairsFlag != 0 { continue }
            return scaled(row, percent)
        }
        return nil
    }

    /// Scales a footpath's time to another speed; walks that the feed states are never shorter.
    func scaled(_ row: Int, _ percent: Int32) -> Int32 {
        let seconds = Int32(clamping: timetable.footpaths.seconds[row])
        let isStated = timetable.footpaths.flags[row] & FootpathColumns.statedFlag != 0
        guard percent != 100, percent > 100 || !isStated else { return seconds }
        return Int32(clamping: (Int64(seconds) * Int64(percent) + 99) / 100)
    }

    /// Estimates the metres on the ground between two stops from the distance, or from the time
    /// where a stop has no coordinate.
    func metres(_ from: Coordinate?, _ to: Coordinate?, seconds: Int32) -> Double {
        guard let from, let to else { return (Double(seconds) * networkSpeed).rounded() }
        return (from.distanceMetres(to: to) * detour).rounded()
    }

    private func leastSeconds(at stop: StopIndex) -> Int32 {
        let stated = timetable.stops.changeSeconds[stop]
        return stated >= 0 ? stated : Self.usualSeconds
    }

    private func rulesColumn(_ row: Int) -> UInt8 { timetable.footpaths.ruleTypes[row] }

    /// A rule about trips beats one about routes, which beats one about all.
    private func rank(_ row: Int) -> Int {
        let columns = timetable.footpaths
        return (columns.ruleFromTrips[row] == .none ? 0 : 4)
            + (columns.ruleToTrips[row] == .none ? 0 : 4)
            + (columns.ruleFromRoutes[row] == .none ? 0 : 1)
            + (columns.ruleToRoutes[row] == .none ? 0 : 1)
    }

    private func rule(_ from: Side, _ to: Side) -> Int? {
        let columns = timetable.footpaths
        var best: Int?
        for number in rules[Pair(from: from.stop, to: to.stop)] ?? [] {
            let row = Int(number)
            let type = columns.ruleTypes[row]
            guard type != TransferType.inSeat.rawValue, type != TransferType.mustAlight.rawValue,
                columns.ruleFromRoutes[row].fits(from.route),
                columns.ruleToRoutes[row].fits(to.route),
                columns.ruleFromTrips[row].fits(from.trip),
                columns.ruleToTrips[row].fits(to.trip),
                rank(row) > best.map(rank) ?? -1
            else { continue }
            best = row
        }
        return best
    }
}

extension ColumnIndex {
    /// Returns whether a rule about this row, or about any, applies to that one.
    fileprivate func fits(_ other: Self?) -> Bool { self == .none || self == other }
}
