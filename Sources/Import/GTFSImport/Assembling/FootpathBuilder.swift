import GTFS
import Timetables
import TransitModel

/// Assumptions about walks between stops where the feed has no times.
package struct WalkingAssumptions: Sendable, Equatable {
    /// Walking speed in metres per second.
    package var speedMetresPerSecond = 1.25
    /// The maximum straight-line distance in metres between stops joined by a walk.
    package var radiusMetres = 500.0
    /// The length of a walk divided by the straight-line distance.
    package var detour = 1.3

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
/// For each pair the first of these applies: a rule in transfers.txt (a forbidden transfer removes
/// the walk), the station's pathways, the distance. The result is not transitively closed.
struct FootpathBuilder {
    private let draft: NetworkDraft
    private let walking: WalkingAssumptions
    /// Whether vehicles call at each stop; only those stops are targets of walks.
    private let isServed: [Bool]
    private var walks: [[StopIndex: FootpathDraft]]

    init(_ draft: NetworkDraft, isServed: [Bool], walking: WalkingAssumptions) {
        self.draft = draft
        self.walking = walking
        self.isServed = isServed
        walks = Array(repeating: [:], count: draft.stops.count)
    }

    /// All walks by stop, the shortest first; also sets the stops' own change times.
    mutating func build() -> [[FootpathDraft]] {
        joinNearStops()
        followPathways()
        applyTransfers()
        return walks.map { targets in
            targets.values.sorted { ($0.seconds, $0.target) < ($1.seconds, $1.target) }
        }
    }

    private mutating func joinNearStops() {
        let cells = StopGrid(draft, isServed: isServed, cellMetres: walking.radiusMetres)
        let metresToSeconds = walking.detour / walking.speedMetresPerSecond
        for from in draft.stops.indices where isServed[from] {
            cells.forEachNear(from, radius: walking.radiusMetres) { to, metres in
                walks[from][StopIndex(to)] = FootpathDraft(
                    target: StopIndex(to), seconds: UInt32((metres * metresToSeconds).rounded(.up)),
                    flags: 0)
            }
        }
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
                walks[start.row][target] = FootpathDraft(
                    target: target, seconds: UInt32(seconds), flags: flags)
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
        var children: [StopIndex: [StopIndex]] = [:]
        for row in draft.stops.indices {
            if let parent = draft.stops[row].parent.ifAny {
                children[parent, default: []].append(StopIndex(row))
            }
        }
        func places(_ stop: StopIndex) -> [StopIndex] {
            draft.stops[stop.row].locationType == .station ? children[stop] ?? [] : [stop]
        }
        // Station rules first, so that a rule between two stops overrides one between their
        // stations.
        let general = draft.transfers.filter {
            $0.fromStop != .none && $0.toStop != .none && $0.fromRoute == .none
                && $0.toRoute == .none && $0.fromTrip == .none && $0.toTrip == .none
        }
        let ordered =
            general.filter { isStation($0.fromStop) || isStation($0.toStop) }
            + general.filter { !isStation($0.fromStop) && !isStation($0.toStop) }
        for rule in ordered {
            for from in places(rule.fromStop) {
                for to in places(rule.toStop) { apply(rule, from: from, to: to) }
            }
        }
    }

    private func isStation(_ stop: StopIndex) -> Bool {
        draft.stops[stop.row].locationType == .station
    }

    private mutating func apply(_ rule: TransferDraft, from: StopIndex, to: StopIndex) {
        if from == to {
            if rule.type == .minimumTime, rule.seconds >= 0, rule.fromStop == rule.toStop {
                draft.stops[from.row].changeSeconds = rule.seconds
            }
            return
        }
        switch rule.type {
        case .forbidden:
            walks[from.row][to] = nil
        case .recommended, .timed, .minimumTime:
            let walked = walks[from.row][to]
            let seconds: UInt32
            if rule.type == .minimumTime, rule.seconds >= 0 {
                seconds = UInt32(rule.seconds)
            } else {
                seconds = walked?.seconds ?? walkedSeconds(from, to)
            }
            let kept = (walked?.flags ?? 0) & FootpathColumns.stairsFlag
            walks[from.row][to] = FootpathDraft(
                target: to, seconds: seconds, flags: FootpathColumns.statedFlag | kept)
        case .inSeat, .mustAlight: break
        }
    }

    private func walkedSeconds(_ from: StopIndex, _ to: StopIndex) -> UInt32 {
        guard let a = draft.stops[from.row].coordinate, let b = draft.stops[to.row].coordinate
        else { return 0 }
        let seconds = a.distanceMetres(to: b) * walking.detour / walking.speedMetresPerSecond
        return UInt32(min(seconds, 86_400).rounded(.up))
    }
}

/// Stops in square grid cells, to find near stops without scanning all.
private struct StopGrid {
    private let draft: NetworkDraft
    private let cellDegrees: Double
    private var cells: [Cell: [Int]] = [:]

    private struct Cell: Hashable {
        var x: Int32
        var y: Int32
    }

    init(_ draft: NetworkDraft, isServed: [Bool], cellMetres: Double) {
        self.draft = draft
        cellDegrees = cellMetres / 111_195
        for row in draft.stops.indices where isServed[row] {
            if let place = draft.stops[row].coordinate {
                cells[cell(place), default: []].append(row)
            }
        }
    }

    private func cell(_ place: Coordinate) -> Cell {
        Cell(
            x: Int32((place.longitude / cellDegrees).rounded(.down)),
            y: Int32((place.latitude / cellDegrees).rounded(.down)))
    }

    /// Calls `body` with each other stop within `radius` metres and its distance in metres.
    func forEachNear(_ row: Int, radius: Double, _ body: (Int, Double) -> Void) {
        guard let place = draft.stops[row].coordinate else { return }
        let plane = LocalPlane(around: place)
        let home = cell(place)
        // Degrees of longitude shrink towards the poles, so the search covers more cells there.
        let edge = plane.coordinate(x: radius, y: 0)
        let reach = min(60, cell(edge).x - home.x + 1)
        for y in home.y - 1...home.y + 1 {
            for x in home.x - reach...home.x + reach {
                for other in cells[Cell(x: x, y: y)] ?? [] where other != row {
                    guard let target = draft.stops[other].coordinate else { continue }
                    let point = plane.point(target)
                    let metres = (point.x * point.x + point.y * point.y).squareRoot()
                    if metres <= radius { body(other, metres) }
                }
            }
        }
    }
}
