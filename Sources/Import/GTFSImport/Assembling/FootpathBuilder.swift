import GTFS
import Timetables
package import TransitModel

/// How people walk between stops where the feed does not say.
package struct WalkingAssumptions: Sendable {
    /// Metres a second on the ground.
    package var speedMetresPerSecond = 1.25
    /// The maximum straight-line distance in metres between stops joined by a walk.
    package var radiusMetres = 500.0
    /// The length of a walk divided by the straight-line distance.
    package var detour = 1.3
    /// Walks that follow from distances or streets lead to at most this many stops, the nearest.
    ///
    /// Within 500 m of a stop of the recorded feeds are at most 69 others. Without a limit, walks
    /// grow with the square of the stops at one point.
    package var maximumNearStops = 1000
    /// Finds walks along streets; nil if these are unknown, then walks follow from the distance.
    package var streets: StreetRouter?

    /// Creates the default assumptions.
    package init() {}
}

/// A walk from one stop to another.
struct FootpathDraft {
    var target: StopIndex
    var seconds: UInt32
    var flags: UInt8
}

/// Builds the walks between stops from pathways.txt, transfers.txt and distances.
///
/// For each pair the first of these counts: a rule in transfers.txt (a forbidden transfer means no
/// walk), the station's pathways, the streets, the distance. Walks of several legs are not composed
/// here.
struct FootpathBuilder {
    let draft: NetworkDraft
    let walking: WalkingAssumptions
    /// Stops at which vehicles call: only these are worth walking to.
    let isServed: [Bool]
    let transfers: TransferResolver
    /// Where walks to each stop end on the map; all are nil without streets.
    let walkEnds: [WalkEnd?]
    var walks: [[StopIndex: FootpathDraft]]
    /// Longer walks for wheelchairs, where the usual one has stairs or other obstacles.
    var stepFreeWalks: [StopIndex: [StopIndex: FootpathDraft]] = [:]

    init(_ draft: NetworkDraft, isServed: [Bool], walking: WalkingAssumptions) {
        self.draft = draft
        self.walking = walking
        self.isServed = isServed
        walkEnds =
            walking.streets == nil
            ? Array(repeating: nil, count: draft.stops.count) : Self.walkEnds(draft)
        walks = Array(repeating: [:], count: draft.stops.count)
        var children: [StopIndex: [StopIndex]] = [:]
        for row in draft.stops.indices {
            if let parent = draft.stops[row].parent.ifAny {
                children[parent, default: []].append(StopIndex(row))
            }
        }
        transfers = TransferResolver(draft.transfers) { stop in
            draft.stops[stop.row].locationType == .station ? children[stop] ?? [] : nil
        }
    }

    /// All walks by stop, the shortest first; also sets the stops' own transfer times.
    mutating func build() -> [[FootpathDraft]] {
        joinNearStops()
        followPathways()
        applyTransfers()
        return walks.enumerated().map { row, targets in
            let stepFree = stepFreeWalks[StopIndex(row)]?.values.map(\.self) ?? []
            return (targets.values + stepFree).sorted {
                ($0.seconds, $0.target, $0.flags) < ($1.seconds, $1.target, $1.flags)
            }
        }
    }

    /// Replaces whatever was known of a walk; nil removes it.
    private mutating func replace(
        _ from: StopIndex, _ to: StopIndex, _ walk: FootpathDraft?
    ) {
        walks[from.row][to] = walk
        stepFreeWalks[from]?[to] = nil
    }

    private mutating func joinNearStops() {
        let served = draft.stops.indices.filter { isServed[$0] }
        let grid = PlaceGrid(
            served.compactMap { row in draft.stops[row].coordinate.map { (row, $0) } },
            cellDegrees: max(1, walking.radiusMetres) / 111_195)
        for from in served {
            var near = nearStops(from, in: grid)
            if near.count > walking.maximumNearStops {
                near.sort { ($0.metres, $0.stop) < ($1.metres, $1.stop) }
                near.removeSubrange(walking.maximumNearStops...)
                report(.tooManyNearStops, at: StopIndex(from))
            }
            join(StopIndex(from), to: near)
            checkStreets(at: StopIndex(from))
        }
    }

    private func nearStops(_ from: Int, in grid: PlaceGrid<Int>) -> [NearStop] {
        guard let place = draft.stops[from].coordinate else { return [] }
        let plane = LocalPlane(around: place)
        var near: [NearStop] = []
        let box = BoundingBox(around: place).expanded(byMetres: walking.radiusMetres * 1.01)
        grid.forEach(in: box) { row, there in
            let point = plane.point(there)
            let metres = (point.x * point.x + point.y * point.y).squareRoot()
            guard row != from, metres <= walking.radiusMetres else { return }
            near.append(NearStop(stop: StopIndex(row), metres: metres))
        }
        return near
    }

    // MARK: - Pathways

    private mutating func followPathways() {
        guard !draft.pathways.isEmpty else { return }
        var edges: [StopIndex: [(to: StopIndex, seconds: Int32, hasStairs: Bool)]] = [:]
        for pathway in draft.pathways {
            edges[pathway.from, default: []].append(
                (pathway.to, pathway.seconds, pathway.hasStairs))
            if pathway.isBidirectional {
                edges[pathway.to, default: []].append(
                    (pathway.from, pathway.seconds, pathway.hasStairs))
            }
        }
        for start in edges.keys.sorted() where isServed[start.row] {
            let all = nearest(from: start, edges, stairs: true)
            let stepFree = nearest(from: start, edges, stairs: false)
            for (target, seconds) in all where target != start && isServed[target.row] {
                let flags =
                    stepFree[target] == seconds
                    ? FootpathColumns.pathwayFlag
                    : FootpathColumns.pathwayFlag | FootpathColumns.stairsFlag
                replace(
                    start, target,
                    FootpathDraft(target: target, seconds: UInt32(seconds), flags: flags))
            }
        }
    }

    /// The seconds to each location reachable through pathways (Dijkstra; stations are small).
    private func nearest(
        from start: StopIndex,
        _ edges: [StopIndex: [(to: StopIndex, seconds: Int32, hasStairs: Bool)]], stairs: Bool
    ) -> [StopIndex: Int32] {
        var settled: [StopIndex: Int32] = [:]
        var open: [StopIndex: Int32] = [start: 0]
        while let (place, seconds) = open.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
            open[place] = nil
            settled[place] = seconds
            for edge in edges[place] ?? [] where stairs || !edge.hasStairs {
                guard settled[edge.to] == nil else { continue }
                open[edge.to] = min(open[edge.to] ?? .max, seconds + edge.seconds)
            }
        }
        return settled
    }

    // MARK: - transfers.txt

    private mutating func applyTransfers() {
        for pair in transfers.pairs {
            guard let rule = transfers.generalRule(from: pair.from, to: pair.to) else { continue }
            apply(rule, from: pair.from, to: pair.to)
        }
        for walk in draft.statedWalks { state(walk.seconds, from: walk.from, to: walk.to) }
    }

    private mutating func apply(_ rule: TransferRule, from: StopIndex, to: StopIndex) {
        if from == to {
            if rule.type == .minimumTime, rule.seconds >= 0 {
                draft.stops[from.row].transferSeconds = rule.seconds
            }
            return
        }
        let walked = walks[from.row][to]?.seconds ?? walkedSeconds(from, to)
        if let seconds = rule.seconds(usual: Int32(clamping: walked), atOneStop: false) {
            state(UInt32(seconds), from: from, to: to)
        } else {
            replace(from, to, nil)
        }
    }

    private mutating func state(_ seconds: UInt32, from: StopIndex, to: StopIndex) {
        let flags = walks[from.row][to]?.flags ?? 0
        // A rule about time applies to all; the stairs of a street are the walk's own.
        let isStreet = flags & FootpathColumns.streetFlag != 0
        let kept = isStreet ? 0 : flags & FootpathColumns.stairsFlag
        replace(
            from, to,
            FootpathDraft(target: to, seconds: seconds, flags: FootpathColumns.statedFlag | kept))
    }

    private func walkedSeconds(_ from: StopIndex, _ to: StopIndex) -> UInt32 {
        guard let a = draft.stops[from.row].coordinate, let b = draft.stops[to.row].coordinate
        else { return 0 }
        let seconds = a.distanceMetres(to: b) * walking.detour / walking.speedMetresPerSecond
        return UInt32(min(seconds, 86_400).rounded(.up))
    }
}
