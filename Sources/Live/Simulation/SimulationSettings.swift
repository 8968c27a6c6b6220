/// How unruly a simulated day is.
package struct SimulationSettings: Sendable, Equatable {
    /// Equal seeds give equal days on every machine.
    package var seed: UInt64 = 1
    /// Seconds between two fixes of a vehicle.
    package var fixIntervalSeconds = 5.0
    /// Standard deviation of a fix around the true place, in metres.
    package var noiseMetres = 4.0
    /// Share of runs that do not run at all, 0...1.
    package var cancelledShare = 0.006
    /// Share of runs that start with a delay of several minutes, 0...1.
    package var disturbedShare = 0.06
    /// Share of runs that leave their path for a stretch, 0...1.
    package var detourShare = 0.01
    /// How far a detour leads from the path, in metres.
    package var detourMetres = 140.0

    /// A normal day.
    package init() {}

    /// A day on which every vehicle is where the timetable says.
    package static var punctual: SimulationSettings {
        var settings = SimulationSettings()
        settings.noiseMetres = 0
        settings.cancelledShare = 0
        settings.disturbedShare = 0
        settings.detourShare = 0
        settings.delaySpread = 0
        return settings
    }

    /// How much runs differ from the timetable by chance; 1 is a normal day, 0 none.
    package var delaySpread = 1.0
}
