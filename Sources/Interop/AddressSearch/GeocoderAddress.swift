import Foundation
import TransitModel

/// The address of a geocoder, with places for what is asked.
///
/// Any service will do that answers GeoJSON: Photon, Nominatim (`format=geojson`), Pelias. As in
/// `https://photon.example/api?q={query}&limit={limit}&lat={latitude}&lon={longitude}&lang={language}`.
package struct GeocoderAddress: Sendable, Equatable {
    private let base: String
    private let items: [Item]

    private struct Item: Equatable {
        let name: String
        let value: String
    }

    /// What may stand in braces.
    private enum Placeholder: String, CaseIterable {
        case query
        case limit
        case latitude
        case longitude
        case language
    }

    /// Reads an address; nil unless it is http or https, has `{query}`, and no other braces than
    /// known.
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

    /// What to fetch for a question; parameters whose value is not known are left out.
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
                    of: "{\(known.rawValue)}", with: Self.escaped(value))
            }
            return "\(item.name)=\(text)"
        }
        return base + "?" + filled.joined(separator: "&")
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }

    /// What RFC 3986 calls unreserved.
    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
