import Foundation
import TransitModel

/// A geocoder's URL template.
///
/// Any service that answers GeoJSON works, such as Photon, Nominatim (`format=geojson`) or Pelias:
/// `https://photon.example/api?q={query}&limit={limit}&lat={latitude}&lon={longitude}`.
package struct GeocoderAddress: Sendable, Equatable {
    private let base: String
    private let items: [Item]

    private struct Item: Equatable {
        let name: String
        let value: String
    }

    /// The names allowed in braces.
    private enum Placeholder: String, CaseIterable {
        case query
        case limit
        case latitude
        case longitude
        case language
    }

    /// Parses a template; nil unless it is http or https, has `{query}` and no unknown placeholder.
    package init?(_ text: String) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 2048, !text.contains("#"),
            let url = URL(string: String(parts[0])), let host = url.host, !host.isEmpty,
            url.user == nil, url.password == nil,
            ["http", "https"].contains(url.scheme?.lowercased() ?? ""), !parts[0].contains("{")
        else { return nil }
        base = String(parts[0])
        items = parts[1].split(separator: "&").map { item in
            let halves = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Item(name: String(halves[0]), value: halves.count > 1 ? String(halves[1]) : "")
        }
        guard items.contains(where: { $0.value.contains("{query}") }) else { return nil }
        for item in items {
            var rest = item.value
            for known in Placeholder.allCases {
                rest = rest.replacingOccurrences(of: "{\(known.rawValue)}", with: "")
            }
            guard !rest.contains(where: { "{}".contains($0) }), !item.name.contains("{") else {
                return nil
            }
        }
    }

    /// Returns the URL for a query, without the parameters whose value is nil.
    func url(for query: AddressQuery) -> String {
        func value(_ placeholder: Placeholder) -> String? {
            switch placeholder {
            case .query: query.text
            case .limit: "\(query.limit)"
            case .latitude: query.near.map { "\($0.latitude)" }
            case .longitude: query.near.map { "\($0.longitude)" }
            case .language: query.language
            }
        }
        let filled: [String] = items.compactMap { item in
            var text = item.value
            for known in Placeholder.allCases where text.contains("{\(known.rawValue)}") {
                guard let value = value(known) else { return nil }
                text = text.replacingOccurrences(
                    of: "{\(known.rawValue)}", with: value.percentEncoded())
            }
            return "\(item.name)=\(text)"
        }
        return base + "?" + filled.joined(separator: "&")
    }
}
