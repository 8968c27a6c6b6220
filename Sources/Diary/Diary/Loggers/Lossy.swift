internal import Foundation

/// An element of a list that decodes as nil if it is invalid, so that the rest can be read.
struct Lossy<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) {
        value = try? Value(from: decoder)
    }
}

/// A number that some loggers write as a string.
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
    /// The number for a key; nil if it is missing, null or invalid.
    func looseNumber(_ key: Key) -> Double? {
        (try? decodeIfPresent(LooseNumber.self, forKey: key))?.value
    }

    /// The string for a key; nil if it is missing, null or invalid.
    func looseText(_ key: Key) -> String? {
        try? decodeIfPresent(String.self, forKey: key)
    }

    /// The strings of the list for a key; nil if it is missing, null or not a list.
    ///
    /// Other elements are skipped.
    func looseTexts(_ key: Key) -> [String]? {
        (try? decodeIfPresent([Lossy<String>].self, forKey: key))?.compactMap(\.value)
    }
}

extension Double {
    /// The value; nil if it is negative, which loggers write for unknown.
    var ifKnown: Double? { self >= 0 ? self : nil }
}
