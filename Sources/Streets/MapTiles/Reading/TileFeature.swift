/// The layers of a tile, in the order in which maps draw them.
package enum TileLayer: String, CaseIterable, Sendable {
    case built
    case green
    case water
    case waterways
    case buildings
    case paths
    case roads
    case rails
    case waterNames
    case places
    case pois

    /// The attributes of its features in addition to `kind`, for the metadata of an archive.
    var hasNames: Bool {
        switch self {
        case .built, .green, .water, .buildings, .rails: false
        case .waterways, .paths, .roads, .waterNames, .places, .pois: true
        }
    }
}

/// What a feature is: its layer, its kind and the zooms at which it is shown.
struct FeatureClass: Hashable, Sendable {
    let layer: TileLayer
    /// The value of the attribute `kind`; empty for features of one kind.
    let kind: String
    // A large city has a million features: their zooms take a byte each.
    private let firstZoom: UInt8
    private let firstNameZoom: UInt8

    init(_ layer: TileLayer, _ kind: String = "", from minimumZoom: Int, named nameZoom: Int = 12) {
        self.layer = layer
        self.kind = kind
        firstZoom = UInt8(minimumZoom)
        firstNameZoom = UInt8(max(minimumZoom, nameZoom))
    }

    /// The sea, which coastlines bound.
    static let sea = FeatureClass(.water, from: 0)

    /// The first zoom that shows it.
    var minimumZoom: Int { Int(firstZoom) }
    var nameZoom: Int { Int(firstNameZoom) }

    /// Whether its closed lines are areas.
    var isArea: Bool {
        switch layer {
        case .built, .green, .water, .buildings: true
        case .waterways, .paths, .roads, .rails, .waterNames, .places, .pois: false
        }
    }

    var isPoint: Bool { layer == .waterNames || layer == .places || layer == .pois }
}

/// The names of a feature: the local one and those in the app's languages that differ.
struct FeatureNames: Hashable, Sendable {
    /// Empty if it has none.
    var local = ""
    /// By the languages of ``languages``, empty where there is none of its own.
    var translations = untranslated

    /// Shared by all features without translations.
    private static let untranslated = [String](repeating: "", count: languages.count)

    /// The languages whose names are kept.
    static let languages = ["de", "fr", "it", "en"]
    static let none = FeatureNames()
    /// Longer names are cut.
    static let maximumLength = 80
}

/// A feature of the map: a point, a line, or areas with holes.
struct TileFeature: Sendable {
    let type: FeatureClass
    let names: FeatureNames
    /// A point, a line, or closed rings, each outer one followed by its holes.
    ///
    /// Outer rings run clockwise on the map.
    let parts: [[WorldPoint]]
    let box: WorldBox

    init(_ type: FeatureClass, _ names: FeatureNames, _ parts: [[WorldPoint]]) {
        self.type = type
        self.names = names
        self.parts = parts
        box = WorldBox(parts.lazy.joined())
    }
}
