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
    /// The run that fits best in time; nil where none was on the road by the timetable.
    package let run: RunIndex?
    /// The service day of the run.
    package let day: ServiceDay?
    /// How late the run was, in seconds, in the middle of its calls; nil without a run.
    package let delaySeconds: Double?
    /// How likely it was this line and run, 0...1; what is left to one is a car.
    package let probability: Double
}

extension TravelMode {
    /// What riders of a route call its vehicles.
    init(_ mode: TransitMode) {
        switch mode {
        case .tram, .cableTram: self = .tram
        case .subway: self = .subway
        case .rail, .monorail, .funicular, .aerialLift: self = .rail
        case .ferry: self = .ferry
        case .bus, .trolleybus, .coach, .taxi, .air, .other: self = .bus
        }
    }
}
