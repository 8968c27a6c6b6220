import Testing
import TransitModel

@Suite struct MarkupTextTests {
    @Test(arguments: [
        (#"<b a="1">&"#, "&lt;b a=&quot;1&quot;&gt;&amp;"), ("a\u{0}\nb", "a  b"), ("", ""),
        ("Zürich 東", "Zürich 東"), ("&amp;", "&amp;amp;"),
    ])
    func `markup is escaped once, and control characters become spaces`(
        text: String, escaped: String
    ) {
        #expect(MarkupText.escaped(text) == escaped)
    }
}
