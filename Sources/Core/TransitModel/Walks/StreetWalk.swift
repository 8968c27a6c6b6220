/// A walk along streets as it is shown: its line and its instructions.
package struct StreetWalk: Hashable, Sendable {
    package let length: WalkLength
    /// Metres of ways of which nothing says whether a wheelchair can pass.
    package let unknownMetres: Double
    /// The places at both ends with the points of the ways between them.
    package let line: [Coordinate]
    /// The instructions, in order; the first one departs, and there is at least one.
    package let steps: [WalkStep]

    package init(
        _ length: WalkLength, unknownMetres: Double = 0, line: [Coordinate], steps: [WalkStep]
    ) {
        self.length = length
        self.unknownMetres = unknownMetres
        self.line = line
        self.steps = steps
    }
}

/// A part of a walk along one way, or in a lift.
package struct WalkStep: Hashable, Sendable {
    /// The kinds of ways that instructions name differently.
    package enum Kind: String, CaseIterable, Sendable {
        case street
        case footway
        case crossing
        case stairs
        case escalator
        case lift
        case platform
    }

    /// The change of direction where a step begins.
    package enum Turn: String, CaseIterable, Sendable {
        case depart
        case straight
        case slightLeft = "slight_left"
        case left
        case sharpLeft = "sharp_left"
        case slightRight = "slight_right"
        case right
        case sharpRight = "sharp_right"
        case back

        /// The turn of an angle in degrees, -180...180, positive to the right.
        package init(degrees: Double) {
            switch abs(degrees) {
            case ..<20: self = .straight
            case ..<50: self = degrees < 0 ? .slightLeft : .slightRight
            case ..<125: self = degrees < 0 ? .left : .right
            case ..<165: self = degrees < 0 ? .sharpLeft : .sharpRight
            default: self = .back
            }
        }
    }

    /// The change of direction at the start of the step.
    package let turn: Turn
    package let kind: Kind
    /// The name of the way; nil if it has none.
    package let name: String?
    /// Metres along the way.
    package var metres: Double
    /// The level to which a lift, an escalator or stairs lead: 0 is the ground, negative is below;
    /// nil for other ways, on one level, or if it is not known.
    package var level: Double?
    /// Whether a bicycle is pushed; false for those who walk.
    package var isPushed = false
    /// The location of the turn.
    package let coordinate: Coordinate

    package init(
        turn: Turn, kind: Kind, name: String? = nil, metres: Double, at place: Coordinate
    ) {
        self.turn = turn
        self.kind = kind
        self.name = name
        self.metres = metres
        coordinate = place
    }
}

extension WalkProfile {
    /// Returns the metres of a walk that are ridden: all of a cyclist's if the streets are unknown.
    package func riddenMetres(of metres: Double, _ streets: StreetWalk?) -> Double {
        streets?.length.riddenMetres ?? (self == .bicycle ? metres : 0)
    }
}
