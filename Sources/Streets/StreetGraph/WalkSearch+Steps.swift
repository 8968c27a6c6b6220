import TransitModel

private import FileMapping

extension EdgeTraits {
    var kind: WalkStep.Kind {
        if contains(.escalator) { return .escalator }
        if contains(.steps) { return .stairs }
        if contains(.lift) { return .lift }
        if contains(.platform) { return .platform }
        if contains(.crossing) { return .crossing }
        return contains(.footway) ? .footway : .street
    }
}

/// An instruction with the parts of the walk that it covers, none for a lift at a vertex.
private struct DraftStep {
    var step: WalkStep
    var parts: Range<Int>
}

extension WalkSearch {
    /// Returns the instructions.
    ///
    /// A new one begins where the name or kind of way changes, where an unnamed way turns, and at a
    /// lift.
    func steps(_ parts: [WalkedPart]) -> [WalkStep] {
        var drafts: [DraftStep] = []
        var arriving: Double?
        for (number, part) in parts.enumerated() {
            if number > 0, let lift = lift(between: parts[number - 1], and: part) {
                drafts.append(DraftStep(step: lift, parts: number..<number))
                arriving = nil
            }
            let points = part.points
            let leaving = points.count > 1 ? points[0].bearingDegrees(to: points[1]) : arriving
            let turn = WalkStep.Turn(degrees: Self.angle(from: arriving, to: leaving))
            var step = WalkStep(
                turn: drafts.isEmpty ? .depart : turn, kind: graph.traits(of: part.edge).kind,
                name: graph.name(of: part.edge), metres: part.metres,
                at: points.first
                    ?? graph.points[graph.pointRows(of: part.edge).lowerBound].coordinate)
            step.isPushed = isPushed(part)
            if let last = drafts.last, !last.parts.isEmpty,
                Self.continues(last.step, step) || part.metres < 1 && step.kind != .lift
            {
                drafts[drafts.count - 1].step.metres += part.metres
                drafts[drafts.count - 1].parts = last.parts.lowerBound..<number + 1
            } else {
                drafts.append(DraftStep(step: step, parts: number..<number + 1))
            }
            if points.count > 1 {
                arriving = points[points.count - 2].bearingDegrees(to: points[points.count - 1])
            }
        }
        return drafts.map { draft in
            var step = draft.step
            switch step.kind {
            case .lift, .stairs, .escalator: step.level = level(after: draft.parts, of: parts)
            case .street, .footway, .crossing, .platform: break
            }
            return step
        }
    }

    /// Whether a step is a part of the one before.
    private static func continues(_ last: WalkStep, _ step: WalkStep) -> Bool {
        guard last.kind == step.kind, last.name == step.name, last.isPushed == step.isPushed
        else { return false }
        switch step.kind {
        case .lift, .stairs, .escalator: return true
        case .street, .footway, .crossing, .platform:
            switch step.turn {
            case .straight, .slightLeft, .slightRight: return true
            default: return step.name != nil
            }
        }
    }

    /// Whether a bicycle is pushed along a part.
    private func isPushed(_ part: WalkedPart) -> Bool {
        guard profile == .bicycle else { return false }
        let pace = graph.edgeCycling[part.edge].pace(
            graph.traits(of: part.edge), isTurned: part.isTurned)
        return pace == .push
    }

    /// The instruction for a lift that is a vertex between two parts; nil if none is taken.
    private func lift(between first: WalkedPart, and second: WalkedPart) -> WalkStep? {
        let ends = second.isTurned ? graph.edgeTo : graph.edgeFrom
        let vertex = Int(ends[second.edge])
        guard VertexTraits(rawValue: graph.vertexTraits[vertex]).contains(.lift),
            takesLift(from: first.edge, to: second.edge)
        else { return nil }
        return WalkStep(
            turn: .straight, kind: .lift, metres: 0, at: graph.vertexPoints[vertex].coordinate)
    }

    /// The level to which some parts lead: that of the next part or, where it is unknown, their
    /// other end; nil if it is that of the part before or not known.
    private func level(after range: Range<Int>, of parts: [WalkedPart]) -> Double? {
        func level(_ number: Int) -> Double? {
            parts.indices.contains(number)
                ? graph.levels(of: parts[number].edge)?.single : nil
        }
        let before = level(range.lowerBound - 1)
        let own = parts[range].compactMap { graph.levels(of: $0.edge) }
        let after =
            level(range.upperBound)
            ?? before.flatMap { before in own.lazy.compactMap { $0.end(awayFrom: before) }.last }
        return after == before ? nil : after
    }

    /// Degrees from one bearing to another, -180...180, positive to the right.
    private static func angle(from first: Double?, to second: Double?) -> Double {
        guard let first, let second else { return 0 }
        let difference = (second - first).truncatingRemainder(dividingBy: 360)
        return difference > 180
            ? difference - 360 : difference < -180 ? difference + 360 : difference
    }
}
