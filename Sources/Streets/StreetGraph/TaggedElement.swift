import OSMPBF

/// A key that rules ask for; raw values count from 1.
protocol TagWord: CaseIterable, RawRepresentable<Int> {
    /// The key as OpenStreetMap writes it.
    var text: String { get }
}

/// The values of the tags that rules ask for, of one element at a time.
struct TaggedElement<Word: TagWord> {
    private let words = TagWords(Word.allCases.map(\.text))
    private var numbers: [UInt16] = []
    private var texts: BlockTexts?
    /// The value's string index for each known key; 0 if the element lacks it.
    private(set) var values = [Int](repeating: 0, count: Word.allCases.count + 1)

    /// Looks up the strings of the block whose elements follow.
    mutating func begin(_ block: ExtractBlock) {
        words.number(block.texts, into: &numbers)
        texts = block.texts
    }

    mutating func read(_ tags: [ExtractTag]) {
        for index in values.indices { values[index] = 0 }
        for tag in tags {
            let number = Int(numbers[tag.key])
            if number > 0 { values[number] = tag.value }
        }
    }

    func value(_ word: Word) -> String? {
        let text = values[word.rawValue]
        return text > 0 ? texts?[text] : nil
    }

    func has(_ word: Word) -> Bool { values[word.rawValue] > 0 }
}
