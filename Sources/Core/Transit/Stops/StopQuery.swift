package import TransitModel

/// A search for places by name.
package struct StopQuery: Sendable {
    /// The typed text, of which up to ``maximumLength`` Unicode scalars are used.
    ///
    /// An empty text lists the most important places, or the nearest ones if ``near`` is set.
    package var text: String
    /// Places near this coordinate rank higher.
    package var near: Coordinate?
    /// The maximum number of hits; clamped to 1...``maximumLimit``.
    package var limit = 10
    /// Whether words with typos match too.
    package var allowsTypos = true

    /// The maximum length of the text.
    package static let maximumLength = 200
    /// The maximum number of hits of a query.
    package static let maximumLimit = 100
    /// The maximum number of words used.
    static let maximumWords = 12

    package init(_ text: String, near: Coordinate? = nil, limit: Int = 10) {
        self.text = text
        self.near = near
        self.limit = limit
    }

    var boundedLimit: Int { min(max(1, limit), Self.maximumLimit) }

    /// Returns the words to search for.
    func words() -> [FoldedWord] {
        let words = TextFolding.words(of: text, firstScalars: Self.maximumLength)
        return Array(words.prefix(Self.maximumWords))
    }
}
