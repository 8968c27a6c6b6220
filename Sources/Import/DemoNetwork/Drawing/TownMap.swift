/// Places and streets together.
struct TownMap {
    private let places: [String: Place]
    let streets: StreetMap

    /// Draws the map; names must be unique.
    init(places: [Place], junctions: [String: Point], streets: [Street]) {
        self.places = Dictionary(uniqueKeysWithValues: places.map { ($0.key, $0) })
        let positions = self.places.mapValues(\.position)
            .merging(junctions) { _, _ in preconditionFailure("a junction called like a place") }
        self.streets = StreetMap(streets: streets, positions: positions)
    }

    func place(_ key: String) -> Place {
        guard let place = places[key] else { preconditionFailure("unknown place \(key)") }
        return place
    }

    /// Which way the main street runs at a place; length 1.
    func axis(of place: Place) -> Point { streets.axes[place.key] ?? Point(1, 0) }

    /// The way of a course's calls on the streets open to `vehicle`.
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

    /// The GTFS stop where a vehicle going `heading` calls.
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
        // Swiss trains keep to the left, everything in the street to the right; the first
        // platform lies on the right of the street's or line's drawn direction.
        let keepsRight = place.layout == .kerbs
        return place.stopID(platform: codes[isAlong == keepsRight ? 0 : 1])
    }
}
