package import OSMPBF
package import TransitModel

/// Makes the vector tiles of a map from OpenStreetMap extracts.
package struct MapTiles {
    /// The number of tiles.
    package let count: Int
    /// The number of areas that are not drawn because they would cover the map many times over.
    package let omittedAreas: Int
    private let parts: [[UInt8]]

    /// Reads extracts and makes their tiles; where several overlap, each element counts once.
    ///
    /// `box` is the area of the map; shapes may reach beyond it. Nil makes no tiles.
    ///
    /// - Throws: `ExtractError` if an extract is damaged or not sorted.
    package init(_ extracts: [Extract], in box: BoundingBox?) throws(ExtractError) {
        guard let box else {
            (count, omittedAreas) = (0, 0)
            parts = []
            return
        }
        var contents = try TileReader.read(extracts)
        let world = WorldBox(box)
        // Between the extracts of two towns nobody knows where the sea is.
        let areas =
            extracts.count > 1 ? contents.covered.compactMap { $0.shared(with: world) } : [world]
        for area in areas {
            let sea = SeaAssembly(in: area).rings(of: contents.coastlines)
            let rings = AreaAssembly.parts(of: sea)
            if !rings.isEmpty {
                contents.features.append(
                    TileFeature(.sea, .none, rings))
            }
        }
        var writer = TileArchiveWriter()
        var builder = TileBuilder(contents.features, in: world)
        contents.features = []
        omittedAreas = builder.omittedAreas
        builder.build { address, tile in writer.add(address, tile) }
        count = writer.count
        parts = writer.parts(box: box, Self.metadata())
    }

    /// Calls the closure with the parts of the PMTiles archive, in order.
    package func write<Failure: Error>(
        _ body: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        for part in parts { try body(part) }
    }

    /// The JSON about the tiles that other programs read from the archive.
    private static func metadata() -> [UInt8] {
        let layers = TileLayer.allCases.map { layer in
            var fields = #""kind":"String""#
            if layer.hasNames {
                fields += #","name":"String""#
                for language in FeatureNames.languages {
                    fields += #","name_\#(language)":"String""#
                }
            }
            return #"{"id":"\#(layer.rawValue)","fields":{\#(fields)}}"#
        }
        return Array(
            """
            {"name":"Takt","type":"baselayer","vector_layers":[\(layers.joined(separator: ","))],\
            "attribution":"<a href=\\"https://www.openstreetmap.org/copyright\\">© OpenStreetMap \
            contributors</a>"}
            """.utf8)
    }
}
