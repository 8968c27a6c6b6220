import Foundation
import GTFSImport
import HTTPFetching

/// A configured feed: its location and optionally its id in the network, as in
/// `town=https://agency.example/gtfs.zip`.
package struct FeedReference: Sendable, Equatable {
    /// The prefix of its ids; nil leaves it to the import.
    package let id: String?
    /// An http or https address or, for imports by hand, a path.
    package let place: String

    package init(id: String? = nil, place: String) {
        self.id = id
        self.place = place
    }

    /// Parses a feed with an optional id.
    ///
    /// Addresses and paths may contain `=` themselves: a text that begins with `http://` or
    /// `https://`, or has a slash before its first `=`, has no id.
    package init(_ text: String) {
        guard !Self.isAddress(text), let sign = text.firstIndex(of: "="),
            !text[..<sign].contains("/")
        else {
            self.init(place: text)
            return
        }
        self.init(id: String(text[..<sign]), place: String(text[text.index(after: sign)...]))
    }

    /// Whether the location is an address rather than a path.
    package var isAddress: Bool { Self.isAddress(place) }

    /// Itself if it is a valid address and its id, if any, is valid; otherwise nil.
    var ifValid: FeedReference? {
        HTTPFetcher.isAddress(place) && id.map(FeedID.isValid) ?? true ? self : nil
    }

    /// The last component of its address.
    var fileName: String {
        let last = URL(string: place)?.lastPathComponent ?? ""
        return last.isEmpty || last == "/" ? "feed" : last
    }

    /// The address for display: without user, password and query, which may contain a key.
    var shown: String {
        guard isAddress, var parts = URLComponents(string: place) else { return place }
        (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
        return parts.string ?? place
    }

    private static func isAddress(_ text: String) -> Bool {
        let start = text.prefix(8).lowercased()
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }
}
