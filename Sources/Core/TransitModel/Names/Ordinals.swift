/// Numbers of streets as English writes them: feeds have `42 St`, riders type `42nd street`.
enum Ordinals {
    /// The most digits of a numbered street.
    private static let maximumDigits = 3

    /// Returns `42nd` for `42`, and `42` for any number with an ending of ordinals; nil for other
    /// words.
    static func otherSpelling(of word: [UInt16]) -> [UInt16]? {
        guard let first = word.first, FoldedWord.isDigit(first) else { return nil }
        let digits = word.prefix(while: FoldedWord.isDigit)
        guard let last = digits.last, digits.count <= maximumDigits else { return nil }
        let ending = word[digits.count...]
        if ending.isEmpty { return word + ordinalEnding(last: last, of: digits) }
        return endings.contains { $0.elementsEqual(ending) } ? Array(digits) : nil
    }

    private static let endings = ["th", "st", "nd", "rd"].map { Array($0.utf16) }

    private static func ordinalEnding(
        last: UInt16, of digits: ArraySlice<UInt16>
    ) -> [UInt16] {
        let isTeen = digits.count > 1 && digits[digits.endIndex - 2] == 0x31
        return isTeen || !(0x31...0x33).contains(last) ? endings[0] : endings[Int(last - 0x30)]
    }
}
