import Timetables
import TransitModel

/// Computes how long transfers between two vehicles take, by the rules of the search.
struct TransferFinder: Sendable {
    struct Transfer {
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
    static let defaultSeconds: Int32 = 60

    let timetable: Timetable
    /// Metres on the ground for each metre as the crow flies.
    let detour: Double
    /// The walking speed of the network's footpaths, in metres a second.
    let networkSpeed: Double
    private let resolver: TransferResolver

    init(_ timetable: Timetable, _ resolver: TransferResolver) {
        self.timetable = timetable
        self.resolver = resolver
        detour = max(1, Double(timetable.metadata[.walkingDetour]) / 1000)
        let speed = Double(timetable.metadata[.walkingSpeed]) / 1000
        networkSpeed = speed > 0 ? speed : 1.25
    }

    /// Marks transfers that are none: if a trip ends where the next one of its block begins, and
    /// the feed does not say that riders must leave, they stay in the vehicle.
    ///
    /// Searches follow in-seat transfers only and allow for a transfer here.
    func seated(_ skeleton: JourneySkeleton) -> JourneySkeleton {
        var skeleton = skeleton
        var before: Ride?
        for index in skeleton.legs.indices {
            guard case .ride(var ride) = skeleton.legs[index] else {
                before = nil
                continue
            }
            if let before, goesOn(before, as: ride) {
                ride.staysSeated = true
                skeleton.legs[index] = .ride(ride)
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
        return !resolver.mustAlight(trip, before: other)
    }

    /// Returns the transfer at one stop or by one footpath; nil if there is none.
    ///
    /// `percent` is the duration of walks, as in `SearchRequest.walkingPercent`.
    func transfer(_ from: Side, _ to: Side, percent: Int32, avoidsStairs: Bool = false) -> Transfer?
    {
        let isOneStop = from.stop == to.stop
        let usual =
            isOneStop
            ? leastSeconds(at: from.stop)
            : walkSeconds(from.stop, to.stop, percent, avoidsStairs)
        let rule = resolver.rule(from: from.stop, to: to.stop) { number in
            let rule = resolver.rules[Int(number)]
            return rule.matches(.arriving, route: from.route, trip: from.trip ?? .none)
                && rule.matches(.leaving, route: to.route, trip: to.trip ?? .none)
        }
        guard let rule else { return usual.map { Transfer(seconds: $0, isGuaranteed: false) } }
        if rule.type == .forbidden { return nil }
        let isTimed = rule.type == .timed
        // The stops' transfer times and the footpaths already contain what holds for all.
        if rule.isGeneral, !isTimed || !isOneStop {
            return usual.map { Transfer(seconds: $0, isGuaranteed: isTimed) }
        }
        // The rule makes a way where there is no footpath, but it removes no stairs.
        guard usual != nil || !hasWalk(from.stop, to.stop) else { return nil }
        return rule.seconds(usual: usual, atOneStop: isOneStop).map {
            Transfer(seconds: $0, isGuaranteed: isTimed)
        }
    }

    private func hasWalk(_ from: StopIndex, _ to: StopIndex) -> Bool {
        let columns = timetable.footpaths
        return columns.offsets[from].contains { columns.targets[$0] == to }
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
        let stated = timetable.stops.transferSeconds[stop]
        return stated >= 0 ? stated : Self.defaultSeconds
    }
}
