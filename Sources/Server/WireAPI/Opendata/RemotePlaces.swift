package import NetworkAPI
import TransitModel
package import TransportAPI

/// Creates Takt's own answers from the data of a Transport API server, for networks without a feed.
///
/// That API has no line ids, colours or permanent run ids, so the substitutes serve to show a
/// connection, not to find it again.
enum RemoteNames {
    /// Returns a line's displayed name: `S12`, or the number alone for buses and trams.
    static func line(_ journey: OpendataJourney) -> String {
        let mode = OpendataTransportation.mode(ofCategory: journey.category)
        guard let number = journey.number else { return journey.category ?? "" }
        guard mode == .rail, let category = journey.category, !number.hasPrefix(category)
        else { return number }
        return category + number
    }

    /// Returns a dark colour for each mode, for white text, as the service has none.
    static func colour(_ mode: TransitMode) -> RGBColour {
        switch mode {
        case .rail, .monorail: RGBColour(0xC62828)
        case .tram, .subway, .cableTram: RGBColour(0x6A1B9A)
        case .ferry: RGBColour(0x1565C0)
        case .aerialLift, .funicular: RGBColour(0x4E342E)
        default: RGBColour(0x2E7D32)
        }
    }

    /// Returns the local date, which is used as a run's service day.
    static func day(_ time: OffsetTime?) -> ServiceDay {
        let local = (time?.time.seconds ?? 0) + Int64(time?.offsetSeconds ?? 0)
        return ServiceDay(daysSince1970: Int32(clamping: local / 86_400))
    }
}

extension OffsetTime {
    /// The time in ISO 8601, as in Takt's own answers.
    var iso8601: String {
        let text = self.text
        return text.dropLast(2) + ":" + text.suffix(2)
    }
}

extension OpendataLocation {
    /// A substitute for a missing id: the coordinate, otherwise the name.
    fileprivate var anyID: String {
        id ?? coordinate.map { "\($0.latitude),\($0.longitude)" } ?? name ?? ""
    }
}

extension PlaceAnswer {
    init(_ place: OpendataLocation, platform: String? = nil) {
        self.init()
        id = place.anyID
        name = place.name ?? place.anyID
        self.platform = platform
    }
}

extension WayPlaceAnswer {
    init(_ place: OpendataLocation) {
        self.init()
        id = place.id
        name = place.name ?? ""
        latitude = place.coordinate.map { GeoJSON.rounded($0.latitude) }
        longitude = place.coordinate.map { GeoJSON.rounded($0.longitude) }
    }
}

extension LineAnswer {
    init(_ journey: OpendataJourney) {
        self.init()
        mode = OpendataTransportation.mode(ofCategory: journey.category)
        name = RemoteNames.line(journey)
        route = name
        colour = RemoteNames.colour(mode).hex
        textColour = RGBColour(0xFFFFFF).hex
    }
}

extension StopSearchAnswer {
    /// Describes the places of a remote search, except those without a coordinate or name.
    package init(_ found: OpendataLocations) {
        self.init()
        stops = found.stations.compactMap { StopHitAnswer($0) }
    }
}

extension StopHitAnswer {
    init?(_ station: OpendataStation) {
        guard let name = station.location.name else { return nil }
        self.init()
        id = station.location.anyID
        self.name = name
        latitude = station.location.coordinate.map { GeoJSON.rounded($0.latitude) }
        longitude = station.location.coordinate.map { GeoJSON.rounded($0.longitude) }
        locationType = "station"
        wheelchair = "unknown"
        modes =
            switch station.icon {
            case .train: [.rail]
            case .tram: [.tram]
            case .bus: [.bus]
            case .ship: [.ferry]
            case .cableway: [.aerialLift]
            case nil: []
            }
        members = [id]
        match = "listed"
        distanceMetres = station.location.distance.map { $0.rounded() }
    }
}
