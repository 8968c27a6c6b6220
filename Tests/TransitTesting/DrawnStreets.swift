import TransitModel

extension StreetRouter {
    /// Creates a router that asks a function for the walk between two places; each walk has a
    /// straight line and one instruction.
    ///
    /// `gap` is the distance of every place from the nearest way.
    package static func drawn(
        gap: Double? = 0,
        _ answer: @escaping @Sendable (WalkProfile, Coordinate, Coordinate) -> Answer
    ) -> StreetRouter {
        @Sendable func bounded(_ query: Query, _ place: Coordinate) -> Answer {
            let answer = answer(query.profile, query.origin, place)
            guard case .walk(let length) = answer, length.metres > query.maximumMetres else {
                return answer
            }
            return .noWay
        }
        return StreetRouter(
            lengths: { query, places in places.map { bounded(query, $0) } },
            walk: { query, place in
                guard case .walk(let length) = bounded(query, place) else { return nil }
                let step = WalkStep(
                    turn: .depart, kind: .street, name: "Drawn Street", metres: length.metres,
                    at: query.origin)
                return StreetWalk(length, line: [query.origin, place], steps: [step])
            },
            gap: { _ in gap })
    }
}
