import Testing
import TransitModel

@Suite("Control characters in texts from outside")
struct ControlCharactersTests {
    @Test(arguments: [
        ("Bell\u{7}\u{1b}[31m", "Bell[31m"), ("C1 \u{9b}31m", "C1 31m"), ("a\u{7f}b", "ab"),
        ("\u{202e}tower\u{202c}", "tower"), ("\u{2066}a\u{2069}", "a"),
        ("one\r\ntwo\u{2028}three\tfour", "one  two three four"),
        ("Zürich – Höngg’s € \u{200f}שדרה", "Zürich – Höngg’s € \u{200f}שדרה"), ("", ""),
    ])
    func `they are left out, others stay`(text: String, clean: String) {
        #expect(ControlCharacters.leftOut(of: text) == clean)
    }

    @Test func `lines of a longer text stay`() {
        let text = "one\r\n\ttwo\u{1b}c"
        #expect(ControlCharacters.leftOut(of: text, keepingLines: true) == "one \n\ttwoc")
    }
}
