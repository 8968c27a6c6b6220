package import Timetables
package import TransitModel

/// The closures of step-free ways, for instance by a lift that is out of order.
///
/// An alert with the effect `ACCESSIBILITY_ISSUE` closes the stops that it names: a platform only
/// itself, a station all its platforms. An alert about an entrance or a node within a station,
/// where a lift begins or ends, closes the footpaths between the station's platforms. Alerts about
/// routes and trips close nothing.
package struct StepFreeClosures: Hashable, Sendable {
    /// Stops without step-free boarding and alighting.
    private var stops: Set<StopIndex> = []
    /// Stations without a step-free footpath between their platforms.
    private var stations: Set<StopIndex> = []

    package static let none = StepFreeClosures()

    private init() {}

    /// Collects the closures of the alerts that apply at any instant of a period.
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

    package var isEmpty: Bool { stops.isEmpty && stations.isEmpty }

    /// Returns whether a stop is closed to riders who need step-free access.
    package func close(_ stop: StopIndex) -> Bool { stops.contains(stop) }

    /// Returns whether the footpath between two stops is closed to riders who need step-free
    /// access.
    package func closeWalk(
        from: StopIndex, to: StopIndex, in timetable: Timetable
    ) -> Bool {
        if stops.contains(from) || stops.contains(to) { return true }
        guard from != to, let station = timetable.stops.parent(from) else { return false }
        return stations.contains(station) && timetable.stops.parent(to) == station
    }
}

extension ServiceAlert {
    /// Whether the alert reports the closure of a step-free way.
    package var closesStepFreeWays: Bool { effect == "ACCESSIBILITY_ISSUE" }
}
