import Testing
import TransitModel

@Suite struct PercentEncodingTests {
    @Test(arguments: [
        ("A-z.0_9~", "A-z.0_9~"), ("a b&c=d/é?", "a%20b%26c%3Dd%2F%C3%A9%3F"), ("", ""),
        ("8,47", "8%2C47"),
    ])
    func `all but unreserved characters are encoded`(text: String, encoded: String) {
        #expect(text.percentEncoded() == encoded)
    }

    @Test func `further characters may stay`() {
        #expect("/a b/ü+*~".percentEncoded(keeping: "/") == "/a%20b/%C3%BC%2B%2A~")
        #expect("8,47 ".percentEncoded(keeping: ",") == "8,47%20")
    }

    @Test(arguments: ["", "a b", "é/%41", "100%"])
    func `what was encoded is decoded`(text: String) {
        #expect(PercentEncoding.decoded(text.percentEncoded()) == text)
    }

    @Test(arguments: ["%", "%4", "%G0", "%FF", "a%C3"])
    func `a text that is not encoded correctly stays as it is`(text: String) {
        #expect(PercentEncoding.decoded(text) == text)
    }
}
