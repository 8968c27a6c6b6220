package import Realtime
package import Timetables

/// A network, or one connected component of it, as a day is laid out for it.
package struct NetworkPart: Sendable {
    /// The network.
    package let timetable: Timetable
    private let components: NetworkComponents?
    /// The component's number; nil for the whole network.
    package let component: Int?

    /// The whole network.
    package init(_ timetable: Timetable) {
        self.timetable = timetable
        components = nil
        component = nil
    }

    /// One component.
    package init(_ timetable: Timetable, component: Int, of components: NetworkComponents) {
        self.timetable = timetable
        self.components = components
        self.component = component
    }

    /// How many stops it has.
    var stopCount: Int {
        if let components, let component { return components.stops(of: component).count }
        return timetable.stops.count
    }

    /// Whether a stop is in it.
    package func contains(_ stop: StopIndex) -> Bool {
        components == nil || components?.component(of: stop) == component
    }

    /// The number of a stop, 0 to below ``stopCount``; nil if it is not in it.
    func number(of stop: StopIndex) -> UInt32? {
        guard let components else { return stop.rawValue }
        return components.component(of: stop) == component ? components.number(of: stop) : nil
    }

    /// The stop with a number.
    func stop(_ number: UInt32) -> StopIndex {
        guard let components, let component else { return StopIndex(rawValue: number) }
        let stops = components.stops(of: component)
        return stops[stops.startIndex + Int(number)]
    }

    /// Calls the closure with each pattern, in order.
    func forEachPattern(_ body: (PatternIndex) -> Void) {
        if let components, let component {
            for pattern in components.patterns(of: component) { body(pattern) }
        } else {
            for pattern in timetable.patterns.indices { body(pattern) }
        }
    }

    /// How many runs it has.
    var runCount: Int {
        if let components, let component { return components.runCount(of: component) }
        return timetable.patterns.runCount
    }

    /// How much there is to lay out: its runs and stops.
    package var size: Int { runCount + stopCount }

    /// Whether anything in it differs from the timetable on some day.
    package func isTouched(by overlay: RealtimeOverlay) -> Bool {
        guard let components, let component else {
            return !overlay.changes.isEmpty || !overlay.added.isEmpty
        }
        return overlay.added.contains { $0.calls.contains { contains($0.stop) } }
            || components.patterns(of: component).contains {
                !overlay.changedRuns(in: timetable.patterns.runs(of: $0)).isEmpty
            }
    }
}
