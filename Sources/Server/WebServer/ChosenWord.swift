/// One of a few words in a request's body; a body with another word is refused with the list of them.
struct ChosenWord<Choice: RawRepresentable & CaseIterable & Sendable>: Decodable, Sendable
where Choice.RawValue == String {
    let choice: Choice

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let choice = Choice(rawValue: try container.decode(String.self)) else {
            let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(RiderAccess.expected)one of \(words)")
        }
        self.choice = choice
    }
}
