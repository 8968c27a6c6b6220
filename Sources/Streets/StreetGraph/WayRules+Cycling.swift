// How bicycles use a way.
extension WayRules {
    /// Returns what a way is for bicycles.
    ///
    /// `bicycle` overrides `vehicle` and `access`. Where riding is not allowed, a bicycle is pushed
    /// as its rider walks, except on stairs without a ramp, escalators and moving walkways.
    func cycling(isWalkable: Bool) -> CyclingTraits {
        var traits: CyclingTraits = []
        let highway = element.value(.highway) ?? "platform"
        if mayRide(highway) {
            let (forward, backward) = directions()
            if forward { traits.insert(.ridesForward) }
            if backward { traits.insert(.ridesBackward) }
        }
        let isConveying = element.has(.conveying) && element.value(.conveying) != "no"
        if !isWalkable || isConveying || highway == "steps" && !hasRamp {
            traits.insert(.noPushing)
        }
        addQuality(highway, to: &traits)
        return traits
    }

    private func mayRide(_ highway: String) -> Bool {
        guard highway != "steps", highway != "elevator", !Self.notBuilt.contains(highway),
            element.value(.impassable) != "yes"
        else { return false }
        if let bicycle = element.value(.bicycle) {
            if Self.yesBicycle.contains(bicycle) { return true }
            if Self.noBicycle.contains(bicycle) { return false }
        }
        guard Self.rideable.contains(highway), element.value(.motorroad) != "yes" else {
            return false
        }
        // A path that is signed for pedestrians is theirs alone.
        if highway == "path", element.value(.foot) == "designated" { return false }
        guard let access = element.value(.vehicle) ?? element.value(.access) else { return true }
        return !Self.noAccess.contains(access)
    }

    private var hasRamp: Bool {
        element.value(.rampBicycle).map { $0 != "no" } ?? (element.value(.ramp) == "yes")
    }

    /// Whether bicycles may be ridden in the direction of the points, and against it.
    private func directions() -> (forward: Bool, backward: Bool) {
        let isRound = ["roundabout", "circular"].contains(element.value(.junction) ?? "")
        let oneway =
            element.value(.onewayBicycle)
            ?? (isOpposite ? "no" : element.value(.oneway) ?? (isRound ? "yes" : "no"))
        switch oneway {
        case "yes", "1", "true": return (true, false)
        case "-1", "reverse": return (false, true)
        default: return (true, true)
        }
    }

    /// Whether bicycles are exempt from the one-way rule.
    private var isOpposite: Bool {
        let lanes = [Word.cycleway, .cyclewayLeft, .cyclewayRight, .cyclewayBoth]
        if lanes.contains(where: { element.value($0)?.hasPrefix("opposite") ?? false }) {
            return true
        }
        return [Word.cyclewayLeftOneway, .cyclewayRightOneway].contains {
            ["no", "-1"].contains(element.value($0) ?? "")
        }
    }

    private func addQuality(_ highway: String, to traits: inout CyclingTraits) {
        if highway == "cycleway" || highway == "living_street"
            || element.value(.bicycle) == "designated"
        {
            traits.insert(.isCalm)
        }
        let lanes = [Word.cycleway, .cyclewayLeft, .cyclewayRight, .cyclewayBoth]
        let hasLane = lanes.contains { ["lane", "track"].contains(element.value($0) ?? "") }
        if Self.busy.contains(highway), !hasLane { traits.insert(.isBusy) }
        if let smoothness = element.value(.smoothness) {
            if smoothness == "bad" || Self.roughness.contains(smoothness) {
                traits.insert(.isRough)
            }
        } else if let surface = element.value(.surface) {
            if Self.looseSurfaces.contains(surface) { traits.insert(.isRough) }
        } else if highway == "track" || highway == "bridleway" {
            let grade = element.value(.tracktype)
            if grade != "grade1", grade != "grade2" { traits.insert(.isRough) }
        }
    }

    private static let rideable: Set<String> = [
        "trunk", "trunk_link", "primary", "primary_link", "secondary", "secondary_link",
        "tertiary", "tertiary_link", "residential", "residential_link", "service", "road", "track",
        "unclassified", "living_street", "path", "cycleway",
    ]
    private static let busy: Set<String> = [
        "trunk", "trunk_link", "primary", "primary_link", "secondary", "secondary_link",
    ]
    private static let yesBicycle: Set<String> = [
        "yes", "designated", "permissive", "official", "destination", "customers", "private",
        "permit", "residents", "allowed",
    ]
    private static let noBicycle: Set<String> = [
        "no", "dismount", "use_sidepath", "agricultural", "forestry", "discouraged",
    ]
}
