/// The places and streets of the network.
struct TownMap {
    private let places: [String: StopPlace]
    let streets: StreetMap

    /// Draws the map.
    ///
    /// - Precondition: Names are unique.
    init(places: [StopPlace], junctions: [String: Point], streets: [Street]) {
        self.places = Dictionary(uniqueKeysWithValues: places.map { ($0.key, $0) })
        let positions = self.places.mapValues(\.position)
            .merging(junctions) { _, _ in preconditionFailure("a junction called like a place") }
        self.streets = StreetMap(streets: streets, positions: positions)
    }

    func place(_ key: String) -> StopPlace {
        guard let place = places[key] else { preconditionFailure("unknown place \(key)") }
        return place
    }

    /// The unit vector of the first street through a place.
    func axis(of place: StopPlace) -> Point { streets.axes[place.key] ?? Point(1, 0) }

    /// The path of a course's calls on the streets open to `vehicle`.
    func path(of calls: [Call], for vehicle: VehicleKind) -> Path {
        var points = [place(calls[0].place).position]
        var indices = [0]
        for (start, end) in zip(calls, calls.dropFirst()) {
            points += streets.shortestWay(
                from: start.place, to: end.place, for: vehicle.traffic)
            indices.append(points.count - 1)
        }
        return Path(points: points, callIndices: indices)
            .roundingCorners(by: vehicle.cornerRadiusMetres)
    }

    /// The GTFS stop at which a vehicle with direction `heading` calls.
    func stopID(of call: Call, isOutbound: Bool, heading: Point) -> String {
        let place = place(call.place)
        if let platforms = call.platforms {
            let code = isOutbound ? platforms.outbound : platforms.inbound
            precondition(place.platformCodes.contains(code), "\(place.key) has no platform \(code)")
            return place.stopID(platform: code)
        }
        let codes = place.platformCodes
        guard codes.count > 1 else { return place.stopID(platform: codes.first ?? "") }
        let isAlong = axis(of: place).dot(heading) >= 0
        // Swiss trains keep left, road vehicles keep right. The first platform is on the right of
        // the drawn direction of the street or railway line.
        let keepsRight = place.layout == .kerbs
        return place.stopID(platform: codes[isAlong == keepsRight ? 0 : 1])
    }
}
