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
    /// are no boxes. An origin there without a way is nowhere: in the sea, for example.
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
                return pool(query.profile).search { $0.answers(query, to: places, in: box) }
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

extension WalkSearch {
    /// Returns the walk to each end.
    ///
    /// Two points on parts of the graph that are not connected are joined as for a single walk, by
    /// moving an end.
    fileprivate mutating func answers(
        _ query: StreetRouter.Query, to ends: [WalkEnd], in box: BoundingBox?
    ) -> [StreetRouter.Answer] {
        guard case .point(let start) = graph.footing(query.origin, for: profile) else {
            return ends.map { end in
                if case .none = graph.footing(end, for: profile) { .unmapped } else { .noWay }
            }
        }
        explore(from: start, withinMetres: query.maximumMetres * Self.weightPerLength)
        var answers: [StreetRouter.Answer] = []
        answers.reserveCapacity(ends.count)
        var others: [Int] = []
        for end in ends {
            guard box?.contains(end.coordinate) ?? true else {
                answers.append(.unmapped)
                continue
            }
            switch graph.footing(end, for: profile) {
            case .none: answers.append(.unmapped)
            case .closed: answers.append(.noWay)
            case .point(let goal):
                if goal.component != start.component { others.append(answers.count) }
                let length = length(to: goal).flatMap {
                    $0.metres <= query.maximumMetres ? $0 : nil
                }
                answers.append(length.map(StreetRouter.Answer.walk) ?? .noWay)
            }
        }
        for number in others {
            let walk = walk(
                from: query.origin, to: ends[number], withinMetres: query.maximumMetres)
            if let walk { answers[number] = .walk(walk.length) }
        }
        return answers
    }
}

/// The memory of searches for one profile, kept for later ones.
private final class WalkSearchPool: Sendable {
    private let graph: StreetGraph
    private let profile: WalkProfile
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
