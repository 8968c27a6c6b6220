/// A station as the `station` channel tells it.
package struct TrackerStation: Hashable, Sendable {
    /// The number that other channels know it by.
    package let number: Int64
    /// Names it to other systems.
    package let uid: String
    /// As riders read it.
    package let name: String
    /// Where it is.
    package let place: MercatorPoint
    /// Whether it can be used in a wheelchair; nil if unknown.
    package let isAccessible: Bool?
    /// The kinds of vehicles that call.
    package let modes: [TrackerMode]
    /// The lines that call.
    package let lines: [TrackerLine]

    /// Describes a station.
    package init(
        number: Int64, uid: String, name: String, place: MercatorPoint, isAccessible: Bool?,
        modes: [TrackerMode], lines: [TrackerLine]
    ) {
        self.number = number
        self.uid = uid
        self.name = name
        self.place = place
        self.isAccessible = isAccessible
        self.modes = modes
        self.lines = lines
    }

    /// The GeoJSON feature of the station.
    package func json(tenant: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { feature in
            feature.member("type", "Feature")
            feature.object("geometry") {
                $0.member("type", "Point")
                $0.key("coordinates")
                $0.point(place)
            }
            feature.object("properties") { properties in
                properties.member("type", "station")
                properties.member("uid", uid)
                properties.member("uic", number)
                properties.member("name", name)
                properties.member("tenant", tenant)
                properties.member("hasAccessibility", isAccessible)
                properties.member("mots", modes.map(\.rawValue))
                properties.array("networkLines") { list in
                    for line in lines { line.write(to: &list) }
                }
                properties.array("transfers") { _ in }
            }
        }
        return writer.bytes
    }
}

/// Whether the server is well: the `healthcheck` channel.
package struct TrackerHealth: Hashable, Sendable {
    /// Which of the server's services is meant.
    package let service: String
    /// Whether it works.
    package let isHealthy: Bool
    /// Whose.
    package let tenant: String

    /// Describes how a service is doing.
    package init(service: String, isHealthy: Bool, tenant: String) {
        self.service = service
        self.isHealthy = isHealthy
        self.tenant = tenant
    }

    /// The JSON object; the misspelt member is what clients of the service know.
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.object {
            $0.member("service", service)
            $0.member("healthy", isHealthy)
            $0.member("heathly", isHealthy)
            $0.member("tenant", tenant)
        }
        return writer.bytes
    }
}
