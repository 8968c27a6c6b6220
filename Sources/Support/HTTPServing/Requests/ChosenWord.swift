/// One of a fixed set of words in a request's body; any other word is refused with the list of
/// them.
package struct ChosenWord<Choice: RawRepresentable & CaseIterable & Sendable>: Decodable, Sendable
where Choice.RawValue == String {
    package let choice: Choice

    /// Decodes the word.
    ///
    /// - Throws: A `DecodingError` that lists the words, if the text is none of them.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let choice = Choice(rawValue: try container.decode(String.self)) else {
            let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(JSONBody.expected)one of \(words)")
        }
        self.choice = choice
    }
}
