package import TransitModel

/// What is looked for.
package struct PlaceQuery: Sendable {
    /// What was typed, read up to ``maximumLength``.
    package var text: String
    /// Of places whose names fit as well, those near this one come first.
    package var near: Coordinate?
    /// The most hits wanted; held within 1...``maximumLimit``.
    package var limit: Int

    /// The longest text that is read.
    package static let maximumLength = 200
    /// The most hits in one answer.
    package static let maximumLimit = 100
    /// The most words that are read.
    static let maximumWords = 12

    /// A query for ten places, wherever they are.
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
        var words = folding.words(of: bounded)
        if words.count > Self.maximumWords {
            // A list of house numbers (`1;3;5;7`) leaves no room for the street: its first two do.
            let numbers = words.indices.filter { HouseNumberReading.isNumber(words[$0]) }
            for row in numbers.dropFirst(2).reversed() { words.remove(at: row) }
        }
        return Array(words.prefix(Self.maximumWords))
    }
}
