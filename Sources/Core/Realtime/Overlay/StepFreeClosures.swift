package import Timetables
package import TransitModel

/// Where the way without steps is closed, as by a lift that is out of order.
///
/// An alert with the effect `ACCESSIBILITY_ISSUE` closes the stops that it names: a platform for itself, a
/// station for all its platforms. One about an entrance or a node within a station, where a lift begins or
/// ends, closes the walks between the station's platforms. Alerts about routes and trips close nothing.
package struct StepFreeClosures: Hashable, Sendable {
    /// Nobody who needs a way without steps gets on or off there.
    private var stops: Set<StopIndex> = []
    /// Stations between whose platforms nobody gets without steps.
    private var stations: Set<StopIndex> = []

    /// Nothing is closed.
    package static let none = StepFreeClosures()

    private init() {}

    /// What the alerts that hold at some moment of a span close.
    /// - Complexity: linear in the alerts and in the platforms of the stations that they name.
    package init(
        _ alerts: [ServiceAlert], from start: UnixTime, to end: UnixTime, in timetable: Timetable
    ) {
        for alert in alerts where alert.closesStepFreeWays && alert.holds(from: start, to: end) {
            for subject in alert.subjects where subject.route == nil && subject.trip == nil {
                if let stop = subject.stop { close(stop, timetable.stops) }
            }
        }
    }

    private mutating func close(_ stop: StopIndex, _ columns: StopColumns) {
        switch columns.locationType(stop) {
        case .station: stops.formUnion(columns.platforms(of: stop))
        case .boardingArea: stops.insert(columns.riderPlace(of: stop))
        case .entrance, .node: if let station = columns.parent(stop) { stations.insert(station) }
        case .stop: stops.insert(stop)
        }
    }

    /// Whether nothing is closed.
    package var isEmpty: Bool { stops.isEmpty && stations.isEmpty }

    /// Whether nobody gets on or off at a stop without steps.
    package func close(_ stop: StopIndex) -> Bool { stops.contains(stop) }

    /// Whether nobody gets from one stop to another without steps.
    package func closeWalk(
        from: StopIndex, to: StopIndex, in timetable: Timetable
    ) -> Bool {
        if stops.contains(from) || stops.contains(to) { return true }
        guard from != to, let station = timetable.stops.parent(from) else { return false }
        return stations.contains(station) && timetable.stops.parent(to) == station
    }
}

extension ServiceAlert {
    /// Whether it tells of a way without steps that is closed.
    package var closesStepFreeWays: Bool { effect == "ACCESSIBILITY_ISSUE" }
}
