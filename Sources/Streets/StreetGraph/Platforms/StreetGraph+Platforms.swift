import TransitModel

private import FileMapping

extension StreetGraph {
    /// A platform whose IFOPT reference is the stop's id is at most this far from the stop, in
    /// metres.
    private static let identifiedMetres = 300.0
    /// A platform with the stop's platform code, or a way on the stop's level, is at most this far
    /// from the stop, in metres.
    private static let matchedMetres = 150.0

    /// A place so near to a way below the ground, in metres, is in that passage.
    private static let insideMetres = 2.0

    /// Where walks to a stop or another place end.
    enum Footing {
        case point(StreetPoint)
        /// The profile cannot leave the platform, or only others have a way nearby.
        case closed
        /// No way is nearby.
        case none

        var isNone: Bool { if case .none = self { true } else { false } }
    }

    /// Returns where a profile's walks end.
    ///
    /// A stop is on its platform: the nearest one with its IFOPT reference or, on its level if both
    /// are known, its platform code. Without such a platform it is on the nearest way of its level.
    /// A stop of which the map shows neither is on the nearest way. So is another place; but where
    /// that is below the ground and the place is not in it, on one up to a hundred metres further.
    /// A platform that nothing connects with the streets does not count.
    func footing(_ end: WalkEnd, for profile: WalkProfile) -> Footing {
        if let match = end.platform.flatMap({ match(end.coordinate, $0, for: profile) }),
            match.isConnected
        {
            return match.near.flatMap {
                point($0, for: profile, place: end.coordinate, isMatched: true)
            }
            .map(Footing.point) ?? .closed
        }
        guard let near = nearestPoint(to: end.coordinate, for: profile) else {
            let isOpenOnFoot =
                profile != .foot && nearestPoint(to: end.coordinate, for: .foot) != nil
            return isOpenOnFoot ? .closed : .none
        }
        guard end.platform == nil, near.gapMetres > Self.insideMetres, isBelowGround(near.edge)
        else { return .point(near) }
        let ground = nearest(
            end.coordinate, limit: near.gapMetres + Self.connectedGapMetres
        ) { edge in component(of: edge, for: profile) != nil && !isBelowGround(edge) }
        return .point(
            ground.flatMap { point($0, for: profile, place: end.coordinate) } ?? near)
    }

    private func isBelowGround(_ edge: Int) -> Bool {
        levels(of: edge).map { $0.high < 0 } ?? false
    }

    /// What the map has of a stop's platform.
    private struct Match {
        /// The nearest point that the profile can leave; nil if there is none.
        let near: NearSegment?
        /// Whether the platform can be left on foot.
        let isConnected: Bool
        let gapMetres: Double
    }

    /// Returns the stop's platform, or the nearest way on its level; nil if the map has neither.
    private func match(
        _ place: Coordinate, _ platform: WalkEnd.Platform, for profile: WalkProfile
    ) -> Match? {
        var limit = Self.identifiedMetres
        var edges = identified(platform.stopID)
        if nearest(place, limit: limit, among: edges) == nil {
            limit = Self.matchedMetres
            edges = platform.code.map(platforms.edges) ?? []
            if let level = platform.level {
                edges.removeAll { !(levels(of: $0)?.contains(level) ?? true) }
            }
        }
        if let any = nearest(place, limit: limit, among: edges) {
            let onFoot = edges.filter { component(of: $0, for: .foot) != nil }
            let near = nearest(
                place, limit: limit, among: edges.filter { component(of: $0, for: profile) != nil })
            return Match(near: near, isConnected: !onFoot.isEmpty, gapMetres: any.metres)
        }
        guard let level = platform.level else { return nil }
        func onLevel(_ profile: WalkProfile) -> NearSegment? {
            nearest(place, limit: limit) { edge in
                component(of: edge, for: profile) != nil
                    && levels(of: edge)?.contains(level) ?? (level == 0)
            }
        }
        return onLevel(.foot).map {
            Match(near: onLevel(profile), isConnected: true, gapMetres: $0.metres)
        }
    }

    /// The edges of platforms with an IFOPT reference; ids in a network of several feeds begin with
    /// their feed's id and a colon.
    private func identified(_ stopID: String) -> [Int] {
        guard stopID.contains(":") else { return [] }
        let edges = platforms.edges(stopID)
        guard edges.isEmpty, let colon = stopID.firstIndex(of: ":") else { return edges }
        let rest = stopID[stopID.index(after: colon)...]
        return rest.contains(":") ? platforms.edges(String(rest)) : []
    }

    /// Returns how a stop is connected with the streets; see `StreetRouter.access(to:)`.
    func access(to end: WalkEnd) -> StreetAccess {
        let matches = [WalkProfile.foot, .wheelchair].map { profile in
            end.platform.flatMap { match(end.coordinate, $0, for: profile) }
        }
        guard let onFoot = matches[0] else {
            let gaps = [WalkProfile.foot, .wheelchair].map {
                nearestPoint(to: end.coordinate, for: $0)?.gapMetres ?? .infinity
            }
            let isStepFree = gaps[0] == .infinity || gaps[1] <= gaps[0] + Self.connectedGapMetres
            return StreetAccess(gapMetres: gaps[0], isStepFree: isStepFree)
        }
        guard onFoot.isConnected else {
            return StreetAccess(gapMetres: onFoot.gapMetres, isOpenOnFoot: false)
        }
        return StreetAccess(
            gapMetres: onFoot.gapMetres, isOpenOnFoot: leads(onFoot.near, for: .foot),
            isStepFree: leads(matches[1]?.near, for: .wheelchair)
                || !leads(onFoot.near, for: .foot))
    }

    /// Whether ways lead from an edge to the nearest road, which must be within half a kilometre.
    private func leads(_ near: NearSegment?, for profile: WalkProfile) -> Bool {
        guard let near, let component = component(of: near.edge, for: profile) else { return false }
        let place = points[near.row].coordinate
        let road = nearest(place, limit: Self.maximumGapMetres) { edge in
            traits(of: edge).kind == .street && self.component(of: edge, for: profile) != nil
        }
        return road.map { self.component(of: $0.edge, for: profile) == component } ?? true
    }

    /// The levels of an edge; nil if they are not known.
    func levels(of edge: Int) -> LevelRange? {
        guard traits(of: edge).contains(.hasLevel) else { return nil }
        let row = (0..<levelEdges.count).partitioningIndex { levelEdges[$0] >= edge }
        return row < levelEdges.count && levelEdges[row] == edge ? levelRanges[row] : nil
    }
}
