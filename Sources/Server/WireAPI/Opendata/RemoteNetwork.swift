package import TransitModel

extension NetworkAnswer {
    /// Describes a server without its own network, whose connections and boards come from a remote
    /// server.
    package init(
        remote name: String, zone: TransitTimeZone, now: UnixTime, clockSpeed: Double
    ) {
        self.name = name
        invented = false
        timeZone = zone.identifier
        languages = []
        self.now = now.milliseconds
        self.clockSpeed = clockSpeed
        bounds = nil
        core = nil
        counts = Counts(
            stops: 0, stations: 0, routes: 0, trips: 0, stopTimes: 0, patterns: 0,
            notices: Notices())
        let today = zone.day(at: now)
        serviceDays = ServiceDays(from: today, to: today)
        feeds = []
        attributions = []
        revision = "remote"
        live = Live(source: "none", vehicles: 0, state: "none", updatedAt: nil)
        landscape = false
        addresses = false
        streets = nil
        campus = false
    }
}
