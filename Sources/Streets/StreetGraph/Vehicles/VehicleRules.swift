import OSMPBF

/// Rules that derive the ways of vehicles from tags: roads open to buses, railways, ferries and
/// aerialways.
///
/// The most specific tag decides on access: `bus`, `psv`, `motor_vehicle`, `vehicle`, `access`.
struct VehicleRules {
    /// The keys of interest, with their numbers in `TagWords`.
    private enum Word: Int, TagWord {
        case highway = 1
        case railway, route, aerialway, oneway, junction, service, access, vehicle, bus, psv, busway
        case type, area, motorVehicle, onewayBus, onewayPsv, buswayLeft, buswayRight, buswayBoth
        case lanesBusBackward, lanesPsvBackward, busLanesBackward, psvLanesBackward

        var text: String {
            switch self {
            case .motorVehicle: "motor_vehicle"
            case .onewayBus: "oneway:bus"
            case .onewayPsv: "oneway:psv"
            case .buswayLeft: "busway:left"
            case .buswayRight: "busway:right"
            case .buswayBoth: "busway:both"
            case .lanesBusBackward: "lanes:bus:backward"
            case .lanesPsvBackward: "lanes:psv:backward"
            case .busLanesBackward: "bus:lanes:backward"
            case .psvLanesBackward: "psv:lanes:backward"
            default: "\(self)"
            }
        }
    }

    /// The element that the rules look at.
    private var element = TaggedElement<Word>()

    /// Looks up the strings of the block whose elements follow.
    mutating func begin(_ block: ExtractBlock) {
        element.begin(block)
    }

    /// Whether a relation is a route of buses.
    mutating func isBusRoute(_ tags: [ExtractTag]) -> Bool {
        element.read(tags)
        return element.value(.type) == "route"
            && ["bus", "trolleybus"].contains(element.value(.route))
    }

    /// The traits of a way; nil if no vehicle of public transport uses it.
    mutating func way(_ tags: [ExtractTag]) -> VehicleTraits? {
        element.read(tags)
        // A tramway in a street may be tagged on the street itself.
        if let railway = element.value(.railway), let kind = Self.railways[railway] {
            let isYard = element.value(.service).map { $0 != "crossover" } ?? false
            return VehicleTraits(kind, flags: isYard ? VehicleTraits.restrictedFlag : 0)
        }
        if element.has(.highway) { return road() }
        if element.value(.route) == "ferry" { return VehicleTraits(.ferry) }
        if let aerialway = element.value(.aerialway), Self.aerialways.contains(aerialway) {
            return VehicleTraits(.aerialway)
        }
        return nil
    }

    private func road() -> VehicleTraits? {
        guard let highway = element.value(.highway), element.value(.area) != "yes" else {
            return nil
        }
        let forBuses = element.value(.bus) ?? element.value(.psv)
        let isForBuses = forBuses.map { !Self.noAccess.contains($0) } ?? false
        guard var kind = Self.roads[highway] ?? (isForBuses ? .busway : nil) else { return nil }
        if kind == .service, let service = element.value(.service), !isForBuses {
            if service == "driveway" || service == "parking_aisle" { kind = .minorService }
        }
        let access =
            forBuses ?? element.value(.motorVehicle) ?? element.value(.vehicle) ?? element.value(
                .access) ?? "yes"
        if Self.noAccess.contains(access) { return nil }
        var flags: UInt16 = access == "private" ? VehicleTraits.restrictedFlag : 0
        if !isOpenBothWays { flags |= direction(of: highway) }
        return VehicleTraits(kind, flags: flags)
    }

    /// The flag for the closed direction of a one-way road; 0 for other roads.
    private func direction(of highway: String) -> UInt16 {
        switch element.value(.oneway) {
        case "yes", "true", "1": return VehicleTraits.noBackwardFlag
        case "-1", "reverse": return VehicleTraits.noForwardFlag
        case "no", "false", "0": return 0
        default:
            let isRoundabout = ["roundabout", "circular"].contains(element.value(.junction))
            return isRoundabout || highway == "motorway" ? VehicleTraits.noBackwardFlag : 0
        }
    }

    /// Whether buses may use a one-way road in both directions.
    private var isOpenBothWays: Bool {
        if element.value(.onewayBus) == "no" || element.value(.onewayPsv) == "no" { return true }
        let lanes: [Word] = [.busway, .buswayLeft, .buswayRight, .buswayBoth]
        if lanes.contains(where: { element.value($0) == "opposite_lane" }) { return true }
        let counts: [Word] = [
            .lanesBusBackward, .lanesPsvBackward, .busLanesBackward, .psvLanesBackward,
        ]
        return counts.contains { element.has($0) && element.value($0) != "0" }
    }

    private static let roads: [String: VehicleTraits.Kind] = [
        "motorway": .motorway, "motorway_link": .motorway, "trunk": .trunk, "trunk_link": .trunk,
        "primary": .primary, "primary_link": .primary, "secondary": .secondary,
        "secondary_link": .secondary, "tertiary": .tertiary, "tertiary_link": .tertiary,
        "unclassified": .unclassified, "road": .unclassified, "residential": .residential,
        "living_street": .livingStreet, "busway": .busway, "bus_guideway": .busway,
        "service": .service, "track": .track,
    ]
    private static let railways: [String: VehicleTraits.Kind] = [
        "rail": .rail, "light_rail": .lightRail, "subway": .subway, "tram": .tram,
        "narrow_gauge": .narrowGauge, "preserved": .rail, "monorail": .monorail,
        "funicular": .funicular,
    ]
    private static let aerialways: Set<String> = [
        "cable_car", "gondola", "mixed_lift", "chair_lift",
    ]
    private static let noAccess: Set<String> = [
        "no", "agricultural", "forestry", "emergency", "military", "discouraged",
    ]
}
