import Raptor
import Realtime
import Timetables
import TransitModel

/// What footpaths and transfer times depend on, beside the network.
struct TransferAssumptions: Hashable {
    /// Whether only footpaths stated in transfers.txt are used.
    let usesStatedOnly: Bool
    let isWheelchair: Bool
    /// Elements closed to wheelchairs.
    let closures: StepFreeClosures
    /// The minimum transfer time in seconds where the feed states none; nil if transfers take no
    /// time.
    let transferSeconds: Int32?
}

/// Builds the transfer tables: the footpaths of each location and its minimum transfer time.
struct TransferBuilder {
    private let timetable: Timetable
    private let transfers: TransferResolver
    private let assumptions: TransferAssumptions

    private var offsets: [UInt32] = [0]
    private var walks: [RoutingColumns.Walk] = []
    private var isStated: [Bool] = []
    private var leastSeconds: [Int32] = []
    private var list: [(seconds: Int32, target: UInt32, isStated: Bool)] = []

    init(_ timetable: Timetable, _ transfers: TransferResolver, _ assumptions: TransferAssumptions)
    {
        self.timetable = timetable
        self.transfers = transfers
        self.assumptions = assumptions
    }

    /// Returns the tables for locations, which must already contain all parts of stops.
    static func transfers(
        of locations: LocationIndex, _ network: NetworkPart, _ assumptions: TransferAssumptions
    ) -> RoutingColumns.Transfers {
        var builder = TransferBuilder(network.timetable, network.transferRules, assumptions)
        builder.build(locations)
        return RoutingColumns.Transfers(
            offsets: builder.offsets, walks: builder.walks, isStated: builder.isStated,
            leastSeconds: builder.leastSeconds)
    }

    private mutating func build(_ locations: LocationIndex) {
        let columns = timetable.footpaths
        // Marks the footpaths that the riders of this search do not take.
        let unusedFlag =
            assumptions.isWheelchair ? FootpathColumns.stairsFlag : FootpathColumns.stepFreeFlag
        let closures = assumptions.closures
        for location in 0..<UInt32(locations.count) {
            let stop = locations.stop(of: location)
            list.removeAll(keepingCapacity: true)
            for row in columns.offsets[stop] {
                let flags = columns.flags[row]
                let isStated = flags & FootpathColumns.statedFlag != 0
                guard isStated || !assumptions.usesStatedOnly,
                    flags & unusedFlag == 0,
                    closures.isEmpty
                        || !closures.closeWalk(from: stop, to: columns.targets[row], in: timetable)
                else { continue }
                add(
                    Int32(columns.seconds[row]), isStated: isStated, from: location,
                    to: columns.targets[row], locations)
            }
            var general = least(stop)
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
        guard let transferSeconds = assumptions.transferSeconds else { return 0 }
        let stated = timetable.stops.transferSeconds[stop]
        let usual = stated >= 0 ? stated : transferSeconds
        guard let rule = transfers.generalRule(from: stop, to: stop) else { return usual }
        return rule.seconds(usual: usual, atOneStop: true) ?? RoutingColumns.never
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
        for target in locations.ruledTargets(from: stop)
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
        let found = transfers.rule(from: start, to: end) { number in
            let rule = transfers.rules[Int(number)]
            return !rule.isGeneral
                && (!rule.isRestricted(.arriving) || arriving.contains(number))
                && (!rule.isRestricted(.leaving) || leaving.contains(number))
        }
        guard let found else { return general }
        return found.seconds(
            usual: general < RoutingColumns.never ? general : nil, atOneStop: start == end)
            ?? RoutingColumns.never
    }
}
