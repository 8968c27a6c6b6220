package import Timetables
package import TransitModel

/// A line of the network that somebody may have ridden.
package struct LineMatch: Equatable, Sendable {
    package let route: RouteIndex
    package let boarding: StopIndex
    package let alighting: StopIndex
    /// The position of the boarding stop in the run's pattern.
    package let board: Int
    /// The position of the alighting stop in the run's pattern.
    package let alight: Int
    /// The run whose times fit best; nil if none was in service by the timetable.
    package let run: RunIndex?
    /// The service day of the run; nil without a run.
    package let day: ServiceDay?
    /// The median delay of the run at its calls, in seconds; nil without a run.
    package let delaySeconds: Double?
    /// Whether a vehicle on the run was seen where the rider was.
    package let isSeen: Bool
    /// The probability of this line and run, 0...1; the remainder to 1 is a car.
    package var probability: Double
}

extension TravelMode {
    /// Creates the mode by which riders know the vehicles of a route.
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
