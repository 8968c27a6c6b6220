import Raptor
package import Realtime
package import Timetables

/// A network, or one connected component of it, as laid out for a routing day.
package struct NetworkPart: Sendable {
    package let timetable: Timetable
    let transferRules: TransferResolver
    /// Nil for the whole network.
    private let component: (number: Int, all: NetworkComponents)?
    /// Nil if nothing is shared with other layouts.
    private let cache: TransferCache?

    package init(_ timetable: Timetable) {
        self.timetable = timetable
        transferRules = TransferResolver(timetable)
        component = nil
        cache = nil
    }

    package init(allOf components: NetworkComponents) {
        timetable = components.timetable
        transferRules = components.transferRules
        component = nil
        cache = components.transferCache
    }

    package init(component: Int, of components: NetworkComponents) {
        timetable = components.timetable
        transferRules = components.transferRules
        self.component = (component, components)
        cache = components.transferCache
    }

    var stopCount: Int {
        component.map { $0.all.stops(of: $0.number).count } ?? timetable.stops.count
    }

    package func contains(_ stop: StopIndex) -> Bool {
        component.map { $0.all.component(of: stop) == $0.number } ?? true
    }

    /// Returns the number of a stop, 0..<``stopCount``; nil if the stop is not in this part.
    func number(of stop: StopIndex) -> UInt32? {
        guard contains(stop) else { return nil }
        return component?.all.number(of: stop) ?? stop.rawValue
    }

    func stop(_ number: UInt32) -> StopIndex {
        guard let component else { return StopIndex(rawValue: number) }
        let stops = component.all.stops(of: component.number)
        return stops[stops.startIndex + Int(number)]
    }

    /// Calls `body` with each pattern, in order.
    func forEachPattern(_ body: (PatternIndex) -> Void) {
        if let component {
            for pattern in component.all.patterns(of: component.number) { body(pattern) }
        } else {
            for pattern in timetable.patterns.indices { body(pattern) }
        }
    }

    var runCount: Int {
        component.map { $0.all.runCount(of: $0.number) } ?? timetable.patterns.runCount
    }

    /// The amount of work to lay it out: the number of runs and stops.
    package var size: Int { runCount + stopCount }

    /// Returns the footpaths and transfer times between locations of this part.
    ///
    /// They do not depend on the day, so the layouts of a network's components share them.
    func transfers(
        of locations: LocationIndex, _ assumptions: TransferAssumptions
    ) -> RoutingColumns.Transfers {
        func made() -> RoutingColumns.Transfers {
            TransferBuilder.transfers(of: locations, self, assumptions)
        }
        guard let cache else { return made() }
        let key = TransferCache.Key(
            component: component?.number, parts: locations.parts, assumptions: assumptions)
        return cache.transfers(of: key, made)
    }

    /// Returns whether anything in this part differs from the timetable on any day.
    package func isTouched(by overlay: RealtimeOverlay) -> Bool {
        guard let component else {
            return !overlay.changes.isEmpty || !overlay.added.isEmpty
        }
        return overlay.added.contains { $0.calls.contains { contains($0.stop) } }
            || component.all.patterns(of: component.number).contains {
                !overlay.changedRuns(in: timetable.patterns.runs(of: $0)).isEmpty
            }
    }
}
