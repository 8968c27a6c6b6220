/// What a part of a way is, as far as walking on it is concerned.
package struct EdgeTraits: OptionSet, Sendable, BitwiseCopyable {
    /// The stored bits.
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    package static let steps = EdgeTraits(rawValue: 1)
    package static let lift = EdgeTraits(rawValue: 2)
    static let alley = EdgeTraits(rawValue: 4)
    static let driveway = EdgeTraits(rawValue: 8)
    /// Only for walks that start or end there.
    package static let isPrivate = EdgeTraits(rawValue: 16)
    /// Closed in the direction of the points, as on an escalator.
    static let noForward = EdgeTraits(rawValue: 32)
    /// Closed against the direction of the points.
    static let noBackward = EdgeTraits(rawValue: 64)
    static let noWheelchair = EdgeTraits(rawValue: 128)
    /// No tag indicates whether a wheelchair can pass.
    package static let wheelchairUnknown = EdgeTraits(rawValue: 256)
    package static let crossing = EdgeTraits(rawValue: 512)
    /// A path, footway or square without vehicles.
    package static let footway = EdgeTraits(rawValue: 1024)
    package static let platform = EdgeTraits(rawValue: 2048)
    package static let escalator = EdgeTraits(rawValue: 4096)
    /// The way's level is known; see ``StreetGraph/levels(of:)``.
    static let hasLevel = EdgeTraits(rawValue: 8192)
    /// Closed to pedestrians: a way for bicycles only.
    static let noFoot = EdgeTraits(rawValue: 16384)
}

/// What a part of a way is for bicycles.
struct CyclingTraits: OptionSet, Sendable, BitwiseCopyable {
    /// The stored bits.
    let rawValue: UInt8

    /// Open to riders in the direction of the points.
    static let ridesForward = CyclingTraits(rawValue: 1)
    /// Open to riders against the direction of the points.
    static let ridesBackward = CyclingTraits(rawValue: 2)
    /// Not even for pushing a bicycle, as on stairs without a ramp.
    static let noPushing = CyclingTraits(rawValue: 4)
    /// A main road without a lane for bicycles.
    static let isBusy = CyclingTraits(rawValue: 8)
    /// Loose or uneven ground.
    static let isRough = CyclingTraits(rawValue: 16)
    /// Meant for bicycles.
    static let isCalm = CyclingTraits(rawValue: 32)

    /// How a bicycle moves along a way.
    enum Pace {
        case ride, push
    }

    /// How a bicycle moves along a way with those traits, against the direction of its points if
    /// `isTurned`; nil if it must not.
    @inline(__always)
    func pace(_ traits: EdgeTraits, isTurned: Bool) -> Pace? {
        if contains(isTurned ? .ridesBackward : .ridesForward) { return .ride }
        let closed: EdgeTraits = isTurned ? [.noFoot, .noBackward] : [.noFoot, .noForward]
        return contains(.noPushing) || !traits.isDisjoint(with: closed) ? nil : .push
    }
}

/// Obstacles and lifts at a vertex.
package struct VertexTraits: OptionSet, Sendable, BitwiseCopyable {
    /// The stored bits.
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A barrier that is closed to everyone.
    static let closed = VertexTraits(rawValue: 1)
    /// A barrier that is closed to wheelchairs.
    static let closedToWheelchairs = VertexTraits(rawValue: 2)
    /// A lift between the levels of the ways that meet here.
    package static let lift = VertexTraits(rawValue: 4)
    package static let raisedKerb = VertexTraits(rawValue: 8)
    /// A barrier that no bicycle can be pushed through.
    static let closedToBicycles = VertexTraits(rawValue: 16)
}
