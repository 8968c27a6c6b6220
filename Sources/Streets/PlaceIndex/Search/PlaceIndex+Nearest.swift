package import TransitModel

extension PlaceIndex {
    /// A door that is farther is not what a point is near.
    private static let doorMetres = 80.0
    /// The house numbers of streets that pass no farther are looked at.
    private static let streetMetres = 250.0
    /// Farther away nothing is near.
    private static let maximumMetres = 2_000.0

    /// The address, street or place that a point is near: `12 High Street`; nil if there is none
    /// within two kilometres.
    ///
    /// A house number comes before its street, as far as its door is within some 80 m.
    ///
    /// - Complexity: linear in the points around, and in the house numbers of the streets that pass
    ///   there.
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

    /// The address that a point is near, if any, and then the places around, the nearest first.
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

    /// Entries by the distance of their nearest point, in metres.
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
