import Testing
import TransitModel

@Suite struct TextLengthTests {
    @Test(arguments: [
        ("Bern", "Bern"), ("Berne", "Berne"), ("Bernex", "Bern…"), ("", ""),
        ("Zürich", "Züri…"), ("Höngg", "Höngg"),
        // One character of many scalars.
        ("e" + String(repeating: "\u{301}", count: 9), "e\u{301}\u{301}\u{301}…"),
    ])
    func `text of more than five scalars is cut`(text: String, cut: String) {
        #expect(Array(text.beginning(scalars: 5).unicodeScalars) == Array(cut.unicodeScalars))
    }
}
