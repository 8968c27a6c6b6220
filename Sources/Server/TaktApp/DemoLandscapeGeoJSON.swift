import DemoNetwork
package import HTTPServing
import TransitModel

/// The demo's lake, river and streets as GeoJSON.
package enum DemoLandscapeGeoJSON {
    private struct Collection: Encodable {
        let type = "FeatureCollection"
        let features: [Feature]
    }

    private struct Feature: Encodable {
        let type = "Feature"
        let geometry: Geometry
        let properties: [String: String]

        init(kind: String, _ geometry: Geometry) {
            self.geometry = geometry
            properties = ["kind": kind]
        }
    }

    private enum Geometry: Encodable {
        case polygon([Coordinate])
        case lines([[Coordinate]])

        private enum CodingKeys: String, CodingKey {
            case type, coordinates
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .polygon(let ring):
                try container.encode("Polygon", forKey: .type)
                let closed = ring + ring.prefix(1)
                try container.encode([closed.map(Self.position)], forKey: .coordinates)
            case .lines(let lines):
                try container.encode("MultiLineString", forKey: .type)
                try container.encode(lines.map { $0.map(Self.position) }, forKey: .coordinates)
            }
        }

        private static func position(_ place: Coordinate) -> [Double] {
            [(place.longitude * 1e6).rounded() / 1e6, (place.latitude * 1e6).rounded() / 1e6]
        }
    }

    /// Returns the landscape as a response body.
    ///
    /// - Throws: An `EncodingError`.
    package static func body() throws -> CachedBody {
        let landscape = DemoLandscape()
        return try CachedBody(
            json: Collection(features: [
                Feature(kind: "water", .polygon(landscape.lake)),
                Feature(kind: "river", .lines([landscape.river])),
                Feature(kind: "street", .lines(landscape.streets.map(\.line))),
            ]))
    }
}
