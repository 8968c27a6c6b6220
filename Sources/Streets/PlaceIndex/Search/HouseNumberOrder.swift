import TransitModel

/// Determines whether a house number precedes or follows its street name.
///
/// It depends on the words of the name: in English, and in French if the word comes first, the
/// number precedes. If that applies to most streets of a map, it applies to all of them
/// (`5 Broadway`).
enum HouseNumberOrder {
    private static let last: Set<String> = [
        "street", "st", "road", "rd", "avenue", "ave", "lane", "ln", "drive", "dr", "close",
        "court", "ct", "crescent", "place", "pl", "square", "terrace", "way", "gardens", "grove",
        "boulevard", "blvd", "parade", "mews", "hill", "walk", "row", "rise", "view", "green",
        "park", "highway", "parkway", "circle", "yard", "quay", "wharf", "alley", "north", "south",
        "east", "west",
    ]
    private static let first: Set<String> = [
        "rue", "avenue", "boulevard", "allee", "impasse", "quai", "chemin", "the",
    ]

    /// Whether the words of the name indicate that the number comes first.
    static func isFirst(_ street: String) -> Bool {
        var folding = TextFolding()
        let words = folding.words(of: street).map { String(decoding: $0.letters, as: UTF16.self) }
        return words.count > 1
            && (last.contains(words[words.count - 1]) || first.contains(words[0]))
    }

    /// The name of an address: `12 High Street` or `Hauptstrasse 12`.
    ///
    /// `usuallyFirst` puts the number first even if the words of the name do not indicate it.
    static func name(of number: String, in street: String, usuallyFirst: Bool) -> String {
        usuallyFirst || isFirst(street) ? "\(number) \(street)" : "\(street) \(number)"
    }
}
