import Raptor
import Realtime
import Timetables
import TransitModel

/// Sorts the runs of a few days into RAPTOR routes.
///
/// Within a RAPTOR route no run overtakes another, so the earliest run to board is found by binary
/// search. Runs whose times differ from the timetable stay in their RAPTOR route where this holds,
/// and get another one where it does not.
struct RaptorRouteBuilder {
    struct DatedRouteRun {
        /// The departure from the first stop, on the layout's clock.
        var start: Int32
        /// The index of the first entry of its profile.
        var profile: UInt32
        let run: RunIndex
        /// The offset of its service day, see `DayShifts.Day.offset`.
        let day: Int8
        /// Whether its times differ from the timetable.
        let isChanged: Bool
    }

    private let network: NetworkPart
    let days: DayShifts
    var locations: LocationIndex
    private let overlay: RealtimeOverlay
    private let filter: RoutingFilter
    /// Nil if riders never stay seated from one run to the next.
    let continuing: ContinuationFinder?
    var profiles: ProfileStore

    private(set) var routes: [RoutingColumns.RaptorRoute] = []
    private(set) var routeLocations: [UInt32] = []
    private(set) var routeRules: [CallRule] = []
    private(set) var runTimes: [RoutingColumns.RunTimes] = []
    private(set) var dated = RoutingDay.DatedRuns()

    // Reused for each pattern.
    private var list: [DatedRouteRun] = []
    private var variants: [BoardingVariant: [DatedRouteRun]] = [:]

    init(
        _ network: NetworkPart, days: DayShifts, locations: LocationIndex, overlay: RealtimeOverlay,
        filter: RoutingFilter, continuing: ContinuationFinder?
    ) {
        self.continuing = continuing
        self.network = network
        self.days = days
        self.locations = locations
        self.overlay = overlay
        self.filter = filter
        profiles = ProfileStore(network.timetable, isChanged: network.isTouched(by: overlay))
        runTimes.reserveCapacity(network.runCount / 2)
    }

    var timetable: Timetable { network.timetable }

    mutating func build() {
        let filtering = TripFilter(timetable, filter)
        let network = network
        network.forEachPattern { pattern in
            guard filtering.allows(timetable.patterns.routes[pattern]) else { return }
            collect(pattern, filtering)
            guard !list.isEmpty || !variants.isEmpty else { return }
            let usual = usualVariant(pattern)
            let isWide = timetable.patterns.flags[pattern] & PatternColumns.wideFlag != 0
            add(list, variant: usual, pattern: pattern, isWide: isWide)
            for (variant, runs) in variants.sorted(by: { $0.key < $1.key }) {
                add(runs, variant: variant, pattern: pattern, isWide: variant.isWide)
            }
        }
        addAddedRuns(filtering)
    }

    /// Collects a pattern's runs on all days: runs with the usual stops into `list`, others into
    /// `variants`.
    private mutating func collect(_ pattern: PatternIndex, _ filtering: TripFilter) {
        list.removeAll(keepingCapacity: true)
        variants.removeAll(keepingCapacity: true)
        let patterns = timetable.patterns
        let rows = patterns.runs(of: pattern)
        let hasTripRules =
            locations.hasRules
            && patterns.stops(of: pattern).contains { locations.hasTripRule(at: $0) }
        let last = patterns.stops(of: pattern).count - 1
        let changed = overlay.changedRuns(in: rows)
        for day in days.days {
            let date = days.first.advanced(by: Int(day.offset))
            func isChanged(_ run: RunIndex) -> Bool {
                guard let first = changed.first, run >= first else { return false }
                let location = changed.partitioningIndex { $0 >= run }
                return location < changed.endIndex && changed[location] == run
                    && overlay.change(of: run, on: date) != nil
            }
            let shift = days.shift(of: pattern, on: day)
            for run in rows where day.isActive[patterns.runServices[run].row] {
                let trip = patterns.runTrips[run]
                guard filtering.allows(trip) else { continue }
                if day.offset < 0 {
                    // Of the previous day, keep only runs that are still under way.
                    let end = patterns.times(of: run, in: pattern, at: last).arrival.seconds
                    guard end + shift >= 0 || isChanged(run) else { continue }
                }
                if isChanged(run) {
                    addChanged(run, pattern, trip, day: day, shift: shift)
                    continue
                }
                let entry = DatedRouteRun(
                    start: patterns.runStarts[run] + shift, profile: patterns.runProfiles[run],
                    run: run, day: day.offset, isChanged: false)
                if hasTripRules || continuing?.isNamed(trip) ?? false {
                    let isWide = patterns.flags[pattern] & PatternColumns.wideFlag != 0
                    var variant = variant(pattern, trip: trip, isWide: isWide)
                    variant.keepApart(entry, trip, continuing)
                    variants[variant, default: []].append(entry)
                } else {
                    list.append(entry)
                }
            }
        }
    }

    private mutating func addChanged(
        _ run: RunIndex, _ pattern: PatternIndex, _ trip: TripIndex, day: DayShifts.Day,
        shift: Int32
    ) {
        let date = days.first.advanced(by: Int(day.offset))
        guard let change = overlay.change(of: run, on: date), !change.isCancelled,
            change.calls.count == timetable.patterns.stops(of: pattern).count,
            let last = change.calls.last, last.arrival.seconds + shift >= 0
        else { return }
        let isWide = timetable.patterns.flags[pattern] & PatternColumns.wideFlag != 0
        let stored = profiles.add(
            change.calls.map { ($0.arrival.seconds, $0.departure.seconds) }, isWide: isWide)
        let entry = DatedRouteRun(
            start: change.calls[0].departure.seconds + shift, profile: stored.location, run: run,
            day: day.offset, isChanged: true)
        let isUsual =
            stored.isWide == isWide && !locations.hasRules && !(continuing?.isNamed(trip) ?? false)
            && change.calls.allSatisfy { $0.stop == nil && !$0.isSkipped }
        if isUsual {
            list.append(entry)
        } else {
            var variant = variant(
                pattern, trip: trip, isWide: stored.isWide, calls: change.calls)
            variant.keepApart(entry, trip, continuing)
            variants[variant, default: []].append(entry)
        }
    }

    // MARK: - Calls of a RAPTOR route

    private mutating func usualVariant(_ pattern: PatternIndex) -> BoardingVariant {
        let isWide = timetable.patterns.flags[pattern] & PatternColumns.wideFlag != 0
        return variant(pattern, trip: .none, isWide: isWide)
    }

    private mutating func variant(
        _ pattern: PatternIndex, trip: TripIndex, isWide: Bool, calls: [ExpectedCall] = []
    ) -> BoardingVariant {
        let patterns = timetable.patterns
        let rows = patterns.stopOffsets[pattern]
        var variant = BoardingVariant(isWide: isWide)
        variant.locations.reserveCapacity(rows.count)
        variant.rules.reserveCapacity(rows.count)
        for (position, row) in rows.enumerated() {
            let call = position < calls.count ? calls[position] : nil
            let stop = call?.stop ?? patterns.stops[row]
            var rule = CallRule(bits: patterns.boarding[row])
            let location = location(stop, route: patterns.routes[pattern], trip: trip)
            if call?.isSkipped ?? false || isOutOfReach(stop) || location == nil {
                rule = .closed
            }
            variant.rules.append(rule)
            // A stop without a link to this part of the network by any route or footpath is
            // unusable here.
            variant.locations.append(location ?? locations.location(of: patterns.stops[row]) ?? 0)
        }
        return variant
    }

    /// Returns the location of a call; nil if it is in another part of the network.
    private mutating func location(_ stop: StopIndex, route: RouteIndex, trip: TripIndex) -> UInt32?
    {
        locations.hasRules
            ? locations.location(stop, route: route, trip: trip) : locations.location(of: stop)
    }

    private func isOutOfReach(_ stop: StopIndex) -> Bool {
        filter.wheelchair
            && (timetable.stops.wheelchairBoarding(stop) == .no || filter.closures.close(stop))
    }

    private mutating func addAddedRuns(_ filtering: TripFilter) {
        for (number, added) in overlay.added.enumerated()
        where filtering.allows(added.route) && added.calls.allSatisfy({ network.contains($0.stop) })
        {
            for day in days.days where days.first.advanced(by: Int(day.offset)) == added.day {
                let shift = days.shift(ofRoute: added.route, on: day)
                let stored = profiles.add(
                    added.calls.map { ($0.arrival.seconds, $0.departure.seconds) }, isWide: false)
                var variant = BoardingVariant(isWide: stored.isWide)
                for call in added.calls {
                    variant.rules.append(isOutOfReach(call.stop) ? .closed : .open)
                    variant.locations.append(
                        location(call.stop, route: added.route, trip: .none) ?? 0)
                }
                let entry = DatedRouteRun(
                    start: added.calls[0].departure.seconds + shift, profile: stored.location,
                    run: RunIndex(timetable.patterns.runCount + number), day: day.offset,
                    isChanged: true)
                add([entry], variant: variant, pattern: .none, isWide: stored.isWide)
            }
        }
    }

    // MARK: - RAPTOR routes

    /// Adds RAPTOR routes for runs that call at the same locations.
    private mutating func add(
        _ runs: [DatedRouteRun], variant: BoardingVariant, pattern: PatternIndex, isWide: Bool
    ) {
        guard !runs.isEmpty, variant.locations.count <= Int(UInt16.max) else { return }
        let stopCount = variant.locations.count
        var splitter = RaptorRouteSplitter(profiles: profiles, isWide: isWide, stopCount: stopCount)
        for route in splitter.split(runs) {
            routes.append(
                RoutingColumns.RaptorRoute(
                    stops: routeLocations.count..<routeLocations.count + stopCount,
                    runs: runTimes.count..<runTimes.count + route.count, isWide: isWide,
                    hasRules: variant.rules.contains { $0 != .open }))
            dated.patterns.append(pattern)
            runTimes += route.lazy.map {
                RoutingColumns.RunTimes(start: $0.start, profile: $0.profile)
            }
            dated.runs += route.lazy.map { $0.run }
            dated.days += route.lazy.map { $0.day }
            routeLocations += variant.locations
            routeRules += variant.rules
        }
    }
}

/// The locations at which the runs of a RAPTOR route call, and the boarding rules there.
struct BoardingVariant: Hashable, Comparable {
    let isWide: Bool
    var locations: [UInt32] = []
    var rules: [CallRule] = []
    /// Identifies the run and its day if the RAPTOR route must hold no other run; otherwise 0.
    private var only: UInt64 = 0

    init(isWide: Bool) {
        self.isWide = isWide
    }

    /// Gives a run whose vehicle continues as another one a RAPTOR route of its own.
    mutating func keepApart(
        _ run: RaptorRouteBuilder.DatedRouteRun, _ trip: TripIndex,
        _ continuing: ContinuationFinder?
    ) {
        guard let continuing, continuing.isNamed(trip) else { return }
        only = UInt64(run.run.rawValue) << 8 | UInt64(UInt8(bitPattern: run.day)) + 1
    }

    /// An arbitrary but fixed order.
    static func < (left: BoardingVariant, right: BoardingVariant) -> Bool {
        if left.locations != right.locations {
            return left.locations.lexicographicallyPrecedes(right.locations)
        }
        if left.rules != right.rules {
            return left.rules.lexicographicallyPrecedes(right.rules) { $0.bits < $1.bits }
        }
        if left.only != right.only { return left.only < right.only }
        return !left.isWide && right.isWide
    }
}
