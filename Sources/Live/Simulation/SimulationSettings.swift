/// The parameters of a simulated day.
package struct SimulationSettings: Sendable, Equatable {
    /// The random seed.
    ///
    /// Equal seeds produce equal days on every machine.
    package var seed: UInt64 = 1
    /// Seconds between two fixes of a vehicle.
    package var fixIntervalSeconds = 5.0
    /// The standard deviation of a fix around the true position, in metres.
    package var noiseMetres = 4.0
    /// The share of runs that do not take place, 0...1.
    package var cancelledShare = 0.006
    /// The share of runs that start with a delay of several minutes, 0...1.
    package var disturbedShare = 0.06
    /// The share of runs that leave their path for a section, 0...1.
    package var detourShare = 0.01
    /// The maximum distance of a detour from the path, in metres.
    package var detourMetres = 140.0

    package init() {}

    /// The scale of random deviations from the timetable; 1 is a normal day, 0 none.
    package var delaySpread = 1.0
}
