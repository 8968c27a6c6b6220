import OSMPBF

/// Rules that derive the access of pedestrians and bicycles from the tags of ways and nodes.
///
/// They follow the access rules of Valhalla's `lua/graph.lua`: a class of roads is open to
/// pedestrians or not, `foot` overrides `access`, and cycleways and bridleways are open only if
/// `foot` says so. Ferries are excluded because they run to a timetable.
struct WayRules {
    /// The keys of interest, with their numbers in `TagWords`.
    enum Word: Int, TagWord {
        case highway = 1
        case foot, access, service, motorroad, sidewalk, railway, wheelchair, surface, smoothness
        case tracktype, footway, conveying, impassable, barrier, kerb, entrance, name, locked
        case type, publicTransport, onewayFoot, level, ref, localRef, refIFOPT
        case bicycle, vehicle, oneway, onewayBicycle, junction, ramp, rampBicycle
        case cycleway, cyclewayLeft, cyclewayRight, cyclewayBoth, cyclewayLeftOneway
        case cyclewayRightOneway

        var text: String {
            switch self {
            case .publicTransport: "public_transport"
            case .onewayFoot: "oneway:foot"
            case .localRef: "local_ref"
            case .refIFOPT: "ref:IFOPT"
            case .onewayBicycle: "oneway:bicycle"
            case .rampBicycle: "ramp:bicycle"
            case .cyclewayLeft: "cycleway:left"
            case .cyclewayRight: "cycleway:right"
            case .cyclewayBoth: "cycleway:both"
            case .cyclewayLeftOneway: "cycleway:left:oneway"
            case .cyclewayRightOneway: "cycleway:right:oneway"
            default: "\(self)"
            }
        }
    }

    /// The element that the rules look at.
    private(set) var element = TaggedElement<Word>()

    /// Looks up the strings of the block whose elements follow.
    mutating func begin(_ block: ExtractBlock) {
        element.begin(block)
    }

    /// What the rules find about a walkable way.
    struct Found {
        var traits: EdgeTraits
        var cycling: CyclingTraits
        /// The string index of the name; 0 for none.
        var name: Int
        /// Nil if no tag states the level.
        var levels: LevelRange?
        /// The references of a platform, separated by semicolons; empty for none.
        var references: String
    }

    /// Returns what is known about a way for pedestrians or bicycles; nil for other ways.
    mutating func way(_ tags: [ExtractTag]) -> Found? {
        element.read(tags)
        guard element.has(.highway) || element.has(.railway) || element.has(.publicTransport) else {
            return nil
        }
        let onFoot = access()
        let cycling = cycling(isWalkable: onFoot != nil)
        var traits = onFoot ?? .noFoot
        if onFoot == nil {
            guard !cycling.isDisjoint(with: [.ridesForward, .ridesBackward]) else { return nil }
            if let highway = element.value(.highway) { addKind(highway, to: &traits) }
        }
        addWheelchair(to: &traits)
        let levels = element.value(.level).flatMap(LevelRange.init)
        if levels != nil { traits.insert(.hasLevel) }
        return Found(
            traits: traits, cycling: cycling, name: element.values[Word.name.rawValue],
            levels: levels,
            references: traits.contains(.platform) ? references() : "")
    }

    private func references() -> String {
        [Word.ref, .localRef, .refIFOPT].compactMap { element.value($0) }.joined(separator: ";")
    }

    /// Returns what is known about a relation that is the area of a platform; nil for other
    /// relations.
    ///
    /// Squares that are relations are left out because their outlines often follow walls.
    mutating func area(_ tags: [ExtractTag]) -> Found? {
        guard let found = way(tags), found.traits.contains(.platform),
            element.value(.type) == "multipolygon"
        else { return nil }
        return found
    }

    /// Whether the last way is the edge of a platform along a track, which has a reference of its
    /// own.
    var isPlatformEdge: Bool { element.value(.railway) == "platform_edge" }

    /// Whether the last way is a road or path itself, walkable or not.
    var isRoad: Bool { element.has(.highway) }

    private func access() -> EdgeTraits? {
        let isPlatform =
            element.value(.railway) == "platform" || element.value(.publicTransport) == "platform"
            || isPlatformEdge
        guard let highway = element.value(.highway) ?? (isPlatform ? "platform" : nil) else {
            return nil
        }
        let foot = element.value(.foot)
        let access = element.value(.access)
        if let foot, Self.noFoot.contains(foot) { return nil }
        if element.value(.impassable) == "yes" { return nil }
        let saysFoot =
            foot.map { Self.yesFoot.contains($0) }
            ?? element.value(.sidewalk).map { ["both", "left", "right", "yes"].contains($0) }
            ?? false
        if saysFoot {
            guard !Self.notBuilt.contains(highway) else { return nil }
        } else {
            guard Self.walkable.contains(highway), element.value(.motorroad) != "yes" else {
                return nil
            }
            if let access, Self.noAccess.contains(access) { return nil }
        }
        var traits: EdgeTraits = []
        if highway == "steps" { traits.insert(.steps) }
        if highway == "elevator" { traits.insert(.lift) }
        if highway == "platform" || isPlatform { traits.insert(.platform) }
        addKind(highway, to: &traits)
        if element.value(.service) == "alley" { traits.insert(.alley) }
        if element.value(.service) == "driveway" { traits.insert(.driveway) }
        if foot == "private" || (access == "private" && foot == nil) { traits.insert(.isPrivate) }
        addDirection(to: &traits)
        return traits
    }

    private func addKind(_ highway: String, to traits: inout EdgeTraits) {
        if Self.withoutVehicles.contains(highway) { traits.insert(.footway) }
        if element.value(.footway) == "crossing" { traits.insert(.crossing) }
    }

    /// Escalators and moving walkways are one-way.
    private func addDirection(to traits: inout EdgeTraits) {
        switch element.value(.conveying) {
        case "forward": traits.insert(.noBackward)
        case "backward": traits.insert(.noForward)
        default: break
        }
        switch element.value(.onewayFoot) {
        case "yes", "1": traits.insert(.noBackward)
        case "-1": traits.insert(.noForward)
        default: break
        }
    }

    private func addWheelchair(to traits: inout EdgeTraits) {
        let isConveying = element.has(.conveying) && element.value(.conveying) != "no"
        if traits.contains(.steps) || isConveying {
            traits.insert(.noWheelchair)
            if traits.contains(.steps), isConveying { traits.insert(.escalator) }
            return
        }
        if let wheelchair = element.value(.wheelchair) {
            if wheelchair == "no" { traits.insert(.noWheelchair) }
            return
        }
        let surface = element.value(.surface)
        let smoothness = element.value(.smoothness)
        if let smoothness {
            if Self.roughness.contains(smoothness) { traits.insert(.noWheelchair) }
        } else if let grade = element.value(.tracktype) {
            // These two grades are solid: paved or well compacted.
            if grade != "grade1", grade != "grade2" { traits.insert(.noWheelchair) }
        } else if let surface {
            if Self.looseSurfaces.contains(surface) { traits.insert(.noWheelchair) }
        } else if element.value(.highway) == "track" {
            traits.insert(.noWheelchair)
        }
        if surface == nil, smoothness == nil, traits.contains(.footway) {
            traits.insert(.wheelchairUnknown)
        }
    }

    /// The traits of a node on a walkable way.
    mutating func node(_ tags: [ExtractTag]) -> VertexTraits {
        element.read(tags)
        var traits: VertexTraits = []
        if element.value(.highway) == "elevator" { traits.insert(.lift) }
        if element.value(.kerb) == "raised" { traits.insert(.raisedKerb) }
        if element.has(.barrier), !element.has(.entrance) {
            let foot = element.value(.foot)
            let says = foot.map { Self.yesFoot.contains($0) && $0 != "private" } ?? false
            let access = element.value(.access)
            if foot.map({ Self.noFoot.contains($0) }) ?? false { traits.insert(.closed) }
            if !says, let access, Self.noAccess.contains(access) { traits.insert(.closed) }
            if !says, element.value(.locked) == "yes" { traits.insert(.closed) }
            if let barrier = element.value(.barrier), Self.narrowBarriers.contains(barrier) {
                traits.insert(.closedToWheelchairs)
                if barrier != "cattle_grid", element.value(.bicycle) != "yes" {
                    traits.insert(.closedToBicycles)
                }
            }
        }
        if element.value(.wheelchair) == "no" { traits.insert(.closedToWheelchairs) }
        if element.value(.wheelchair) == "yes" { traits.remove(.closedToWheelchairs) }
        return traits
    }

    private static let walkable: Set<String> = [
        "trunk", "trunk_link", "primary", "primary_link", "secondary", "secondary_link",
        "tertiary", "tertiary_link", "residential", "residential_link", "service", "road", "track",
        "unclassified", "living_street", "footway", "pedestrian", "steps", "path", "corridor",
        "elevator", "platform",
    ]
    private static let withoutVehicles: Set<String> = [
        "footway", "pedestrian", "path", "corridor", "cycleway", "bridleway",
    ]
    static let notBuilt: Set<String> = [
        "construction", "proposed", "planned", "abandoned", "razed", "disused",
    ]
    private static let yesFoot: Set<String> = [
        "yes", "private", "permissive", "use_sidepath", "delivery", "designated", "destination",
        "customers", "official", "public", "restricted", "crossing", "sidewalk", "allowed",
        "passable", "footway", "permit", "residents",
    ]
    private static let noFoot: Set<String> = ["no", "agricultural", "discouraged", "forestry"]
    static let noAccess: Set<String> = [
        "no", "agricultural", "forestry", "psv", "emergency", "military",
    ]
    static let looseSurfaces: Set<String> = [
        "sand", "mud", "grass", "dirt", "earth", "ground", "gravel", "pebblestone", "rock",
        "unhewn_cobblestone", "woodchips", "stepping_stones", "snow", "unpaved",
    ]
    static let roughness: Set<String> = [
        "very_bad", "horrible", "very_horrible", "impassable",
    ]
    private static let narrowBarriers: Set<String> = [
        "stile", "turnstile", "full-height_turnstile", "kissing_gate", "cattle_grid", "step", "log",
    ]
}
