/// What a part of a way is, as far as walking on it is concerned.
package struct EdgeTraits: OptionSet, Sendable, BitwiseCopyable {
    /// The bits as they are stored.
    package let rawValue: UInt16

    /// Takes stored bits.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Stairs.
    package static let steps = EdgeTraits(rawValue: 1)
    /// A lift.
    package static let lift = EdgeTraits(rawValue: 2)
    static let alley = EdgeTraits(rawValue: 4)
    static let driveway = EdgeTraits(rawValue: 8)
    /// Open only to those who start or end there.
    package static let isPrivate = EdgeTraits(rawValue: 16)
    /// Nobody walks along the direction of the points, as on an escalator.
    static let noForward = EdgeTraits(rawValue: 32)
    /// Nobody walks against the direction of the points.
    static let noBackward = EdgeTraits(rawValue: 64)
    static let noWheelchair = EdgeTraits(rawValue: 128)
    /// Neither the surface nor anything else says whether a wheelchair can pass.
    package static let wheelchairUnknown = EdgeTraits(rawValue: 256)
    /// A crossing of a street.
    package static let crossing = EdgeTraits(rawValue: 512)
    /// A path, footway or square without vehicles.
    package static let footway = EdgeTraits(rawValue: 1024)
    /// A platform.
    package static let platform = EdgeTraits(rawValue: 2048)
}

/// Obstacles and lifts at a vertex.
package struct VertexTraits: OptionSet, Sendable, BitwiseCopyable {
    /// The bits as they are stored.
    package let rawValue: UInt8

    /// Takes stored bits.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A barrier that nobody passes.
    static let closed = VertexTraits(rawValue: 1)
    /// A barrier that no wheelchair passes.
    static let closedToWheelchairs = VertexTraits(rawValue: 2)
    /// A lift between the levels of the ways that meet here.
    package static let lift = VertexTraits(rawValue: 4)
    /// A kerb that is not lowered.
    package static let raisedKerb = VertexTraits(rawValue: 8)
}
