package import TransitModel

extension PlaceIndex {
    /// The maximum distance in metres from a point to a door near it.
    private static let doorMetres = 80.0
    /// The maximum distance in metres to streets whose house numbers are searched.
    private static let streetMetres = 250.0
    /// The maximum distance in metres to any place near a point.
    private static let maximumMetres = 2_000.0

    /// The address, street or place near a point; nil if there is none within two kilometres.
    ///
    /// A house number within some 80 m takes precedence over its street.
    ///
    /// - Complexity: Linear in the points nearby and the house numbers of streets nearby.
    package func place(near coordinate: Coordinate) -> PlaceHit? {
        guard coordinate.latitude.isFinite, coordinate.longitude.isFinite else { return nil }
        var best: (entry: Int, door: DoorMatch, metres: Double)?
        for (entry, _) in entries(within: Self.streetMetres, of: MapPoint(coordinate)) {
            guard let (door, metres) = nearestDoor(of: entry, to: coordinate) else { continue }
            if metres <= Self.doorMetres, metres < best?.metres ?? .infinity {
                best = (entry, door, metres)
            }
        }
        if let best {
            let draft = HitDraft(entry: best.entry, door: best.door, match: .near)
            return hit(draft, near: coordinate)
        }
        let around = entries(around: coordinate, limit: 12)
        let street = around.first { columns.entryKinds[$0.entry] == PlaceKind.street.rawValue }
        return (street ?? around.first).map {
            hit(HitDraft(entry: $0.entry, match: .near), near: coordinate)
        }
    }

    /// The address near a point, if any, then the places around it, the nearest first.
    func around(_ coordinate: Coordinate, limit: Int) -> [PlaceHit] {
        let places = nearest(to: coordinate, limit: limit)
        guard let address = place(near: coordinate), address.kind == .address else { return places }
        return [address] + places.prefix(limit - 1)
    }

    /// Streets and named places around a point, the nearest first.
    package func nearest(to coordinate: Coordinate, limit: Int) -> [PlaceHit] {
        entries(around: coordinate, limit: limit).map {
            hit(HitDraft(entry: $0.entry, match: .near), near: coordinate)
        }
    }

    /// The entries around a point with the distance of their nearest point in metres.
    private func entries(
        around coordinate: Coordinate, limit: Int
    ) -> [(entry: Int, metres: Double)] {
        guard coordinate.latitude.isFinite, coordinate.longitude.isFinite else { return [] }
        let center = MapPoint(coordinate)
        var metres = 250.0
        while true {
            let found = entries(within: metres, of: center)
            if found.count >= limit || metres >= Self.maximumMetres {
                return Array(found.prefix(limit))
            }
            metres = min(metres * 3, Self.maximumMetres)
        }
    }

    private func entries(within metres: Double, of center: MapPoint) -> [(
        entry: Int, metres: Double
    )] {
        let scale = MapScale(at: center)
        let box = BoundingBox(around: center.coordinate).expanded(byMetres: metres)
        let southWest = MapPoint(Coordinate(latitude: box.south, longitude: box.west))
        let northEast = MapPoint(Coordinate(latitude: box.north, longitude: box.east))
        var nearest: [UInt32: Double] = [:]
        let west = PlaceSquares.column(southWest.longitude)
        let east = PlaceSquares.column(northEast.longitude)
        for line in PlaceSquares.row(southWest.latitude)...PlaceSquares.row(northEast.latitude) {
            var row = firstPoint(PlaceSquares.key(line, west))
            while row < columns.pointEntries.count {
                let point = MapPoint(
                    latitude: columns.pointLatitudes[row], longitude: columns.pointLongitudes[row])
                if PlaceSquares.key(of: point) > PlaceSquares.key(line, east) { break }
                let away = scale.squaredMetres(point, center).squareRoot()
                let entry = columns.pointEntries[row]
                if away <= metres { nearest[entry] = min(away, nearest[entry] ?? .infinity) }
                row += 1
            }
        }
        return nearest.map { (Int($0.key), $0.value) }.sorted {
            ($0.metres, $0.entry) < ($1.metres, $1.entry)
        }
    }

    private func firstPoint(_ key: UInt64) -> Int {
        (0..<columns.pointEntries.count).partitioningIndex { row in
            let point = MapPoint(
                latitude: columns.pointLatitudes[row], longitude: columns.pointLongitudes[row])
            return PlaceSquares.key(of: point) >= key
        }
    }

    private func nearestDoor(
        of entry: Int, to coordinate: Coordinate
    ) -> (door: DoorMatch, metres: Double)? {
        let center = MapPoint(coordinate)
        let scale = MapScale(at: center)
        let nearest = columns.addressOffsets.list(entry).lazy
            .map { (row: $0, away: scale.squaredMetres(point(ofAddress: $0, entry), center)) }
            .min { $0.away < $1.away }
        guard let nearest else { return nil }
        let door = DoorMatch(
            row: nearest.row, point: point(ofAddress: nearest.row, entry), words: 0, score: 0)
        return (door, nearest.away.squareRoot())
    }
}
