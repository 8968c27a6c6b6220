private import Synchronization
package import TransitModel

extension StreetGraph {
    /// Returns a router on the graph.
    ///
    /// It keeps the memory of at most `searches` finished searches for each profile, 32 bytes for
    /// each vertex.
    ///
    /// Walks are answered for places in `box`; a place outside of it is not mapped. A stop inside
    /// without a way nearby is not mapped either, since extracts are often cut along borders that
    /// are no boxes. Any other origin without a way is nowhere: in the sea, for example.
    package func router(in box: BoundingBox?, searches: Int = 4) -> StreetRouter {
        let foot = WalkSearchPool(self, .foot, maximumIdle: searches)
        let wheelchair = WalkSearchPool(self, .wheelchair, maximumIdle: searches)
        let bicycle = WalkSearchPool(self, .bicycle, maximumIdle: searches)
        @Sendable func pool(_ profile: WalkProfile) -> WalkSearchPool {
            switch profile {
            case .foot: foot
            case .wheelchair: wheelchair
            case .bicycle: bicycle
            }
        }
        return StreetRouter(
            lengths: { query, places in
                guard box?.contains(query.origin.coordinate) ?? true else {
                    return places.map { _ in .unmapped }
                }
                return pool(query.profile).answers(query, to: places, in: box)
            },
            walk: { query, place in
                pool(query.profile).search {
                    $0.walk(from: query.origin, to: place, withinMetres: query.maximumMetres)
                }
            },
            access: { stop in
                guard box?.contains(stop.coordinate) ?? true else { return nil }
                return access(to: stop)
            })
    }
}

extension WalkSearchPool {
    /// Returns the walk to each end.
    ///
    /// Two points on parts of the graph that are not connected are joined as for a single walk, by
    /// moving an end.
    fileprivate func answers(
        _ query: StreetRouter.Query, to ends: [WalkEnd], in box: BoundingBox?
    ) -> [StreetRouter.Answer] {
        let footings = footings(of: [query.origin] + ends)
        guard case .point(let start) = footings[0] else {
            let isUnmapped = footings[0].isNone && query.origin.platform != nil
            return footings.dropFirst().map { isUnmapped || $0.isNone ? .unmapped : .noWay }
        }
        let goals = zip(ends, footings.dropFirst()).map { end, footing in
            box?.contains(end.coordinate) ?? true ? footing : .none
        }
        return search { search in
            let connected = goals.compactMap { goal -> StreetPoint? in
                guard case .point(let goal) = goal else { return nil }
                return goal.component == start.component ? goal : nil
            }
            search.explore(from: start, to: connected, withinMetres: query.maximumMetres)
            var alone: [Int] = []
            var answers = goals.enumerated().map { number, goal -> StreetRouter.Answer in
                switch goal {
                case .none: return .unmapped
                case .closed: return .noWay
                case .point(let goal) where goal.component != start.component:
                    alone.append(number)
                    return .noWay
                case .point(let goal):
                    switch search.explored(goal) {
                    case .walk(let length): return .walk(length)
                    case .none: return .noWay
                    case .uncertain:
                        alone.append(number)
                        return .noWay
                    }
                }
            }
            for number in alone {
                let walk = search.walk(
                    from: query.origin, to: ends[number], withinMetres: query.maximumMetres)
                if let walk { answers[number] = .walk(walk.length) }
            }
            return answers
        }
    }

    /// Returns where walks to each end are; those of stops are remembered.
    private func footings(of ends: [WalkEnd]) -> [StreetGraph.Footing] {
        let known = stops.withLock { stops in ends.map { stops[$0] } }
        var added: [WalkEnd: StreetGraph.Footing] = [:]
        let footings = zip(ends, known).map { end, known in
            if let known { return known }
            let footing = graph.footing(end, for: profile)
            if end.platform != nil { added[end] = footing }
            return footing
        }
        guard !added.isEmpty else { return footings }
        stops.withLock { stops in
            if stops.count + added.count > Self.maximumStops { stops.removeAll() }
            stops.merge(added) { first, _ in first }
        }
        return footings
    }
}

/// The memory of searches for one profile, kept for later ones, and where stops are on the graph.
private final class WalkSearchPool: Sendable {
    /// About 10 MB.
    static let maximumStops = 65_536

    let graph: StreetGraph
    let profile: WalkProfile
    let stops = Mutex<[WalkEnd: StreetGraph.Footing]>([:])
    private let maximumIdle: Int
    private let idle = Mutex<[Memory]>([])

    private final class Memory: Sendable {
        let search: Mutex<WalkSearch>

        init(_ graph: StreetGraph, _ profile: WalkProfile) {
            search = Mutex(WalkSearch(graph, profile: profile))
        }
    }

    init(_ graph: StreetGraph, _ profile: WalkProfile, maximumIdle: Int) {
        self.graph = graph
        self.profile = profile
        self.maximumIdle = max(1, maximumIdle)
    }

    func search<Result: Sendable>(_ body: (inout WalkSearch) -> Result) -> Result {
        let memory = idle.withLock { $0.popLast() } ?? Memory(graph, profile)
        defer {
            idle.withLock { if $0.count < maximumIdle { $0.append(memory) } }
        }
        return memory.search.withLock { body(&$0) }
    }
}
