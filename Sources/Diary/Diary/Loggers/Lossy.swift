internal import Foundation

/// An element of a list that may be of any shape: what cannot be read is nil, the list goes on.
struct Lossy<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) {
        value = try? Value(from: decoder)
    }
}

/// A number that some loggers write as a text.
struct LooseNumber: Decodable {
    let value: Double

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            value = number
        } else if let number = Double(try container.decode(String.self)) {
            value = number
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no number")
        }
    }
}

extension KeyedDecodingContainer {
    /// The number under a key, nil if it is missing, null or none.
    func looseNumber(_ key: Key) -> Double? {
        (try? decodeIfPresent(LooseNumber.self, forKey: key))?.value
    }

    /// The text under a key, nil if it is missing, null or none.
    func looseText(_ key: Key) -> String? {
        try? decodeIfPresent(String.self, forKey: key)
    }

    /// The texts of the list under a key, nil if it is missing, null or no list; others in it are
    /// left out.
    func looseTexts(_ key: Key) -> [String]? {
        (try? decodeIfPresent([Lossy<String>].self, forKey: key))?.compactMap(\.value)
    }
}

extension Double {
    /// The value unless it is negative, which loggers write for unknown.
    var ifKnown: Double? { self >= 0 ? self : nil }
}
