import OSMPBF

/// Decides by its tags what an element is on the map.
struct TileTags {
    private static let keys = [
        "highway", "railway", "waterway", "natural", "landuse", "leisure", "building", "place",
        "amenity", "tourism", "aeroway", "shop", "area", "tunnel", "service", "name", "type",
        "boundary",
        "name:de", "name:fr", "name:it", "name:en",
    ]
    private static let words = TagWords(keys)
    private static let nameNumber = 16
    private static let typeNumber = 17
    private static let firstTranslation = 19

    private var numbers: [UInt16] = []
    private var texts: BlockTexts?
    /// The number of each key's value in the block's texts, by the key's number; 0 for none.
    private var values = [Int](repeating: 0, count: keys.count + 1)

    mutating func begin(_ block: ExtractBlock) {
        texts = block.texts
        Self.words.number(block.texts, into: &numbers)
    }

    mutating func read(_ tags: [ExtractTag]) {
        for number in values.indices { values[number] = 0 }
        for tag in tags {
            let key = Int(numbers[tag.key])
            if key > 0 { values[key] = tag.value }
        }
    }

    private subscript(key: String) -> String {
        guard let number = Self.keys.firstIndex(of: key), let texts else { return "" }
        let value = values[number + 1]
        return value == 0 ? "" : texts[value]
    }

    private var hasAny: Bool { values[1...12].contains { $0 != 0 } }

    /// Whether a relation is an area.
    var isMultipolygon: Bool {
        values[Self.typeNumber] != 0 && ["multipolygon", "boundary"].contains(self["type"])
    }

    var isCoastline: Bool { values[4] != 0 && self["natural"] == "coastline" }

    /// The names, in the app's languages where they differ from the local one.
    var names: FeatureNames {
        var names = FeatureNames()
        guard let texts, values[Self.nameNumber] != 0 else { return names }
        names.local = Self.cut(texts[values[Self.nameNumber]])
        for language in FeatureNames.languages.indices {
            let value = values[Self.firstTranslation + language]
            guard value != 0 else { continue }
            let name = Self.cut(texts[value])
            if name != names.local { names.translations[language] = name }
        }
        return names
    }

    private static func cut(_ name: String) -> String {
        name.count > FeatureNames.maximumLength
            ? String(name.prefix(FeatureNames.maximumLength)) : name
    }

    // MARK: - Lines

    /// Returns what a way is as a line; nil if the map does not show it.
    var line: FeatureClass? {
        guard hasAny else { return nil }
        if values[1] != 0 { return highway }
        if values[2] != 0 { return railway }
        if values[3] != 0, self["tunnel"].isEmpty { return waterway }
        return nil
    }

    private var highway: FeatureClass? {
        guard self["area"] != "yes" else { return nil }
        switch self["highway"] {
        case "motorway", "trunk": return FeatureClass(.roads, "motorway", from: 5)
        case "motorway_link", "trunk_link": return FeatureClass(.roads, "motorway", from: 10)
        case "primary", "primary_link": return FeatureClass(.roads, "primary", from: 7)
        case "secondary", "secondary_link": return FeatureClass(.roads, "secondary", from: 9)
        case "tertiary", "tertiary_link": return FeatureClass(.roads, "tertiary", from: 11)
        case "residential", "unclassified", "living_street", "road", "busway":
            return FeatureClass(.roads, "minor", from: 12, named: 13)
        case "pedestrian": return FeatureClass(.roads, "pedestrian", from: 13)
        case "service": return FeatureClass(.roads, "service", from: 14)
        case "track": return FeatureClass(.paths, "track", from: 13, named: 14)
        case "steps": return FeatureClass(.paths, "steps", from: 14)
        case "footway", "path", "cycleway", "bridleway":
            return FeatureClass(.paths, "path", from: 14)
        default: return nil
        }
    }

    private var railway: FeatureClass? {
        switch self["railway"] {
        case "rail": FeatureClass(.rails, "rail", from: self["service"].isEmpty ? 8 : 14)
        case "light_rail", "subway", "narrow_gauge", "monorail":
            FeatureClass(.rails, "rail", from: self["service"].isEmpty ? 10 : 14)
        case "tram", "funicular": FeatureClass(.rails, "tram", from: 13)
        default: nil
        }
    }

    private var waterway: FeatureClass? {
        switch self["waterway"] {
        case "river": FeatureClass(.waterways, "river", from: 8)
        case "canal": FeatureClass(.waterways, "canal", from: 11)
        case "stream", "ditch", "drain": FeatureClass(.waterways, "stream", from: 13, named: 14)
        default: nil
        }
    }

    // MARK: - Areas

    /// Returns what a closed way or a multipolygon is as an area; nil if the map does not show it.
    var area: FeatureClass? {
        guard hasAny else { return nil }
        if values[7] != 0, self["building"] != "no" { return FeatureClass(.buildings, from: 14) }
        if let water { return water }
        if values[1] != 0 {
            let isSquare = self["highway"] == "pedestrian"
            return isSquare ? FeatureClass(.built, "pedestrian", from: 13) : nil
        }
        return green ?? built
    }

    private var water: FeatureClass? {
        let isWater =
            self["natural"] == "water" || self["waterway"] == "riverbank"
            || self["waterway"] == "dock" || ["reservoir", "basin"].contains(self["landuse"])
        return isWater ? FeatureClass(.water, from: 4) : nil
    }

    private var green: FeatureClass? {
        switch self["natural"] {
        case "wood": return FeatureClass(.green, "wood", from: 8)
        case "grassland", "heath", "scrub", "wetland":
            return FeatureClass(.green, "grass", from: 10)
        case "beach", "sand": return FeatureClass(.green, "sand", from: 11)
        default: break
        }
        switch self["landuse"] {
        case "forest": return FeatureClass(.green, "wood", from: 8)
        case "grass", "meadow", "village_green", "recreation_ground", "orchard", "vineyard",
            "allotments", "cemetery":
            return FeatureClass(.green, "grass", from: 11)
        default: break
        }
        switch self["leisure"] {
        case "park", "garden", "nature_reserve", "golf_course":
            return FeatureClass(.green, "park", from: 10)
        case "pitch", "playground", "stadium", "track":
            return FeatureClass(.green, "pitch", from: 14)
        default: return nil
        }
    }

    private var built: FeatureClass? {
        switch self["landuse"] {
        case "residential": return FeatureClass(.built, "residential", from: 8)
        case "commercial", "retail": return FeatureClass(.built, "commercial", from: 10)
        case "industrial", "railway", "port": return FeatureClass(.built, "industrial", from: 10)
        default: break
        }
        switch self["amenity"] {
        case "university", "college", "school", "hospital":
            return FeatureClass(.built, "campus", from: 12)
        default: break
        }
        return self["aeroway"] == "aerodrome" ? FeatureClass(.built, "industrial", from: 9) : nil
    }

    // MARK: - Points

    /// Returns what a node, or the middle of an area, is; nil if the map does not name it.
    var point: FeatureClass? {
        guard values[Self.nameNumber] != 0, hasAny else { return nil }
        switch self["place"] {
        case "city": return FeatureClass(.places, "city", from: 4, named: 4)
        case "town": return FeatureClass(.places, "town", from: 7, named: 7)
        case "village": return FeatureClass(.places, "village", from: 10, named: 10)
        case "suburb", "borough": return FeatureClass(.places, "suburb", from: 11, named: 11)
        case "quarter", "neighbourhood", "hamlet":
            return FeatureClass(.places, "quarter", from: 13)
        case "square": return FeatureClass(.pois, "square", from: 14)
        default: break
        }
        switch self["amenity"] {
        case "hospital": return FeatureClass(.pois, "hospital", from: 13)
        case "university", "college": return FeatureClass(.pois, "university", from: 13)
        case "townhall", "library", "theatre", "arts_centre", "marketplace", "courthouse":
            return FeatureClass(.pois, "public", from: 14)
        case "school": return FeatureClass(.pois, "school", from: 14)
        case "cinema", "place_of_worship", "police", "community_centre":
            return FeatureClass(.pois, "public", from: 14)
        case "pharmacy", "post_office": return FeatureClass(.pois, "shop", from: 14)
        default: break
        }
        switch self["tourism"] {
        case "museum", "zoo", "theme_park": return FeatureClass(.pois, "museum", from: 14)
        default: break
        }
        switch self["shop"] {
        case "supermarket", "department_store", "mall": return FeatureClass(.pois, "shop", from: 14)
        default: break
        }
        switch self["railway"] {
        case "station", "halt": return FeatureClass(.pois, "station", from: 13)
        default: break
        }
        switch self["leisure"] {
        case "park", "stadium": return FeatureClass(.pois, "park", from: 14)
        default: break
        }
        return self["aeroway"] == "aerodrome" ? FeatureClass(.pois, "airport", from: 11) : nil
    }
}
