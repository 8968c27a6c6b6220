import TransitModel

/// Whether a house number is said before its street or after it.
///
/// Told by the streets' own words: where they are called so, the number comes first (English, and
/// French where the word comes first). Where most streets of a map are, it comes first for all of
/// them (`5 Broadway`).
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

    /// Whether the street's own words say that the number comes first.
    static func isFirst(_ street: String) -> Bool {
        var folding = TextFolding()
        let words = folding.words(of: street).map { String(decoding: $0.letters, as: UTF16.self) }
        return words.count > 1
            && (last.contains(words[words.count - 1]) || first.contains(words[0]))
    }

    /// `12 High Street`, `Hauptstrasse 12`; `usuallyFirst` decides where the street's words say
    /// nothing.
    static func name(of number: String, in street: String, usuallyFirst: Bool) -> String {
        usuallyFirst || isFirst(street) ? "\(number) \(street)" : "\(street) \(number)"
    }
}
