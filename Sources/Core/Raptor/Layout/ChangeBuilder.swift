import Realtime
import Timetables
import TransitModel

/// Lays out the ways to change: for each place its walks and the least time for a change there.
struct ChangeBuilder {
    private let timetable: Timetable
    private let places: RoutingPlaces
    private let usesStatedOnly: Bool
    private let avoidsStairs: Bool
    private let closures: StepFreeClosures
    /// nil: no change takes time.
    private let changeSeconds: Int32?

    private(set) var offsets: [UInt32] = [0]
    private(set) var walks: [RoutingColumns.Walk] = []
    private(set) var isStated: [Bool] = []
    private(set) var leastSeconds: [Int32] = []
    private var list: [(seconds: Int32, target: UInt32, isStated: Bool)] = []

    init(
        _ timetable: Timetable, places: RoutingPlaces, walks: RoutingDay.Walks,
        filter: RoutingFilter,
        changeSeconds: Int32?
    ) {
        self.timetable = timetable
        self.places = places
        usesStatedOnly = walks == .stated
        avoidsStairs = filter.wheelchair
        closures = filter.wheelchair ? filter.closures : .none
        self.changeSeconds = changeSeconds
    }

    /// Fills the tables; `places` must know all its parts by now.
    mutating func build(_ places: RoutingPlaces) {
        let forbidden = changeSeconds == nil ? [] : stopsWithoutChange()
        let columns = timetable.footpaths
        for place in 0..<UInt32(places.count) {
            let stop = places.stop(of: place)
            list.removeAll(keepingCapacity: true)
            for row in columns.offsets[stop] {
                let flags = columns.flags[row]
                let isStated = flags & FootpathColumns.statedFlag != 0
                guard isStated || !usesStatedOnly,
                    !avoidsStairs || flags & FootpathColumns.stairsFlag == 0,
                    closures.isEmpty
                        || !closures.closeWalk(from: stop, to: columns.targets[row], in: timetable)
                else { continue }
                add(
                    Int32(columns.seconds[row]), isStated: isStated, from: place,
                    to: columns.targets[row], places)
            }
            var general = forbidden.contains(stop) ? RoutingColumns.never : least(stop)
            if places.hasRules, places.hasRule(at: stop) {
                addRuledWalks(from: place, places)
                for other in places.places(of: stop) where other != place {
                    let seconds = ruled(place, other, places, general: general)
                    if seconds < RoutingColumns.never { list.append((seconds, other, true)) }
                }
                general = ruled(place, place, places, general: general)
            }
            leastSeconds.append(general)
            list.sort { ($0.seconds, $0.target) < ($1.seconds, $1.target) }
            for walk in list {
                walks.append(RoutingColumns.Walk(seconds: walk.seconds, target: walk.target))
                isStated.append(walk.isStated)
            }
            offsets.append(UInt32(walks.count))
        }
    }

    private func least(_ stop: StopIndex) -> Int32 {
        guard let changeSeconds else { return 0 }
        let stated = timetable.stops.changeSeconds[stop]
        return stated >= 0 ? stated : changeSeconds
    }

    /// Stops at which transfers.txt forbids to change at all.
    private func stopsWithoutChange() -> Set<StopIndex> {
        let columns = timetable.footpaths
        var stops = Set<StopIndex>()
        for row in 0..<columns.ruleTypes.count
        where columns.ruleTypes[row] == TransferType.forbidden.rawValue
            && columns.ruleFromStops[row] == columns.ruleToStops[row]
            && columns.ruleFromRoutes[row] == .none && columns.ruleToRoutes[row] == .none
            && columns.ruleFromTrips[row] == .none && columns.ruleToTrips[row] == .none
        {
            let stop = columns.ruleFromStops[row]
            stops.insert(stop)
            // A station's rule is about its platforms.
            stops.formUnion(timetable.stops.children[timetable.stops.childOffsets[stop]])
        }
        return stops
    }

    private mutating func add(
        _ seconds: Int32, isStated: Bool, from place: UInt32, to stop: StopIndex,
        _ places: RoutingPlaces
    ) {
        guard places.hasRules else {
            if let target = places.place(of: stop) { list.append((seconds, target, isStated)) }
            return
        }
        for target in places.places(of: stop) {
            let time = ruled(place, target, places, general: seconds)
            if time < RoutingColumns.never { list.append((time, target, isStated)) }
        }
    }

    /// Walks that only a rule about particular routes or trips gives.
    private mutating func addRuledWalks(from place: UInt32, _ places: RoutingPlaces) {
        let stop = places.stop(of: place)
        let known = Set(list.map { places.stop(of: $0.target) })
        for target in Set(places.rules.lazy.filter { $0.from == stop }.map(\.to))
        where target != stop && !known.contains(target) {
            guard !hasGeneralWalk(from: stop, to: target) else { continue }
            for part in places.places(of: target) {
                let time = ruled(place, part, places, general: RoutingColumns.never)
                if time < RoutingColumns.never { list.append((time, part, true)) }
            }
        }
    }

    private func hasGeneralWalk(from: StopIndex, to: StopIndex) -> Bool {
        timetable.footpaths.offsets[from].contains { timetable.footpaths.targets[$0] == to }
    }

    /// The time for a change between two places: that of the most particular rule that is about
    /// both, `general` if there is none.
    private func ruled(
        _ from: UInt32, _ to: UInt32, _ places: RoutingPlaces, general: Int32
    ) -> Int32 {
        guard places.isPart(from) || places.isPart(to) else { return general }
        let (start, end) = (places.stop(of: from), places.stop(of: to))
        let arriving = places.signature(of: from).arriving
        let leaving = places.signature(of: to).leaving
        var best: RoutingPlaces.Rule?
        for number in arriving + leaving {
            let rule = places.rules[Int(number)]
            guard rule.from == start, rule.to == end,
                !rule.isRestricted(.arriving) || arriving.contains(number),
                !rule.isRestricted(.leaving) || leaving.contains(number),
                rule.rank > best?.rank ?? -1
            else { continue }
            best = rule
        }
        guard let best else { return general }
        switch best.type {
        case .forbidden: return RoutingColumns.never
        case .minimumTime where best.seconds >= 0: return best.seconds
        case .timed: return start == end || general >= RoutingColumns.never ? 0 : general
        case .recommended, .minimumTime, .inSeat, .mustAlight:
            return general >= RoutingColumns.never ? 0 : general
        }
    }
}
