import JSONWriting

/// A station as sent on the `station` channel.
package struct TrackerStation: Hashable, Sendable {
    /// The number that identifies the station on other channels.
    package let number: Int64
    /// The id that other systems use.
    package let uid: String
    /// The name as riders read it.
    package let name: String
    package let place: MercatorPoint
    /// Whether it can be used in a wheelchair; nil if unknown.
    package let isAccessible: Bool?
    /// The kinds of vehicles that call at the station.
    package let modes: [TrackerMode]
    /// The lines that call at the station.
    package let lines: [TrackerLine]

    /// Returns the GeoJSON feature of the station.
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

/// The health of the server: the `healthcheck` channel.
package struct TrackerHealth: Hashable, Sendable {
    /// The service of the server that is reported.
    package let service: String
    package let isHealthy: Bool
    package let tenant: String

    /// The JSON object; clients of the service expect the misspelt member.
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
