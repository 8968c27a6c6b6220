package import NetworkAPI
package import TransitModel

extension NetworkAnswer {
    /// Describes a server without its own network, whose connections and boards come from a remote
    /// server.
    package init(
        remote name: String, zone: TransitTimeZone, now: UnixTime, clockSpeed: Double
    ) {
        self.init()
        self.name = name
        timeZone = zone.identifier
        self.now = now.milliseconds
        self.clockSpeed = clockSpeed
        let today = zone.day(at: now)
        serviceDays.from = today
        serviceDays.to = today
        revision = "remote"
        savesNothing = true
    }
}
