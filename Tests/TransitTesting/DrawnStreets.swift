import TransitModel

extension StreetRouter {
    /// Creates a router that asks a function for the walk between two places; each walk has a
    /// straight line and one instruction.
    ///
    /// `access` is how every stop is connected with the streets.
    package static func drawn(
        access: StreetAccess? = StreetAccess(gapMetres: 0),
        _ answer: @escaping @Sendable (WalkProfile, Coordinate, Coordinate) -> Answer
    ) -> StreetRouter {
        @Sendable func bounded(_ query: Query, _ end: WalkEnd) -> Answer {
            let answer = answer(query.profile, query.origin.coordinate, end.coordinate)
            guard case .walk(let length) = answer, length.metres > query.maximumMetres else {
                return answer
            }
            return .noWay
        }
        return StreetRouter(
            lengths: { query, ends in ends.map { bounded(query, $0) } },
            walk: { query, end in
                guard case .walk(let length) = bounded(query, end) else { return nil }
                let step = WalkStep(
                    turn: .depart, kind: .street, name: "Drawn Street", metres: length.metres,
                    at: query.origin.coordinate)
                return StreetWalk(
                    length, line: [query.origin.coordinate, end.coordinate], steps: [step])
            },
            access: { _ in access })
    }
}
