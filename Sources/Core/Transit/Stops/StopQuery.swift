package import TransitModel

/// What is looked for by name.
package struct StopQuery: Sendable {
    /// What was typed, read up to ``maximumLength``.
    ///
    /// Empty text lists the most important places, or the nearest if there is a place of interest.
    package var text: String
    /// Places near this one come before others that fit as well.
    package var near: Coordinate?
    /// The most hits wanted; held within 1...``maximumLimit``.
    package var limit = 10
    /// Whether words with a typo are found too.
    package var allowsTypos = true

    /// The longest text that is read.
    package static let maximumLength = 200
    /// The most hits in one answer.
    package static let maximumLimit = 100
    /// The most words that are read.
    static let maximumWords = 12

    /// A query with those defaults.
    package init(_ text: String, near: Coordinate? = nil, limit: Int = 10) {
        self.text = text
        self.near = near
        self.limit = limit
    }

    var boundedLimit: Int { min(max(1, limit), Self.maximumLimit) }

    /// The words to look for.
    func words() -> [FoldedWord] {
        // A letter may carry any number of accents, so that letters alone would be no bound.
        let bounded = String(
            String.UnicodeScalarView(text.unicodeScalars.prefix(Self.maximumLength)))
        var folding = TextFolding()
        return Array(folding.words(of: bounded).prefix(Self.maximumWords))
    }
}
