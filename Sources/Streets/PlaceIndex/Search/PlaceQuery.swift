package import TransitModel

/// A search request.
package struct PlaceQuery: Sendable {
    /// The text, of which the first ``maximumLength`` scalars are used.
    package var text: String
    /// The position near which equally good matches rank higher.
    package var near: Coordinate?
    /// The maximum number of hits, clamped to 1...``maximumLimit``.
    package var limit: Int

    /// The maximum length of the text in Unicode scalars.
    package static let maximumLength = 200
    /// The maximum number of hits in one answer.
    package static let maximumLimit = 100
    /// The maximum number of words that are used.
    static let maximumWords = 12

    /// Creates a request, by default for ten places anywhere.
    package init(_ text: String, near: Coordinate? = nil, limit: Int = 10) {
        self.text = text
        self.near = near
        self.limit = limit
    }

    var boundedLimit: Int { min(max(1, limit), Self.maximumLimit) }

    /// The folded words of the text.
    func words() -> [FoldedWord] {
        var words = TextFolding.words(of: text, firstScalars: Self.maximumLength)
        if words.count > Self.maximumWords {
            // Keep two numbers of a list (`1;3;5;7`), so that the street is not cut off.
            let numbers = words.indices.filter { HouseNumberReading.isNumber(words[$0]) }
            for row in numbers.dropFirst(2).reversed() { words.remove(at: row) }
        }
        return Array(words.prefix(Self.maximumWords))
    }
}
