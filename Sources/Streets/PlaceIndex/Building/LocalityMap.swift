import TransitModel

/// Determines the settlement and the district of a point.
///
/// Extracts cut boundaries, so the nearest settlement is chosen instead, with distances relative to
/// the typical radius of its rank. The result applies to a square of half a kilometre.
struct LocalityMap {
    let localities: [LocalityDraft]
    private let grid: PlaceGrid<Int32>
    private var known: [UInt64: AreaKey] = [:]

    private static let cell: Int32 = 50_000
    /// The maximum distance to a settlement, relative to its radius.
    private static let settlementLimit = 2.5
    private static let districtLimit = 1.5

    init(_ localities: [LocalityDraft]) {
        let joined = Self.joined(localities)
        self.localities = joined
        grid = PlaceGrid(
            joined.indices.lazy.filter { joined[$0].rank != .spot }
                .map { (Int32($0), joined[$0].point.coordinate) }, cellDegrees: 0.1)
    }

    /// Merges localities that are mapped both as a point and as an area.
    private static func joined(_ localities: [LocalityDraft]) -> [LocalityDraft] {
        var joined: [LocalityDraft] = []
        var byName: [UInt32: [Int]] = [:]
        for locality in localities {
            let name = locality.names[0].text
            let scale = MapScale(at: locality.point)
            let reach = max(1_000, locality.rank.reachMetres)
            let twin = byName[name, default: []].first { row in
                joined[row].rank == locality.rank
                    && scale.squaredMetres(joined[row].point, locality.point) < reach * reach
            }
            if let twin {
                let known = Set(joined[twin].names.map(\.text))
                joined[twin].names += locality.names.filter { !known.contains($0.text) }
            } else {
                byName[name, default: []].append(joined.count)
                joined.append(locality)
            }
        }
        return joined
    }

    /// The area of a point.
    ///
    /// - Complexity: For a new square, linear in the localities within some 30 km.
    mutating func area(at point: MapPoint) -> AreaKey {
        let row = (Int64(point.latitude) + 900_000_000) / Int64(Self.cell)
        let column = (Int64(point.longitude) + 1_800_000_000) / Int64(Self.cell)
        let cell = UInt64(row) << 32 | UInt64(column)
        if let area = known[cell] { return area }
        let middle = MapPoint(
            latitude: Int32(min(900_000_000, row * Int64(Self.cell) - 900_000_000 + 25_000)),
            longitude: Int32(
                min(1_800_000_000, column * Int64(Self.cell) - 1_800_000_000 + 25_000)))
        let area = nearest(to: middle)
        known[cell] = area
        return area
    }

    private func nearest(to point: MapPoint) -> AreaKey {
        guard !localities.isEmpty else { return AreaKey() }
        let scale = MapScale(at: point)
        let reach = LocalityRank.city.reachMetres * Self.settlementLimit
        let box = BoundingBox(around: point.coordinate).expanded(byMetres: reach)
        var area = AreaKey()
        var (settlement, district) = (Self.settlementLimit, Self.districtLimit)
        grid.forEach(in: box) { row, _ in
            let locality = localities[Int(row)]
            let metres = scale.squaredMetres(locality.point, point).squareRoot()
            let away = metres / locality.rank.reachMetres
            if locality.rank.isDistrict {
                if away < district { (district, area.district) = (away, row) }
            } else if away < settlement {
                (settlement, area.settlement) = (away, row)
            }
        }
        return area
    }
}
