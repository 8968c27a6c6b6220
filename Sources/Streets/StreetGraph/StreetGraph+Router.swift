private import Synchronization
package import TransitModel

extension StreetGraph {
    /// Returns a router on the graph.
    ///
    /// It keeps the memory of at most `searches` finished searches for each profile, 28 bytes for
    /// each vertex.
    ///
    /// Walks are answered for places in `box`; a place outside of it is not mapped. A stop inside
    /// without a way nearby is not mapped either, since extracts are often cut along borders that
    /// are no boxes. An origin there without a way is nowhere: in the sea, for example.
    package func router(in box: BoundingBox?, searches: Int = 4) -> StreetRouter {
        let foot = WalkSearchPool(self, .foot, maximumIdle: searches)
        let wheelchair = WalkSearchPool(self, .wheelchair, maximumIdle: searches)
        return StreetRouter(
            lengths: { query, places in
                guard box?.contains(query.origin) ?? true else {
                    return places.map { _ in .unmapped }
                }
                let pool = query.profile == .foot ? foot : wheelchair
                return pool.search { $0.answers(query, to: places, in: box) }
            },
            walk: { query, place in
                let pool = query.profile == .foot ? foot : wheelchair
                return pool.search {
                    $0.walk(from: query.origin, to: place, withinMetres: query.maximumMetres)
                }
            },
            gap: { place in
                guard box?.contains(place) ?? true else { return nil }
                return nearestPoint(to: place, for: .foot)?.gapMetres ?? .infinity
            })
    }
}

extension WalkSearch {
    /// Returns the walk to each place.
    ///
    /// Two points on parts of the graph that are not connected are joined as for a single walk, by
    /// moving an end.
    fileprivate mutating func answers(
        _ query: StreetRouter.Query, to places: [Coordinate], in box: BoundingBox?
    ) -> [StreetRouter.Answer] {
        guard let start = graph.nearestPoint(to: query.origin, for: profile) else {
            return places.map { place in
                let isMapped = graph.nearestPoint(to: place, for: profile) != nil
                return isMapped ? .noWay : .unmapped
            }
        }
        explore(from: start, withinMetres: query.maximumMetres * Self.weightPerLength)
        var answers: [StreetRouter.Answer] = []
        answers.reserveCapacity(places.count)
        var others: [Int] = []
        for place in places {
            guard box?.contains(place) ?? true,
                let goal = graph.nearestPoint(to: place, for: profile)
            else {
                answers.append(.unmapped)
                continue
            }
            if goal.component != start.component { others.append(answers.count) }
            guard let length = length(to: goal), length.metres <= query.maximumMetres else {
                answers.append(.noWay)
                continue
            }
            answers.append(.walk(length))
        }
        for number in others {
            let walk = walk(
                from: query.origin, to: places[number], withinMetres: query.maximumMetres)
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
