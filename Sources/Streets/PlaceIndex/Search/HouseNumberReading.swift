import TransitModel

/// A possible house number among the query words.
struct HouseNumberReading {
    /// The words as a bit set.
    let words: UInt16
    /// 0 for a label without a number (`Unit 2`).
    let number: UInt16
    /// The folded letters and digits after the number.
    let suffix: [UInt16]

    /// All readings, the longest first: `12 a` may be one number, or a number and a word.
    static func readings(of words: [FoldedWord]) -> [HouseNumberReading] {
        var readings: [HouseNumberReading] = []
        for (place, word) in words.enumerated() {
            let next = place + 1 < words.count ? words[place + 1].letters : []
            if let (number, suffix) = split(word.letters) {
                if isShort(next) {
                    readings.append(
                        HouseNumberReading(
                            words: 0b11 << place, number: number, suffix: suffix + next))
                }
                readings.append(
                    HouseNumberReading(words: 1 << place, number: number, suffix: suffix))
            } else if let digit = next.first, FoldedWord.isDigit(digit), next.count <= 4 {
                readings.append(
                    HouseNumberReading(
                        words: 0b11 << place, number: 0, suffix: word.letters + next))
            } else if word.letters.count == 1 {
                readings.append(
                    HouseNumberReading(words: 1 << place, number: 0, suffix: word.letters))
            }
        }
        return readings
    }

    /// Whether a word begins with a digit.
    static func isNumber(_ word: FoldedWord) -> Bool {
        word.letters.first.map(FoldedWord.isDigit) ?? false
    }

    /// The words that begin with a digit, as a bit set; unknown house numbers may be ignored.
    static func numberWords(_ words: [FoldedWord]) -> UInt16 {
        bits(words.indices.filter { isNumber(words[$0]) })
    }

    /// The repeated numbers as a bit set: in `Rua 25 de Abril 25` one belongs to the name.
    static func repeatedNumbers(_ words: [FoldedWord]) -> UInt16 {
        bits(
            words.indices.filter { row in
                isNumber(words[row]) && words[..<row].contains { $0.letters == words[row].letters }
            })
    }

    private static func bits(_ rows: [Int]) -> UInt16 {
        rows.reduce(0) { $0 | 1 << UInt16($1) }
    }

    /// A suffix folded for comparison.
    static func key(_ suffix: String) -> [UInt16] {
        var folding = TextFolding()
        return folding.words(of: suffix).flatMap(\.letters)
    }

    private static func split(_ letters: [UInt16]) -> (number: UInt16, suffix: [UInt16])? {
        let digits = letters.prefix(while: FoldedWord.isDigit)
        guard let number = UInt16(String(decoding: digits, as: UTF16.self)), number > 0 else {
            return nil
        }
        return (number, Array(letters.dropFirst(digits.count)))
    }

    private static func isShort(_ letters: [UInt16]) -> Bool {
        guard let first = letters.first else { return false }
        return letters.count == 1 || FoldedWord.isDigit(first) && letters.count <= 4
    }
}
