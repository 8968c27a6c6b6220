package import Realtime
package import Timetables

/// A network, or one connected component of it, as a day is laid out for it.
package struct NetworkPart: Sendable {
    /// The network.
    package let timetable: Timetable
    /// Nil for the whole network.
    private let component: (number: Int, all: NetworkComponents)?

    /// The whole network.
    package init(_ timetable: Timetable) {
        self.timetable = timetable
        component = nil
    }

    /// One component.
    package init(_ timetable: Timetable, component: Int, of components: NetworkComponents) {
        self.timetable = timetable
        self.component = (component, components)
    }

    /// How many stops it has.
    var stopCount: Int {
        component.map { $0.all.stops(of: $0.number).count } ?? timetable.stops.count
    }

    /// Whether a stop is in it.
    package func contains(_ stop: StopIndex) -> Bool {
        component.map { $0.all.component(of: stop) == $0.number } ?? true
    }

    /// The number of a stop, 0 to below ``stopCount``; nil if it is not in it.
    func number(of stop: StopIndex) -> UInt32? {
        guard contains(stop) else { return nil }
        return component?.all.number(of: stop) ?? stop.rawValue
    }

    /// The stop with a number.
    func stop(_ number: UInt32) -> StopIndex {
        guard let component else { return StopIndex(rawValue: number) }
        let stops = component.all.stops(of: component.number)
        return stops[stops.startIndex + Int(number)]
    }

    /// Calls the closure with each pattern, in order.
    func forEachPattern(_ body: (PatternIndex) -> Void) {
        if let component {
            for pattern in component.all.patterns(of: component.number) { body(pattern) }
        } else {
            for pattern in timetable.patterns.indices { body(pattern) }
        }
    }

    /// How many runs it has.
    var runCount: Int {
        component.map { $0.all.runCount(of: $0.number) } ?? timetable.patterns.runCount
    }

    /// How much there is to lay out: its runs and stops.
    package var size: Int { runCount + stopCount }

    /// Whether anything in it differs from the timetable on some day.
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
