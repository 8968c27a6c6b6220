import Raptor
package import Realtime
package import Timetables
import TransitModel

/// The connected components of a network: sets of stops linked by trips, footpaths and transfer
/// rules.
///
/// No journey leads from one component to another, so a search needs only one of them. In a
/// country-wide feed, a town that no line links to the others costs only what it would cost alone.
package final class NetworkComponents: Sendable {
    let timetable: Timetable
    /// The network's transfer rules.
    package let transferRules: TransferResolver
    let transferCache = TransferCache()
    /// The component of each stop.
    ///
    /// Components are numbered in the order of their first stops.
    private let components: [UInt32]
    /// The number of each stop within its component, in the order of stops.
    private let numbers: [UInt32]
    private let stopOffsets: [Int]
    private let stops: [StopIndex]
    private let patternOffsets: [Int]
    private let patterns: [PatternIndex]
    private let runCounts: [Int]

    /// Finds the components of a network.
    /// - Complexity: nearly linear in the patterns' stops, the footpaths and the transfer rules.
    package init(_ timetable: Timetable) {
        let sets = Self.linked(timetable)
        let stopCount = timetable.stops.count
        var components = [UInt32](repeating: .max, count: stopCount)
        var ofRoot = [UInt32](repeating: .max, count: stopCount)
        var count = 0
        for stop in 0..<stopCount {
            let root = Int(sets.root(of: UInt32(stop)))
            if ofRoot[root] == .max {
                ofRoot[root] = UInt32(count)
                count += 1
            }
            components[stop] = ofRoot[root]
        }
        let members = Self.grouped(stopCount, into: count) { Int(components[$0]) }
        var numbers = [UInt32](repeating: 0, count: stopCount)
        for component in 0..<count {
            let rows = members.offsets[component]..<members.offsets[component + 1]
            for row in rows { numbers[members.rows[row]] = UInt32(row - rows.lowerBound) }
        }
        let columns = timetable.patterns
        let lines = Self.grouped(columns.count, into: count) { pattern in
            columns.stops(of: PatternIndex(pattern)).first.map { Int(components[$0.row]) }
        }
        self.timetable = timetable
        transferRules = TransferResolver(timetable)
        self.components = components
        self.numbers = numbers
        stopOffsets = members.offsets
        stops = members.rows.map { StopIndex($0) }
        patternOffsets = lines.offsets
        patterns = lines.rows.map { PatternIndex($0) }
        runCounts = (0..<count).map { component in
            lines.rows[lines.offsets[component]..<lines.offsets[component + 1]]
                .reduce(0) { $0 + columns.runs(of: PatternIndex($1)).count }
        }
    }

    package var count: Int { stopOffsets.count - 1 }

    package func component(of stop: StopIndex) -> Int { Int(components[stop.row]) }

    /// Returns the component in which both ends of a request have stops; nil if they share several.
    ///
    /// If they share none, no journey can be found, and a component of the origins is returned.
    package func component(of request: RoutingRequest) -> Int? {
        let destinations = Set(request.destinations.map { component(of: $0.stop) })
        let origins = Set(request.origins.map { component(of: $0.stop) })
        let common = origins.intersection(destinations)
        return common.count > 1 ? nil : common.first ?? origins.min()
    }

    /// Returns whether a deviation from the timetable links two components.
    /// - Complexity: linear in the changed runs and in the calls of added runs.
    package func areLinked(by overlay: RealtimeOverlay) -> Bool {
        guard count > 1 else { return false }
        return overlay.added.contains { run in
            run.calls.contains { component(of: $0.stop) != component(of: run.calls[0].stop) }
        }
            || overlay.changes.contains { dated, change in
                change.usesOtherStops && !isInOneComponent(change, of: dated.run)
            }
    }

    private func isInOneComponent(_ change: RunChange, of run: RunIndex) -> Bool {
        let patterns = timetable.patterns
        guard run.row < patterns.runCount,
            let first = patterns.stops(of: patterns.pattern(of: run)).first
        else { return true }
        let own = component(of: first)
        return change.calls.allSatisfy { $0.stop.map { component(of: $0) == own } ?? true }
    }

    /// Returns the number of a stop within its component.
    func number(of stop: StopIndex) -> UInt32 { numbers[stop.row] }

    /// Returns the stops of a component, in order.
    func stops(of component: Int) -> ArraySlice<StopIndex> {
        stops[stopOffsets[component]..<stopOffsets[component + 1]]
    }

    /// Returns the patterns that call at stops of a component, in order.
    func patterns(of component: Int) -> ArraySlice<PatternIndex> {
        patterns[patternOffsets[component]..<patternOffsets[component + 1]]
    }

    /// Returns the number of runs of a component's patterns.
    func runCount(of component: Int) -> Int { runCounts[component] }

    // MARK: - Finding components

    private static func linked(_ timetable: Timetable) -> DisjointSets {
        let stops = timetable.stops
        let footpaths = timetable.footpaths
        var sets = DisjointSets(stops.count)
        func link(_ first: StopIndex, _ second: StopIndex) {
            guard first != .none, second != .none else { return }
            sets.join(first.rawValue, second.rawValue)
        }
        for pattern in timetable.patterns.indices {
            let calls = timetable.patterns.stops(of: pattern)
            for stop in calls { link(calls[0], stop) }
        }
        for row in 0..<stops.count {
            let stop = StopIndex(row)
            stops.parent(stop).map { link($0, stop) }
            for walk in footpaths.offsets[stop] { link(stop, footpaths.targets[walk]) }
        }
        for rule in 0..<footpaths.ruleTypes.count {
            link(footpaths.ruleFromStops[rule], footpaths.ruleToStops[rule])
            let trips = (footpaths.ruleFromTrips[rule], footpaths.ruleToTrips[rule])
            if let from = firstStop(of: trips.0, timetable),
                let to = firstStop(of: trips.1, timetable)
            {
                link(from, to)
            }
        }
        return sets
    }

    private static func firstStop(of trip: TripIndex, _ timetable: Timetable) -> StopIndex? {
        guard trip != .none, let run = timetable.trips.runs(of: trip).first else { return nil }
        return timetable.patterns.stops(of: timetable.patterns.pattern(of: run)).first
    }

    /// Groups the rows from 0 on, sorted by group and row.
    ///
    /// Rows without a group are left out.
    private static func grouped(
        _ rowCount: Int, into count: Int, by group: (Int) -> Int?
    ) -> (offsets: [Int], rows: [Int]) {
        var offsets = [Int](repeating: 0, count: count + 1)
        for row in 0..<rowCount { group(row).map { offsets[$0 + 1] += 1 } }
        for number in 0..<count { offsets[number + 1] += offsets[number] }
        var next = offsets
        var rows = [Int](repeating: 0, count: offsets[count])
        for row in 0..<rowCount {
            guard let group = group(row) else { continue }
            rows[next[group]] = row
            next[group] += 1
        }
        return (offsets, rows)
    }
}
