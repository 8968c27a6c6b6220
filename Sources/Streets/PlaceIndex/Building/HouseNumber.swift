/// A house number split into its number and suffix (`12`, `a`).
struct HouseNumber: Equatable {
    /// 0 if the text has no leading number, or one beyond 16 bits; the suffix then has all of it.
    let number: UInt16
    let suffix: String

    /// The maximum number of house numbers in one tag.
    static let maximumListed = 20
    /// The maximum length of a tag in bytes.
    static let maximumBytes = 100
    /// The maximum difference between the ends of an interpolation.
    static let maximumInterpolated = 1000

    /// The house numbers in a tag: one (`12a`, `12-14`), or several separated by `;` or `,`.
    static func numbers(in text: String) -> [HouseNumber] {
        guard text.utf8.count <= maximumBytes else { return [] }
        if let number = UInt16(text), number > 0 {
            return [HouseNumber(number: number, suffix: "")]
        }
        return text.split { $0 == ";" || $0 == "," }.prefix(maximumListed).compactMap {
            let trimmed = $0.drop { $0 == " " }
            return trimmed.isEmpty ? nil : HouseNumber(String(trimmed))
        }
    }

    init(number: UInt16, suffix: String) {
        self.number = number
        self.suffix = suffix
    }

    private init(_ text: String) {
        var trimmed = Substring(text)
        while trimmed.last == " " { trimmed.removeLast() }
        let digits = trimmed.prefix { $0.isASCII && $0.isNumber }
        if let number = UInt16(digits), number > 0 {
            self.init(number: number, suffix: String(trimmed.dropFirst(digits.count)))
        } else {
            self.init(number: 0, suffix: String(trimmed))
        }
    }
}
