package import Timetables
package import TransitModel

/// The line of a network that somebody may have ridden.
package struct LineMatch: Equatable, Sendable {
    /// The line.
    package let route: RouteIndex
    /// Where they got on.
    package let boarding: StopIndex
    /// Where they got off.
    package let alighting: StopIndex
    /// The position of the boarding stop in the run's pattern.
    package let board: Int
    /// The position of the alighting stop in the run's pattern.
    package let alight: Int
    /// The run that fits best in time; nil where none was on the road by the timetable.
    package let run: RunIndex?
    /// The service day of the run.
    package let day: ServiceDay?
    /// How late the run was, in seconds, in the middle of its calls; nil without a run.
    package let delaySeconds: Double?
    /// A vehicle on the run was seen where the rider was.
    package let isSeen: Bool
    /// How likely it was this line and run, 0...1; what is left to one is a car.
    package var probability: Double
}

extension TravelMode {
    /// What riders of a route call its vehicles.
    package init(_ mode: TransitMode) {
        switch mode {
        case .tram, .cableTram: self = .tram
        case .subway: self = .subway
        case .rail, .monorail, .funicular, .aerialLift: self = .rail
        case .ferry: self = .ferry
        case .bus, .trolleybus, .coach, .taxi, .air, .other: self = .bus
        }
    }
}
