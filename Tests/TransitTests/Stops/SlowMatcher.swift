import TransitModel

/// A slow, direct implementation of the search's rules.
///
/// It supports no abbreviations and no joined words, so names must not contain any.
struct SlowMatcher {
    /// The words of each name.
    let names: [String: [FoldedWord]]

    init(_ names: [String]) {
        var folding = TextFolding()
        self.names = names.reduce(into: [:]) { $0[$1] = folding.words(of: $1) }
    }

    /// Returns the names that contain all typed words, with the minimum number of typos of each.
    func find(_ text: String, allowsTypos: Bool) -> [String: Int] {
        var folding = TextFolding()
        let typed = folding.words(of: text)
        return names.compactMapValues { words in
            var sum = 0
            for typed in typed {
                let typos = words.flatMap { word in
                    typed.spellings.flatMap { typed in
                        (word.spellings + word.compoundTails).compactMap { word -> Int? in
                            let distance = Self.distanceToBeginning(typed, of: word)
                            let limit =
                                allowsTypos ? typed.count < 4 ? 0 : typed.count < 8 ? 1 : 2 : 0
                            return distance <= limit ? distance : nil
                        }
                    }
                }.min()
                guard let typos else { return nil }
                sum += typos
            }
            return sum
        }
    }

    /// Returns the distance between a word and the nearest prefix of another.
    ///
    /// Uses the textbook's table for optimal string alignment, whose last row contains the
    /// distances to all prefixes.
    static func distanceToBeginning(_ left: [UInt16], of right: [UInt16]) -> Int {
        var table = (0...left.count).map { row in
            (0...right.count).map { row == 0 ? $0 : $0 == 0 ? row : 0 }
        }
        for row in 1..<max(1, left.count + 1) {
            for column in 1..<max(1, right.count + 1) {
                let isSame = left[row - 1] == right[column - 1]
                table[row][column] = min(
                    table[row - 1][column - 1] + (isSame ? 0 : 1), table[row - 1][column] + 1,
                    table[row][column - 1] + 1)
                if row > 1, column > 1, left[row - 1] == right[column - 2],
                    left[row - 2] == right[column - 1]
                {
                    table[row][column] = min(table[row][column], table[row - 2][column - 2] + 1)
                }
            }
        }
        return table[left.count].min() ?? 0
    }
}

/// Generates invented place names and typical typing mistakes.
struct NameMaker {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    private static let syllables = [
        "bel", "dorf", "münd", "ach", "ster", "vil", "gön", "rath", "lau", "heim", "kirch", "ober",
        "wald", "straß", "élys", "bru", "zel", "mar", "tøn", "dé", "ka", "li", "ren", "Łod", "ček",
    ]

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(random.next() % UInt64(elements.count))]
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    /// Returns one to three words without abbreviations.
    mutating func name() -> String {
        let count = number(1...3)
        return (0..<count).map { _ in
            var word = ""
            let syllables = number(2...4)
            for _ in 0..<syllables { word += pick(Self.syllables) }
            return word.prefix(1).uppercased() + word.dropFirst()
        }.joined(separator: pick([" ", ", ", "/"]))
    }

    /// Returns the text with one mistake.
    mutating func mistyped(_ text: String) -> String {
        var letters = Array(text)
        let place = number(0...letters.count - 1)
        switch number(0...3) {
        case 0: letters[place] = pick(Array("abcdefghijklmnopqrstuvwxyzü"))
        case 1: letters.insert(pick(Array("aeioustrnmü")), at: place)
        case 2 where letters.count > 1: letters.remove(at: place)
        default: if place + 1 < letters.count { letters.swapAt(place, place + 1) }
        }
        return String(letters)
    }

    /// Returns some of a name's words, shortened, in any order and with up to two mistakes.
    mutating func question(_ name: String) -> String {
        var words = name.split { " ,/".contains($0) }.map(String.init)
        words.shuffle(using: &random)
        words = Array(words.prefix(number(1...words.count)))
        words = words.map { String($0.prefix(number(1...max(1, $0.count)))) }
        let mistakes = number(0...2)
        for _ in 0..<mistakes {
            let row = number(0...words.count - 1)
            if !words[row].isEmpty { words[row] = mistyped(words[row]) }
        }
        return words.joined(separator: " ")
    }
}
