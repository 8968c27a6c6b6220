import Raptor
import Realtime
import Timetables
import TransitModel

/// Builds the transfer tables: the footpaths of each location and its minimum transfer time.
struct TransferBuilder {
    private let timetable: Timetable
    private let usesStatedOnly: Bool
    /// Marks the footpaths that the riders of this search do not take.
    private let unusedFlag: UInt8
    private let closures: StepFreeClosures
    /// The minimum transfer time in seconds where the feed states none; nil if transfers take no
    /// time.
    private let changeSeconds: Int32?

    private(set) var offsets: [UInt32] = [0]
    private(set) var walks: [RoutingColumns.Walk] = []
    private(set) var isStated: [Bool] = []
    private(set) var leastSeconds: [Int32] = []
    private var list: [(seconds: Int32, target: UInt32, isStated: Bool)] = []

    init(
        _ timetable: Timetable, walks: RoutingDay.Walks, filter: RoutingFilter,
        changeSeconds: Int32?
    ) {
        self.timetable = timetable
        usesStatedOnly = walks == .stated
        unusedFlag =
            filter.wheelchair ? FootpathColumns.stairsFlag : FootpathColumns.stepFreeFlag
        closures = filter.wheelchair ? filter.closures : .none
        self.changeSeconds = changeSeconds
    }

    /// Fills the tables.
    ///
    /// `places` must already contain all parts of stops.
    mutating func build(_ locations: LocationIndex) {
        let forbidden = changeSeconds == nil ? [] : stopsWithoutChange()
        let columns = timetable.footpaths
        for location in 0..<UInt32(locations.count) {
            let stop = locations.stop(of: location)
            list.removeAll(keepingCapacity: true)
            for row in columns.offsets[stop] {
                let flags = columns.flags[row]
                let isStated = flags & FootpathColumns.statedFlag != 0
                guard isStated || !usesStatedOnly,
                    flags & unusedFlag == 0,
                    closures.isEmpty
                        || !closures.closeWalk(from: stop, to: columns.targets[row], in: timetable)
                else { continue }
                add(
                    Int32(columns.seconds[row]), isStated: isStated, from: location,
                    to: columns.targets[row], locations)
            }
            var general = forbidden.contains(stop) ? RoutingColumns.never : least(stop)
            if locations.hasRules, locations.hasRule(at: stop) {
                addRuledWalks(from: location, locations)
                for other in locations.locations(of: stop) where other != location {
                    let seconds = ruled(location, other, locations, general: general)
                    if seconds < RoutingColumns.never { list.append((seconds, other, true)) }
                }
                general = ruled(location, location, locations, general: general)
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

    /// Returns the stops where transfers.txt forbids every transfer.
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
            // A rule about a station applies to its platforms.
            stops.formUnion(timetable.stops.children[timetable.stops.childOffsets[stop]])
        }
        return stops
    }

    private mutating func add(
        _ seconds: Int32, isStated: Bool, from location: UInt32, to stop: StopIndex,
        _ locations: LocationIndex
    ) {
        guard locations.hasRules else {
            if let target = locations.location(of: stop) {
                list.append((seconds, target, isStated))
            }
            return
        }
        for target in locations.locations(of: stop) {
            let time = ruled(location, target, locations, general: seconds)
            if time < RoutingColumns.never { list.append((time, target, isStated)) }
        }
    }

    /// Adds footpaths that exist only through a rule about particular routes or trips.
    private mutating func addRuledWalks(from location: UInt32, _ locations: LocationIndex) {
        let stop = locations.stop(of: location)
        let known = Set(list.map { locations.stop(of: $0.target) })
        for target in Set(locations.rules.lazy.filter { $0.from == stop }.map { $0.to })
        where target != stop && !known.contains(target) {
            guard !hasGeneralWalk(from: stop, to: target) else { continue }
            for part in locations.locations(of: target) {
                let time = ruled(location, part, locations, general: RoutingColumns.never)
                if time < RoutingColumns.never { list.append((time, part, true)) }
            }
        }
    }

    private func hasGeneralWalk(from: StopIndex, to: StopIndex) -> Bool {
        timetable.footpaths.offsets[from].contains { timetable.footpaths.targets[$0] == to }
    }

    /// Returns the transfer time between two locations: that of the most specific rule about both,
    /// or `general` if there is none.
    private func ruled(
        _ from: UInt32, _ to: UInt32, _ locations: LocationIndex, general: Int32
    ) -> Int32 {
        guard locations.isPart(from) || locations.isPart(to) else { return general }
        let (start, end) = (locations.stop(of: from), locations.stop(of: to))
        let arriving = locations.signature(of: from).arriving
        let leaving = locations.signature(of: to).leaving
        var best: LocationIndex.Rule?
        for number in arriving + leaving {
            let rule = locations.rules[Int(number)]
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
