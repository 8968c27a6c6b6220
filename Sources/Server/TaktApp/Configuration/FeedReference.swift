import Foundation
import GTFSImport

/// A feed as people name it: where it lies and, if they like, what it is called in the network, as in
/// `town=https://agency.example/gtfs.zip`.
package struct FeedReference: Sendable, Equatable {
    /// What is put before its ids; nil leaves that to the import.
    package let id: String?
    /// An http or https address or, for imports by hand, a path.
    package let place: String

    /// A feed at an address or a path.
    package init(id: String? = nil, place: String) {
        self.id = id
        self.place = place
    }

    /// Takes apart what somebody wrote.
    ///
    /// An address may hold `=` itself, as may a path: what begins with `http://` or `https://`, and what
    /// has a slash before its first `=`, names no id.
    package init(_ text: String) {
        guard !Self.isAddress(text), let sign = text.firstIndex(of: "="),
            !text[..<sign].contains("/")
        else {
            self.init(place: text)
            return
        }
        self.init(id: String(text[..<sign]), place: String(text[text.index(after: sign)...]))
    }

    /// Whether it lies elsewhere.
    package var isAddress: Bool { Self.isAddress(place) }

    /// Whether its id, if it has one, can be one.
    var hasGoodID: Bool { id.map(FeedID.isValid) ?? true }

    /// Whether it is an address that can be asked.
    var hasGoodAddress: Bool {
        guard place.utf8.count <= 2048, isAddress, let url = URL(string: place) else {
            return false
        }
        return url.host?.isEmpty == false
    }

    /// What its file is called there.
    var fileName: String {
        let last = URL(string: place)?.lastPathComponent ?? ""
        return last.isEmpty || last == "/" ? "feed" : last
    }

    /// The address for people: without user, password and query, which may hold a key.
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
