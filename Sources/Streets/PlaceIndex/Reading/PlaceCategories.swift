/// The importance of places by their tags, 0...255.
enum PlaceCategories {
    /// Values that riders do not search for, or that are stops of the network.
    static let skipped: Set<String> = [
        "platform", "stop", "stop_position", "stop_area", "bus_stop", "tram_stop", "signal",
        "switch",
        "subway_entrance", "crossing", "level_crossing", "milestone", "rail", "tram", "subway",
        "light_rail", "buffer_stop", "abandoned", "disused", "siding", "tree", "pole", "bench",
        "gate", "razed", "dismantled", "proposed", "taxiway", "runway", "parking_position",
        "holding_position",
    ]

    private static let table: [String: UInt8] = [
        "aerodrome": 170, "terminal": 150, "station": 150, "halt": 120, "ferry_terminal": 130,
        "bus_station": 130, "hospital": 120, "university": 120, "college": 100, "museum": 110,
        "attraction": 110, "castle": 110, "theatre": 110, "arts_centre": 100, "townhall": 110,
        "stadium": 110, "zoo": 110, "theme_park": 110, "mall": 100, "cathedral": 100,
        "marketplace": 90, "library": 90, "cinema": 90, "courthouse": 80, "embassy": 70,
        "supermarket": 80, "department_store": 85, "school": 75, "hotel": 75, "park": 80,
        "monument": 75, "viewpoint": 65, "place_of_worship": 65, "police": 70, "post_office": 70,
        "sports_centre": 75, "swimming_pool": 60, "doctors": 60, "clinic": 65, "pharmacy": 60,
        "beach": 90, "peak": 80, "water": 70, "cemetery": 60,
    ]

    /// The importance of a point of interest; higher if it has a Wikipedia or Wikidata tag.
    static func importance(_ key: PlaceKey, _ value: String, isFamous: Bool) -> UInt8 {
        let base: UInt8
        if let known = table[value] {
            base = known
        } else {
            switch key {
            case .building, .landuse, .natural, .manMade: base = 45
            default: base = 55
            }
        }
        return isFamous ? base + 30 : base
    }

    /// The importance of a named way; nil if it is not a street.
    static func streetImportance(_ highway: String) -> UInt8? {
        switch highway {
        case "bus_stop", "platform", "elevator", "proposed", "services", "rest_area", "raceway",
            "crossing", "traffic_signals", "motorway_junction", "street_lamp", "corridor":
            nil
        case "primary", "trunk", "motorway": 90
        case "secondary": 85
        case "tertiary", "pedestrian": 75
        case "residential", "unclassified", "living_street", "road", "construction": 65
        case "service", "busway": 50
        default: 45
        }
    }

    /// The rank of a locality; nil if it is not one.
    static func rank(_ place: String) -> LocalityRank? {
        switch place {
        case "isolated_dwelling": .hamlet
        case "locality", "farm", "island", "islet", "allotments": .spot
        default: LocalityRank(word: place)
        }
    }
}

extension LocalityRank {
    private static let words = Dictionary(
        uniqueKeysWithValues: allCases.filter { $0 != .spot }.map { ("\($0)", $0) })

    /// Creates a rank from its OpenStreetMap value.
    fileprivate init?(word: String) {
        guard let rank = Self.words[word] else { return nil }
        self = rank
    }
}
