import Testing
import TransitModel

@Suite struct DecimalTextTests {
    @Test(arguments: ["0", "-0.5", "+47.3769", "8.5417", ".5", "5.", "1e-07", "12E3", "179.999999"])
    func `a number of at most 15 digits is the nearest one`(text: String) {
        #expect(DecimalText.number(text) == Double(text.hasSuffix(".") ? text + "0" : text))
    }

    @Test func `a number of as many digits as a Double needs is the nearest one`() {
        var random = SeededRandom(seed: 11)
        for _ in 0..<2000 {
            let value = Double.random(in: -180...180, using: &random)
            #expect(DecimalText.number("\(value)") == value)
        }
    }

    @Test func `a number of more digits is at most two steps from the nearest one`() throws {
        var random = SeededRandom(seed: 12)
        for _ in 0..<2000 {
            let text = "0.\(UInt64.random(in: 1...UInt64.max, using: &random))7654321"
            let (found, value) = (DecimalText.number(text), try #require(Double(text)))
            #expect(abs(try #require(found) - value) <= 2 * value.ulp, "\(text)")
        }
    }

    @Test(arguments: [
        "", "-", ".", "e5", "1e", "1e+", "1.2.3", "47,1", " 1", "1 ", "nan", "inf", "0x10", "1e400",
        "1e9999", "--1", "é",
    ])
    func `another text is no number`(text: String) {
        #expect(DecimalText.number(text) == nil)
    }

    @Test func `a very small number is zero`() {
        #expect(DecimalText.number("0.1e-999") == 0)
    }
}
