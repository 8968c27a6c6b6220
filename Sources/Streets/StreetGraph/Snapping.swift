package import TransitModel

private import FileMapping

/// A point on an edge, where a walk begins or ends.
package struct StreetPoint: Sendable {
    let edge: Int
    /// Centimetres from the edge's first point.
    let along: UInt32
    /// The connected component of the graph.
    let component: UInt32
    /// The snapped point on the edge.
    package let coordinate: Coordinate
    /// The straight-line distance in metres from the requested place to the edge.
    package let gapMetres: Double
    /// The requested place.
    package let place: Coordinate
    /// Whether this is the platform of a stop, so that no other way will do.
    let isMatched: Bool
}

extension StreetGraph {
    /// The maximum distance in metres for snapping a place to an edge.
    package static let maximumGapMetres = 500.0
    /// The additional distance in metres allowed for snapping both ends to one component.
    package static let connectedGapMetres = 100.0

    /// The nearest point on an edge that the profile may use; nil if none is within the limit.
    ///
    /// Edges of components that are too small are skipped.
    package func nearestPoint(
        to place: Coordinate, for profile: WalkProfile
    ) -> StreetPoint? {
        nearest(place, limit: Self.maximumGapMetres) { edge in
            component(of: edge, for: profile) != nil
        }.flatMap { point($0, for: profile, place: place) }
    }

    /// The snapped ends of a walk.
    ///
    /// They are where ``footing(_:for:)`` finds the ends, or nearby points in the same component if
    /// these are not connected; only platforms stay where they are. Nil if an end has no edge
    /// nearby or they cannot be connected.
    func snapped(
        _ start: WalkEnd, _ end: WalkEnd, for profile: WalkProfile
    ) -> (StreetPoint, StreetPoint)? {
        guard case .point(let first) = footing(start, for: profile),
            case .point(let last) = footing(end, for: profile)
        else { return nil }
        if first.component == last.component { return (first, last) }
        func moved(_ point: StreetPoint, into component: UInt32) -> StreetPoint? {
            guard !point.isMatched else { return nil }
            return nearest(point.place, limit: point.gapMetres + Self.connectedGapMetres) { edge in
                self.component(of: edge, for: profile) == component
            }.flatMap { self.point($0, for: profile, place: point.place) }
        }
        let movedFirst = moved(first, into: last.component)
        let movedLast = moved(last, into: first.component)
        switch (movedFirst, movedLast) {
        case (let start?, let end?):
            return start.gapMetres - first.gapMetres <= end.gapMetres - last.gapMetres
                ? (start, last) : (first, end)
        case (let start?, nil): return (start, last)
        case (nil, let end?): return (first, end)
        case (nil, nil): return nil
        }
    }

    /// A segment of an edge near a place.
    struct NearSegment {
        var squaredMetres: Double
        var edge = 0
        /// The row of the segment's first point.
        var row = 0
        /// The position of the nearest point on the segment, 0...1.
        var share = 0.0

        var metres: Double { squaredMetres.squareRoot() }
    }

    func point(
        _ near: NearSegment, for profile: WalkProfile, place: Coordinate, isMatched: Bool = false
    ) -> StreetPoint? {
        guard let component = component(of: near.edge, for: profile) else { return nil }
        let rows = pointRows(of: near.edge)
        var metres = 0.0
        for row in rows.lowerBound..<near.row {
            metres += points[row].distanceMetres(to: points[row + 1])
        }
        let (start, end) = (points[near.row], points[near.row + 1])
        metres += near.share * start.distanceMetres(to: end)
        return StreetPoint(
            edge: near.edge,
            along: UInt32(min(metres * 100, Double(edgeCentimetres[near.edge]))),
            component: component,
            coordinate: start.coordinate.interpolated(to: end.coordinate, fraction: near.share),
            gapMetres: near.metres, place: place, isMatched: isMatched)
    }

    func nearest(_ place: Coordinate, limit: Double, among edges: [Int]) -> NearSegment? {
        guard !edges.isEmpty, place.latitude.isFinite, place.longitude.isFinite else { return nil }
        let plane = FixedPlane(around: FixedPoint(place))
        var best = NearSegment(squaredMetres: limit * limit, edge: -1)
        for edge in edges { improve(&best, with: edge, plane) }
        return best.edge >= 0 ? best : nil
    }

    /// The nearest segment of an accepted edge, searched nearest box first.
    func nearest(
        _ place: Coordinate, limit: Double, _ accept: (Int) -> Bool
    ) -> NearSegment? {
        guard edgeCount > 0, place.latitude.isFinite, place.longitude.isFinite else { return nil }
        let plane = FixedPlane(around: FixedPoint(place))
        var best = NearSegment(squaredMetres: limit * limit, edge: -1)
        var heap = MinimumHeap()
        func insert(_ node: Int) {
            let squared = squaredMetres(plane, to: boxes[node])
            guard squared < best.squaredMetres else { return }
            // The bit patterns of non-negative floating-point numbers sort like the numbers.
            heap.insert(UInt64(Float(squared).bitPattern) << 32 | UInt64(node))
        }
        insert(boxes.count - 1)
        while let next = heap.popMinimum() {
            let node = Int(next & 0xffff_ffff)
            guard squaredMetres(plane, to: boxes[node]) < best.squaredMetres else { continue }
            guard node >= edgeCount else {
                if accept(node) { improve(&best, with: node, plane) }
                continue
            }
            let level = (levelStarts.firstIndex { $0 > node } ?? levelStarts.count) - 1
            let first = levelStarts[level - 1] + (node - levelStarts[level]) * EdgeTree.fanout
            for child in first..<min(first + EdgeTree.fanout, levelStarts[level]) { insert(child) }
        }
        return best.edge >= 0 ? best : nil
    }

    private func squaredMetres(_ plane: FixedPlane, to box: FixedBox) -> Double {
        let latitude = max(box.south, min(box.north, plane.origin.latitude))
        let longitude = max(box.west, min(box.east, plane.origin.longitude))
        let (x, y) = plane.offset(latitude, longitude)
        return x * x + y * y
    }

    private func improve(_ best: inout NearSegment, with edge: Int, _ plane: FixedPlane) {
        let rows = pointRows(of: edge)
        var from = plane.offset(points[rows.lowerBound].latitude, points[rows.lowerBound].longitude)
        for row in rows.dropFirst() {
            let to = plane.offset(points[row].latitude, points[row].longitude)
            let (dx, dy) = (to.x - from.x, to.y - from.y)
            let length = dx * dx + dy * dy
            let share = length > 0 ? max(0, min(1, -(from.x * dx + from.y * dy) / length)) : 0
            let (x, y) = (from.x + share * dx, from.y + share * dy)
            if x * x + y * y < best.squaredMetres {
                best = NearSegment(
                    squaredMetres: x * x + y * y, edge: edge, row: row - 1, share: share)
            }
            from = to
        }
    }
}
