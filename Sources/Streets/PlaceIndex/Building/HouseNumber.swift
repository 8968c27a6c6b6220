/// A house number taken apart: what it counts, and what follows (`12`, `a`).
struct HouseNumber: Equatable {
    /// 0 where it does not begin with a number, or with too large a one; then all is the suffix.
    let number: UInt16
    let suffix: String

    /// The most numbers that one tag may list.
    static let maximumListed = 20
    /// The longest tag that is read, in bytes.
    static let maximumBytes = 100
    /// The most numbers that are counted out between two doors.
    static let maximumInterpolated = 1000

    /// The numbers in a tag: one (`12a`, `12-14`), or several with `;` or `,` between.
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
