import Archives

/// Makes the tiles of features, zoom by zoom.
struct TileBuilder {
    private let features: [TileFeature]
    private let box: WorldBox
    /// The numbers of features that are not drawn.
    private let omitted: Set<Int>
    /// The number of areas that are not drawn; see ``LargeAreas``.
    var omittedAreas: Int { omitted.count }
    private var simplifier = LineSimplifier()

    /// The deepest zoom; maps enlarge its tiles beyond.
    static let maximumZoom = 14
    /// Shapes reach beyond their tile by this share of a side, so that outlines do not show.
    private static let bufferShift = 6

    init(_ features: [TileFeature], in box: WorldBox) {
        self.features = LineMerging.merged(features)
        self.box = box
        omitted = LargeAreas.excess(of: self.features, in: box)
    }

    /// Calls the closure with each tile that shows something, as gzip, zoom by zoom and within a
    /// zoom in no particular order.
    mutating func build<Failure: Error>(
        _ body: (TileAddress, [UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        for zoom in 0...Self.maximumZoom {
            var drafts: [TileAddress: VectorTileWriter] = [:]
            // Large areas first, so that small ones are drawn over them.
            for number in visible(at: zoom) { draw(features[number], zoom, into: &drafts) }
            for (address, draft) in drafts {
                let tile = draft.bytes()
                if !tile.isEmpty { try body(address, GzipEncoder.gzipped(tile, level: 9)) }
            }
        }
    }

    /// The numbers of the features that a zoom shows, in drawing order.
    private func visible(at zoom: Int) -> [Int] {
        let unit = Self.unit(zoom)
        return features.indices.filter { number in
            let feature = features[number]
            guard feature.type.minimumZoom <= zoom, feature.box.intersects(box),
                !omitted.contains(number)
            else { return false }
            if feature.type.isPoint { return true }
            // An area smaller than two pixels, or a line smaller than one, is not seen.
            return zoom == Self.maximumZoom
                || feature.box.size > (feature.type.isArea ? 24 : 8) * unit
        }.sorted { Self.order(features[$0]) < Self.order(features[$1]) }
    }

    /// Areas come by their size, the largest first; the sort keeps the order of other features.
    private static func order(_ feature: TileFeature) -> Int64 {
        feature.type.isArea ? -Int64(feature.box.size) : 1
    }

    /// The world's units in one unit of a tile.
    private static func unit(_ zoom: Int) -> Int32 { Int32(1) << (WorldPoint.bits - zoom - 12) }

    private mutating func draw(
        _ feature: TileFeature, _ zoom: Int, into drafts: inout [TileAddress: VectorTileWriter]
    ) {
        let unit = Self.unit(zoom)
        let tolerance = Double(unit) * (zoom == Self.maximumZoom ? 2 : 6)
        let parts =
            feature.type.isPoint
            ? feature.parts
            : feature.parts.map { simplifier.simplified($0, tolerance: tolerance) }
        let shift = Int32(WorldPoint.bits - zoom)
        let buffer = Int32(1) << (shift - Int32(Self.bufferShift))
        let last = Int32(1 << zoom) - 1
        func tile(_ value: Int32) -> Int { Int(max(0, min(last, value >> shift))) }
        let shown = (
            minX: max(feature.box.minX, box.minX), maxX: min(feature.box.maxX, box.maxX),
            minY: max(feature.box.minY, box.minY), maxY: min(feature.box.maxY, box.maxY)
        )
        guard shown.minX <= shown.maxX, shown.minY <= shown.maxY else { return }
        let names = zoom >= feature.type.nameZoom ? feature.names : .none
        let columns = tile(shown.minX &- buffer)...tile(shown.maxX &+ buffer)
        let rows = tile(shown.minY &- buffer)...tile(shown.maxY &+ buffer)
        let isSpread = columns.count > 1 && rows.count > 1
        let side = Int32(clamping: Int64(1) << Int64(shift))
        for y in rows {
            let row = room(from: Int32(y) << shift, side, buffer)
            // Each tile then looks at the points of its row alone, not at all of a sea's, and each
            // row at the tiles around its points, as a long way crosses few tiles of its box.
            let parts = isSpread ? Self.cut(parts, of: feature.type, to: row) : parts
            var crossed = columns
            if isSpread {
                guard let (west, east) = Self.reach(parts) else { continue }
                let near = tile(west &- buffer &- 1)...tile(east &+ buffer &+ 1)
                crossed = columns.clamped(to: near)
            }
            for x in crossed {
                let corner = WorldPoint(x: Int32(x) << shift, y: Int32(y) << shift)
                let column = room(from: corner.x, side, buffer)
                let room = WorldBox(
                    minX: column.lowerBound, minY: row.lowerBound, maxX: column.upperBound,
                    maxY: row.upperBound)
                let frame = TileFrame(corner: corner, room: room, unit: unit)
                guard let geometry = frame.geometry(feature.type, parts) else { continue }
                let address = TileAddress(known: zoom, x, y)
                drafts[address, default: VectorTileWriter()].add(feature.type, names, geometry)
            }
        }
    }

    /// The extent of a tile with its buffer.
    private func room(from corner: Int32, _ side: Int32, _ buffer: Int32) -> ClosedRange<Int32> {
        corner &- buffer...Int32(clamping: Int64(corner) + Int64(side) + Int64(buffer))
    }

    /// Returns how far west and east points reach; nil without points.
    private static func reach(_ parts: [[WorldPoint]]) -> (west: Int32, east: Int32)? {
        var reach: (west: Int32, east: Int32)?
        for part in parts {
            for point in part {
                let (west, east) = reach ?? (point.x, point.x)
                reach = (min(west, point.x), max(east, point.x))
            }
        }
        return reach
    }

    /// Cuts shapes to a row of tiles.
    private static func cut(
        _ parts: [[WorldPoint]], of type: FeatureClass, to row: ClosedRange<Int32>
    ) -> [[WorldPoint]] {
        if type.isPoint { return parts }
        let box = WorldBox(
            minX: .min, minY: row.lowerBound, maxX: .max, maxY: row.upperBound)
        guard type.isArea else { return parts.flatMap { Clipping.line($0, to: box) } }
        return parts.map { Clipping.ring($0, to: box) }.filter { $0.count > 3 }
    }
}

/// A tile's place in the world, with the room around it that its shapes may fill.
private struct TileFrame {
    let corner: WorldPoint
    let room: WorldBox
    /// The world's units in one unit of the tile.
    let unit: Int32

    /// Returns the shapes inside the room; nil if there are none.
    func geometry(
        _ type: FeatureClass, _ parts: [[WorldPoint]]
    ) -> VectorTileWriter.Geometry? {
        if type.isPoint {
            // A point belongs to one tile only, so that its name is drawn once.
            guard let point = parts.first?.first, isOwn(point) else { return nil }
            return .point(inTile(point))
        }
        if type.isArea {
            let rings = parts.map { part in
                room.contains(WorldBox(part)) ? part : Clipping.ring(part, to: room)
            }.filter { $0.count > 3 }
            return rings.isEmpty ? nil : .areas(rings.map { $0.map(inTile) })
        }
        let lines = parts.flatMap { Clipping.line($0, to: room) }
        return lines.isEmpty ? nil : .lines(lines.map { $0.map(inTile) })
    }

    private func isOwn(_ point: WorldPoint) -> Bool {
        let side = Int64(unit) * Int64(VectorTileWriter.extent)
        let (x, y) = (Int64(point.x) - Int64(corner.x), Int64(point.y) - Int64(corner.y))
        return x >= 0 && y >= 0 && x < side && y < side
    }

    private func inTile(_ point: WorldPoint) -> VectorTileWriter.Point {
        VectorTileWriter.Point(
            x: Int(((Double(point.x) - Double(corner.x)) / Double(unit)).rounded()),
            y: Int(((Double(point.y) - Double(corner.y)) / Double(unit)).rounded()))
    }
}
